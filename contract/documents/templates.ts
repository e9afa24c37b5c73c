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

/** Initial settings of the person with this role in each document of the template. */
const roleSettings = z.object({
  language: z.enum(languages).nullable(),
  /**
   * True if an access code is required. Codes are not stored; each document needs a new one before it is
   * sent.
   */
  accessCode: z.boolean(),
  mailCode: z.boolean(),
  passkey: z.enum(passkeyRules),
  message: z.string().max(2000),
  /** For a person who receives a copy: ids of the files that they get, or null for all. */
  files: chosenFiles,
});

/** A placeholder for the person who takes the role when the template is used. */
const templateRole = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(recipientRoles),
  order: z.number().int(),
  ...roleSettings.shape,
  /** Takes the role unless a request names another person; null if the role has no fixed person. */
  person: z.object({ email: z.string(), name: z.string() }).nullable(),
});

/** Initial settings of its documents, as in POST /api/documents/{id}/send. */
const sending = z.object({
  subject: z.string().max(200),
  message: z.string().max(5000),
  /** Null means 30. */
  expirationDays: z.number().int().min(expirationDays.least).max(expirationDays.most).nullable(),
  reminders: reminderRule.nullable(),
  allowDelegation: z.boolean(),
  /** How signers may sign; null for the account's choice. */
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
    /** 0 while the template has no file; `firstPage` is then null. */
    pageCount: z.number().int(),
    firstPage: pageSize.nullable(),
    /** URL of a picture of its first page; null while it has no file. */
    thumbnailUrl: z.string().nullable(),
    fileName: z.string().nullable(),
    /** Number of files of which its pages are joined. */
    fileCount: z.number().int(),
    /** Values that the template's Word file needs for each document, besides those of its fields. */
    placeholders: z.array(placeholder),
    /** The print formats of its documents; null for the account's formats at the time of use. */
    formats: formats.nullable(),
    sending,
    /** The folder of the template; null at the top level. */
    folderId: z.string().nullable(),
    /** The member who owns it. */
    ownerId: z.string(),
    /** Number of its present version. */
    version: z.number().int(),
    /** True if only its owner and the managers of the account can see it. */
    private: z.boolean(),
    ...reference,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Template' });
export type TemplateView = z.infer<typeof template>;

/** GET /api/templates/{id}, and the response to its edits: the details that the editor needs. */
export const templateDetail = template
  .extend({
    pages: z.array(pageSize),
    /** The files of which its file is joined; empty for a single one. */
    files: z.array(documentFile),
    /** Edits include the revision they are based on. */
    revision: z.number().int(),
  })
  .meta({ id: 'TemplateDetail' });
export type TemplateDetail = z.infer<typeof templateDetail>;

/** One row of GET /api/templates/{id}/versions. */
const templateVersion = z.object({
  version: z.number().int(),
  /** The member who saved it. */
  author: z.object({ id: z.string(), name: z.string() }),
  createdAt: instant,
  /** Time of the last change in this version. Changes by one member within a short time are one version. */
  updatedAt: instant,
  pageCount: z.number().int(),
  fieldCount: z.number().int(),
});
export const templateVersions = z.array(templateVersion.meta({ id: 'TemplateVersion' }));
export type TemplateVersionView = z.infer<typeof templateVersion>;

/** GET /api/templates/{id}/versions/{version}: the content of a version. */
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
    /** URL of its pages as PDF; null while it has no file. */
    fileUrl: z.string().nullable(),
    fileSha256: z.string().nullable(),
  })
  .meta({ id: 'TemplateVersionDetail' });
export type TemplateVersionDetail = z.infer<typeof templateVersionDetail>;

/** POST /api/templates/{id}/versions/{version}/restore */
export const restoreVersionBody = z.object({ revision: z.number().int().optional() }).nullish();

/** PUT /api/templates/{id}/fields: the complete list. */
export const putTemplateFieldsBody = z.object({
  fields: z.array(fieldInput.omit({ recipientId: true }).extend({ roleId: z.string().nullish() })).max(2000),
  revision: z.number().int().optional(),
});
export type PutTemplateFieldsBody = z.infer<typeof putTemplateFieldsBody>;

/** PUT /api/templates/{id}/roles: the complete list. */
export const putTemplateRolesBody = z.object({
  roles: z
    .array(
      z.object({
        id: z.string().optional(),
        name: z.string().max(200),
        role: z.enum(recipientRoles).optional(),
        order: z.number().int().min(1).max(1000).optional(),
        ...roleSettings.partial().shape,
        /** The fixed person of the role. Unchanged if absent; null for none. */
        person: z.object({ email: z.string().max(320), name: z.string().max(200).default('') }).nullish(),
      }),
    )
    .max(200),
  revision: z.number().int().optional(),
});
export type PutTemplateRolesBody = z.infer<typeof putTemplateRolesBody>;

/** One row of GET /api/templates. */
export const templateSummary = template
  .extend({
    /** Numbers of the documents made from it that the caller can see, without tests and the trash. */
    documents: z.object({
      draft: z.number().int(),
      pending: z.number().int(),
      completed: z.number().int(),
      /** Declined, voided or expired. */
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
  /** Templates directly in this folder; 'top' for those in none. */
  folder: z.string().max(100).optional(),
  /** With `folder`: includes its subfolders. */
  nested: z.stringbool().optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

const words = {
  name: z.string().max(1000).meta({ description: 'Not blank.' }),
  description: z.string().max(2000).meta({ description: 'Not blank.' }),
  category: templateCategory.optional(),
};

/** The folder of the new template; by default the top level. */
const place = { folderId: z.string().max(100).optional() };

/**
 * POST /api/templates. With `documentId`, the file, fields and roles are copied from that document; a key
 * needs permission to read it (documents:read).
 */
export const createTemplateBody = z.object({
  ...words,
  documentId: z.string().optional(),
  ...referenceInput,
  /** True if visible to its creator only. */
  private: z.boolean().optional(),
  ...place,
});
export type CreateTemplateBody = z.input<typeof createTemplateBody>;

/** Text parts of the form of POST /api/templates/upload; its file part is named `file`. */
export const uploadTemplateForm = z.object({ ...words, ...place, ...referenceForm, ...wordFileForm });

/** Maximum characters of an export. */
export const MAX_EXPORT_LENGTH = 2_000_000;

/**
 * Text parts of the form of POST /api/templates/import, whose file part is named `file`. `source` is the JSON
 * export of another product; without it the fields come from the form in the file. Name and description are
 * optional.
 */
export const importTemplateForm = z.object({
  name: z.string().max(1000).default(''),
  description: z.string().max(2000).default(''),
  category: templateCategory.optional(),
  source: z.string().max(MAX_EXPORT_LENGTH).optional(),
  ...referenceForm,
  ...wordFileForm,
});

/** Parts that could not be imported unchanged; `detail` describes each in English. `page` counts from 1. */
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

/** PUT /api/templates/{id}, also as a whole as it was read. Other absent members are unchanged. */
export const changeTemplateBody = z.object({
  ...words,
  roles: putTemplateRolesBody.shape.roles.optional(),
  signatureFields: putTemplateFieldsBody.shape.fields.optional(),
  /** Unchanged if absent; null for the account's formats at the time of use. */
  formats: formatsChange.nullish(),
  /** Unchanged if absent. */
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
 * POST /api/templates/{id}/use and POST /api/templates/{id}/send: a person for each role without a fixed person.
 * Use responds with the new draft's id and title.
 */
export const useTemplateBody = z.object({
  ...terms,
  recipients: z
    .array(
      z
        .object({
          /** The name of the role in the template; needs none if only one role has no fixed person. */
          role: z.string().max(200).optional(),
          /** The id of the role, instead of its name. */
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
   * Values of all fields and of the placeholders of a Word file; `values` of a recipient are for fields of that
   * person only.
   */
  values: mergeValues.optional(),
  /**
   * Replaces the file of the template for this document. The fields follow their anchors, such as `{{signature:1}}`, or
   * else keep their place.
   */
  file: jsonFile.optional(),
});
export type UseTemplateBody = z.input<typeof useTemplateBody>;
export const useTemplateAnswer = z.object({
  id: z.string(),
  title: z.string(),
  /** Roles whose person needs an access code before the document is sent, because codes are not copied. */
  accessCodesRequired: z.array(z.string()),
});
