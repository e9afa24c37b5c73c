import { z } from 'zod';
import { passkeyRules } from '#core/ceremony/passkey.ts';
import { expirationDays } from '#core/document/sending-terms.ts';
import { languages } from '#core/language/language.ts';
import { recipientRoles } from '#core/recipient/recipient.ts';
import { importNoteCodes } from '#core/template/imported.ts';
import { templateCategories } from '#core/template/template.ts';
import { formats, formatsChange } from '../formats.ts';
import { readOnly } from '../strict.ts';
import { pageSize, reminderRule } from './documents.ts';
import { documentFile } from './files.ts';
import { field, fieldInput } from './field.ts';
import { chosenFiles } from './recipient.ts';
import { mergeValues, person, terms } from './one-call.ts';
import { reference, referenceForm, referenceInput, referenceQuery } from './reference.ts';
import { signatureKinds } from './signature-kinds.ts';
import { jsonFile, placeholder, wordFileForm } from './word-file.ts';

const templateCategory = z.enum(templateCategories);

/** Times are ISO 8601 in UTC. */
const instant = z.string();

/** Settings of the person with this role in each new document. */
const roleSettings = z.object({
  language: z.enum(languages).nullable(),
  /**
   * True if an access code is required. Codes are not stored, so each document needs a new one before it is
   * sent.
   */
  accessCode: z.boolean(),
  mailCode: z.boolean(),
  passkey: z.enum(passkeyRules),
  message: z.string().max(2000),
  /** For a person who receives a copy, the ids of the files that they get; null for all files. */
  files: chosenFiles,
});

/** Placeholder for the person who takes the role when the template is used. */
const templateRole = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(recipientRoles),
  order: z.number().int(),
  ...roleSettings.shape,
  /** Default person, who takes the role unless the request names another person; null if there is none. */
  person: z.object({ email: z.string(), name: z.string() }).nullable(),
});

/** Initial settings for documents created from the template, as in POST /api/documents/{id}/send. */
const sending = z.object({
  subject: z.string().max(200),
  message: z.string().max(5000),
  /** Number of days; null means 30. */
  expirationDays: z.number().int().min(expirationDays.least).max(expirationDays.most).nullable(),
  reminders: reminderRule.nullable(),
  allowDelegation: z.boolean(),
  /** How signers may sign; null for the account's setting. */
  signatureKinds,
  /** True to also seal each of several files as a separate PDF. */
  separateFiles: z.boolean(),
  /** True to seal the certificate as a separate PDF. */
  separateCertificate: z.boolean(),
});

/** A placed field as in a document, but assigned to a role instead of a recipient. */
const templateField = field.omit({ recipientId: true }).extend({ roleId: z.string().nullable() });

export const template = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    category: templateCategory,
    signatureFields: z.array(templateField),
    roles: z.array(templateRole),
    /** 0 while the template has no file. `firstPage` is then null. */
    pageCount: z.number().int(),
    firstPage: pageSize.nullable(),
    /** URL of an image of the first page; null while there is no file. */
    thumbnailUrl: z.string().nullable(),
    fileName: z.string().nullable(),
    /** Number of files that were joined. */
    fileCount: z.number().int(),
    /** Values that the template's Word file needs for each document, in addition to those of its fields. */
    placeholders: z.array(placeholder),
    /**
     * Print formats for documents created from the template; null for the account's formats at the time of
     * use.
     */
    formats: formats.nullable(),
    sending,
    /** Folder of the template; null at the top level. */
    folderId: z.string().nullable(),
    /** The member who owns the template. */
    ownerId: z.string(),
    /** Number of the current version. */
    version: z.number().int(),
    /** True if only the owner and the managers of the account can see the template. */
    private: z.boolean(),
    ...reference,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Template' });
export type TemplateView = z.infer<typeof template>;

/** GET /api/templates/{id} and the response to edits, with details for the editor. */
export const templateDetail = template
  .extend({
    pages: z.array(pageSize),
    /** The files that were joined; empty for a single file. */
    files: z.array(documentFile),
    /** Edits include the revision that they are based on. */
    revision: z.number().int(),
  })
  .meta({ id: 'TemplateDetail' });
export type TemplateDetail = z.infer<typeof templateDetail>;

/** A version in the list of GET /api/templates/{id}/versions. */
const templateVersion = z.object({
  version: z.number().int(),
  /** The member who saved the version. */
  author: z.object({ id: z.string(), name: z.string() }),
  createdAt: instant,
  /**
   * Time of the last change in this version. Changes by one member within a short time belong to one version.
   */
  updatedAt: instant,
  pageCount: z.number().int(),
  fieldCount: z.number().int(),
});
export const templateVersions = z.array(templateVersion.meta({ id: 'TemplateVersion' }));
export type TemplateVersionView = z.infer<typeof templateVersion>;

/** GET /api/templates/{id}/versions/{version}. The content of a version. */
export const templateVersionDetail = templateVersion
  .extend(
    template.pick({
      name: true,
      description: true,
      category: true,
      signatureFields: true,
      roles: true,
      fileName: true,
      formats: true,
      sending: true,
    }).shape,
  )
  .extend({
    pages: z.array(pageSize),
    /** URL of the pages as PDF; null if there is no file. */
    fileUrl: z.string().nullable(),
    fileSha256: z.string().nullable(),
  })
  .meta({ id: 'TemplateVersionDetail' });
export type TemplateVersionDetail = z.infer<typeof templateVersionDetail>;

/** Body of POST /api/templates/{id}/versions/{version}/restore. */
export const restoreVersionBody = z.object({ revision: z.number().int().optional() }).nullish();

/** PUT /api/templates/{id}/fields. The complete list. */
export const putTemplateFieldsBody = z.object({
  fields: z.array(fieldInput.omit({ recipientId: true }).extend({ roleId: z.string().nullish() })).max(2000),
  revision: z.number().int().optional(),
});
export type PutTemplateFieldsBody = z.infer<typeof putTemplateFieldsBody>;

/** PUT /api/templates/{id}/roles. The complete list. */
export const putTemplateRolesBody = z.object({
  roles: z
    .array(
      z.object({
        id: z.string().optional(),
        name: z.string().max(200),
        role: z.enum(recipientRoles).optional(),
        order: z.number().int().min(1).max(1000).optional(),
        ...roleSettings.partial().shape,
        /** Default person of the role. Unchanged if omitted; null for none. */
        person: z.object({ email: z.string().max(320), name: z.string().max(200).default('') }).nullish(),
      }),
    )
    .max(200),
  revision: z.number().int().optional(),
});
export type PutTemplateRolesBody = z.infer<typeof putTemplateRolesBody>;

/** A template in the list of GET /api/templates. */
export const templateSummary = template
  .extend({
    /**
     * Number of documents created from the template that the caller can see, without test documents and the bin.
     */
    documents: z.object({
      draft: z.number().int(),
      pending: z.number().int(),
      completed: z.number().int(),
      /** Number of declined, voided or expired documents. */
      ended: z.number().int(),
      lastSentAt: instant.nullable(),
    }),
  })
  .meta({ id: 'TemplateSummary' });
export type TemplateSummary = z.infer<typeof templateSummary>;

/** GET /api/templates, newest first. `cursor` is opaque and comes from the Link header. */
export const templateList = z.array(templateSummary);
export const listTemplatesQuery = z.object({
  q: z.string().max(200).optional(),
  category: templateCategory.optional(),
  ...referenceQuery,
  /** Templates directly in this folder; 'top' for templates that are in no folder. */
  folder: z.string().max(100).optional(),
  /** With `folder`, true to include subfolders. */
  nested: z.stringbool().optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

const words = {
  name: z.string().max(1000).meta({ description: 'Must not be blank.' }),
  description: z.string().max(2000).meta({ description: 'Must not be blank.' }),
  category: templateCategory.optional(),
};

/** Folder of the new template; by default the top level. */
const place = { folderId: z.string().max(100).optional() };

/**
 * POST /api/templates. With `documentId`, file, fields and roles are copied from that document. A key then needs
 * permission to read it (documents:read).
 */
export const createTemplateBody = z.object({
  ...words,
  documentId: z.string().optional(),
  ...referenceInput,
  /** True if only its creator and the managers of the account can see the template. */
  private: z.boolean().optional(),
  ...place,
});
export type CreateTemplateBody = z.input<typeof createTemplateBody>;

/** Text parts of the form of POST /api/templates/upload, whose file part is named `file`. */
export const uploadTemplateForm = z.object({ ...words, ...place, ...referenceForm, ...wordFileForm });

/** Maximum length of an export in characters. */
export const MAX_EXPORT_LENGTH = 2_000_000;

/**
 * Text parts of the form of POST /api/templates/import, whose file part is named `file`. `source` is the JSON
 * export of another product. Without it, the fields come from the PDF form. Name and description are optional.
 */
export const importTemplateForm = z.object({
  name: z.string().max(1000).default(''),
  description: z.string().max(2000).default(''),
  category: templateCategory.optional(),
  source: z.string().max(MAX_EXPORT_LENGTH).optional(),
  ...referenceForm,
  ...wordFileForm,
});

/** Parts that could not be imported unchanged. `detail` describes each one in English. `page` counts from 1. */
export const templateImport = z
  .object({
    template,
    left: z.array(
      z.object({
        code: z.enum(importNoteCodes),
        name: z.string(),
        page: z.number().int().nullable(),
        detail: z.string(),
      }),
    ),
  })
  .meta({ id: 'TemplateImport' });
export type TemplateImport = z.infer<typeof templateImport>;

/** PUT /api/templates/{id}. Also accepts a whole template as it was read. Omitted properties are unchanged. */
export const changeTemplateBody = z.object({
  ...words,
  roles: putTemplateRolesBody.shape.roles.optional(),
  signatureFields: putTemplateFieldsBody.shape.fields.optional(),
  /** Unchanged if omitted; null for the account's formats at the time of use. */
  formats: formatsChange.nullish(),
  /** Unchanged if omitted. */
  sending: sending.partial().optional(),
  ...referenceInput,
  revision: z.number().int().optional(),
  ...readOnly(
    ...['id', 'pageCount', 'firstPage', 'thumbnailUrl', 'fileName', 'ownerId', 'private', 'createdAt'],
    ...['updatedAt', 'pages', 'files', 'fileCount', 'version', 'folderId', 'placeholders'],
  ),
});
export type ChangeTemplateBody = z.input<typeof changeTemplateBody>;
export type TemplateChange = z.output<typeof changeTemplateBody>;

/**
 * POST /api/templates/{id}/use and POST /api/templates/{id}/send. Names a person for each role without a default
 * person. /use returns the new draft's id and title.
 */
export const useTemplateBody = z.object({
  ...terms,
  recipients: z
    .array(
      z
        .object({
          /** Name of the role in the template. Not required if only one role has no default person. */
          role: z.string().max(200).optional(),
          /** Id of the role, as an alternative to its name. */
          roleId: z.string().max(100).optional(),
          ...person,
        })
        .refine(({ role, roleId }) => role === undefined || roleId === undefined, {
          message: 'send either `role` or `roleId`',
        }),
    )
    .max(200)
    .default([]),
  /**
   * Values of all fields and of the placeholders of a Word file. `values` of a recipient only apply to that
   * person's fields.
   */
  values: mergeValues.optional(),
  /**
   * Replaces the template's file for this document. Fields follow their anchors, such as `{{signature:1}}`, or
   * else keep their positions.
   */
  file: jsonFile.optional(),
});
export type UseTemplateBody = z.input<typeof useTemplateBody>;
export const useTemplateAnswer = z.object({
  id: z.string(),
  title: z.string(),
  /** Roles for which an access code must be set before the document is sent, because codes are not copied. */
  accessCodesRequired: z.array(z.string()),
});
