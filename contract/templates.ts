import { z } from 'zod';
import { recipientRoles } from '#core/recipient/recipient.ts';
import { leftOutCodes } from '#core/template/imported.ts';
import { templateCategories } from '#core/template/template.ts';
import { passkeyRules } from '#core/ceremony/passkey.ts';
import { expirationDays } from '#core/document/send.ts';
import { languages } from '#core/language/language.ts';
import { pageSize, reminderRule } from './documents.ts';
import { field, fieldInput } from './field.ts';
import { formats, formatsChange } from './formats.ts';
import { wordFileForm } from './word-file.ts';

const templateCategory = z.enum(templateCategories);

/** Instants travel as ISO 8601 in UTC. */
const instant = z.string();

/** The settings with which the person of a role begins in each document of the template. */
const roleSettings = z.object({
  language: z.enum(languages).nullable(),
  /** Whether an access code is asked for. Codes are not kept: each document needs a new one before it is sent. */
  accessCode: z.boolean(),
  mailCode: z.boolean(),
  passkey: z.enum(passkeyRules),
  message: z.string().max(2000),
});

/** A placeholder for the person who takes the role when the template is used. */
const templateRole = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(recipientRoles),
  order: z.number().int(),
  ...roleSettings.shape,
});

/** The settings with which its documents begin, as in POST /api/documents/{id}/send. */
const sending = z.object({
  subject: z.string().max(200),
  message: z.string().max(5000),
  /** Null: 30. */
  expirationDays: z.number().int().min(expirationDays.least).max(expirationDays.most).nullable(),
  reminders: reminderRule.nullable(),
  allowDelegation: z.boolean(),
});

/** A placed field as in a document, but of a role instead of a recipient. */
const templateField = field.omit({ recipientId: true }).extend({ roleId: z.string().nullable() });

export const template = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    category: templateCategory,
    signatureFields: z.array(templateField),
    roles: z.array(templateRole),
    /** 0 and null while the template has no file. */
    pageCount: z.number().int(),
    firstPage: pageSize.nullable(),
    /** Its first page as a picture; null while it has no file. */
    thumbnailUrl: z.string().nullable(),
    fileName: z.string().nullable(),
    /** How its documents print dates and numbers; null: as the account does when it is used. */
    formats: formats.nullable(),
    sending,
    /** Whose it is. */
    ownerId: z.string(),
    /** Whether only they see it, and who looks after the account. */
    private: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Template' });
export type TemplateView = z.infer<typeof template>;

/** GET /api/templates/{id}, and the answer to its edits: what the editor needs beyond the card. */
export const templateDetail = template
  .extend({
    pages: z.array(pageSize),
    /** Edits carry the revision they were made on. */
    revision: z.number().int(),
  })
  .meta({ id: 'TemplateDetail' });
export type TemplateDetail = z.infer<typeof templateDetail>;

/** PUT /api/templates/{id}/fields: the whole list. */
export const putTemplateFieldsBody = z.object({
  fields: z.array(fieldInput.omit({ recipientId: true }).extend({ roleId: z.string().nullish() })).max(2000),
  revision: z.number().int().optional(),
});
export type PutTemplateFieldsBody = z.infer<typeof putTemplateFieldsBody>;

/** PUT /api/templates/{id}/roles: the whole list. */
export const putTemplateRolesBody = z.object({
  roles: z
    .array(
      z.object({
        id: z.string().optional(),
        name: z.string().max(200),
        role: z.enum(recipientRoles).optional(),
        order: z.number().int().min(1).max(1000).optional(),
        ...roleSettings.partial().shape,
      }),
    )
    .max(200),
  revision: z.number().int().optional(),
});
export type PutTemplateRolesBody = z.infer<typeof putTemplateRolesBody>;

/** GET /api/templates: newest first. `cursor` is opaque and comes from the Link header. */
export const templateList = z.array(template);
export const listTemplatesQuery = z.object({
  q: z.string().max(200).optional(),
  category: templateCategory.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

const words = {
  name: z.string().max(1000).default(''),
  description: z.string().max(2000).default(''),
  category: templateCategory.optional(),
};

/**
 * POST /api/templates. With `documentId`, the file, fields and roles are copied from that document, which a key has to be
 * allowed to read (documents:read).
 */
export const createTemplateBody = z.object({
  ...words,
  documentId: z.string().optional(),
  /** For oneself alone. */
  private: z.boolean().optional(),
});
export type CreateTemplateBody = z.input<typeof createTemplateBody>;

/** The text parts of the form of POST /api/templates/upload; its file part is named `file`. */
export const uploadTemplateForm = z.object({ ...words, ...wordFileForm });

/** Characters of an export. */
export const longestExport = 2_000_000;

/**
 * The text parts of the form of POST /api/templates/import, whose file part is named `file`. `source` is the export of
 * another product, as JSON; without it the form in the file says what is filled in. Name and description may be left out.
 */
export const importTemplateForm = z.object({
  ...words,
  source: z.string().max(longestExport).optional(),
  ...wordFileForm,
});

/** Parts that could not be taken over as they were; `detail` says it in plain English. `page` from 1. */
export const templateImport = z
  .object({
    template,
    left: z.array(
      z.object({
        code: z.enum(leftOutCodes),
        name: z.string(),
        page: z.number().int().nullable(),
        detail: z.string(),
      }),
    ),
  })
  .meta({ id: 'TemplateImport' });
export type TemplateImport = z.infer<typeof templateImport>;

/** PUT /api/templates/{id} */
export const changeTemplateBody = z.object({
  ...words,
  /** Left out they stay as they are; null: those of the account when it is used. */
  formats: formatsChange.nullish(),
  /** Left out they stay as they are. */
  sending: sending.partial().optional(),
  revision: z.number().int().optional(),
});
export type ChangeTemplateBody = z.input<typeof changeTemplateBody>;

/** POST /api/templates/{id}/use: one person for each role. The answer is the new draft's id and title. */
export const useTemplateBody = z.object({
  title: z.string().max(1000).nullish(),
  recipients: z
    .array(
      z.object({
        roleId: z.string(),
        email: z.string().max(320),
        name: z.string().max(200).nullish(),
        /** Where the role asks for one; without it the draft needs one before it is sent. */
        accessCode: z.string().max(200).optional(),
      }),
    )
    .max(200),
  /** Left out it is what the order numbers of the roles mean: different numbers one after another, equal ones together. */
  signingOrder: z.enum(['parallel', 'sequential']).optional(),
  /** In the place of those of the template. */
  formats: formatsChange.optional(),
});
export type UseTemplateBody = z.input<typeof useTemplateBody>;
export const useTemplateAnswer = z.object({
  id: z.string(),
  title: z.string(),
  /** Roles whose person needs an access code before the document is sent: codes are not copied. */
  accessCodesNeeded: z.array(z.string()),
});
