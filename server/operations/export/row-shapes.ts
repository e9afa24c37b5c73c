import { z } from 'zod';
import { passkeyRules } from '#core/ceremony/passkey.ts';
import { fileNoteCodes } from '#core/document/file-note.ts';
import { documentFileKinds, MAX_FILES } from '#core/document/files.ts';
import { documentStates } from '#core/document/lifecycle.ts';
import { trackedChangeChoices } from '#core/document/tracked-changes.ts';
import type { ExportedTable } from '#core/export/export-format.ts';
import { languages } from '#core/language/language.ts';
import { memberRoles } from '#core/permission/member.ts';
import { recipientRoles, recipientStatuses } from '#core/recipient/recipient.ts';
import { accountDefaults, folderDefaults } from '#contract/documents/defaults.ts';
import { fieldInput } from '#contract/documents/field.ts';
import { referenceInput } from '#contract/documents/reference.ts';
import { formats } from '#contract/formats.ts';
import { ImportRefused } from './import-refused.ts';
import type { ArchiveRow } from './read-archive.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)));
const place = z.number().int().min(0);
const page = z.object({
  width: z.number().positive(),
  height: z.number().positive(),
  rotate: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  crop: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  userUnit: z.number().positive(),
});
const fileColumns = {
  file_name: z.string().max(1000),
  media_type: z.string(),
  original_sha256: sha256,
  base_sha256: sha256,
  base_size: z.number(),
  pages: z.array(page).min(1),
  page_edits: z.unknown(),
};
const parts = z
  .array(
    z.object({
      id: z.uuid(),
      title: z.string().max(200),
      kind: z.enum(documentFileKinds),
      fileName: z.string().max(1000),
      mediaType: z.string(),
      originalSha256: sha256,
      originalSize: place,
      baseSha256: sha256,
      baseSize: place,
      pages: z.number().int().min(1),
      notes: z.array(
        z.object({ code: z.enum(fileNoteCodes), pages: z.array(place), words: z.array(z.string()) }),
      ),
    }),
  )
  .min(2)
  .max(MAX_FILES)
  // Ids must be unique, because a recipient's confirmation of having read a file refers to its id.
  .refine((files) => new Set(files.map(({ id }) => id)).size === files.length)
  .nullish();
const referenceColumns = {
  external_id: z.string().nullish(),
  metadata: referenceInput.metadata.default({}),
};
const fieldColumns = {
  ...fieldInput.omit({ id: true, recipientId: true }).shape,
  id: z.string(),
  position: place,
};

/**
 * Shapes of rows whose content the import checks in no other way. Later versions may add columns, and earlier
 * ones lacked some.
 */
export const rowShapes = {
  accounts: z.object({
    id: z.uuid(),
    name: z.string(),
    plan: z.string(),
    two_factor_required: z.boolean().default(false),
    retention_years: z.number().int().optional(),
    delete_after_months: z.number().int().nullish(),
    copies_as_links: z.boolean().default(false),
    links_protected: z.boolean().default(false),
    signature_kinds: z.unknown(),
    formats: formats.nullish(),
    defaults: accountDefaults.nullish(),
  }),
  users: z.object({
    id: z.uuid(),
    email: z.string().max(320),
    first_name: z.string(),
    last_name: z.string(),
    role: z.enum(memberRoles),
    created_at: time,
    removed_at: time.nullish(),
  }),
  documents: z.object({
    ...fileColumns,
    files: parts,
    id: z.uuid(),
    created_by: z.uuid(),
    folder_id: z.uuid().nullish(),
    title: z.string(),
    status: z.enum(documentStates),
    sealed_sha256: sha256.nullish(),
    augmentation_sha256: sha256.nullish(),
    sealed_files: z
      .array(z.object({ id: z.string(), sha256, size: z.number().int() }))
      .nullish()
      .catch(null),
    certificate_sha256: sha256.nullish(),
    files_kept: z.boolean().default(true),
    subject: z.string(),
    message: z.string(),
    signing_order: z.enum(['parallel', 'sequential']),
    delegation_allowed: z.boolean().default(false),
    signature_kinds: z.unknown(),
    separate_files: z.boolean().default(false),
    separate_certificate: z.boolean().default(false),
    expiration_days: z.number().int().nullish(),
    reminder_every_days: z.number().int().nullish(),
    reminder_max: z.number().int().nullish(),
    created_at: time,
    updated_at: time,
    sent_at: time.nullish(),
    completed_at: time.nullish(),
    deleted_at: time.nullish(),
    purged_at: time.nullish(),
    held_at: time.nullish(),
    test: z.boolean().default(false),
    formats: formats.nullish(),
    ...referenceColumns,
    template_id: z.uuid().nullish(),
    template_version: z.number().int().min(1).nullish(),
  }),
  recipients: z.object({
    id: z.uuid(),
    document_id: z.uuid(),
    position: place,
    turn: z.number().int(),
    email: z.string().max(320),
    name: z.string().max(200),
    language: z.enum(languages).nullish(),
    role: z.enum(recipientRoles),
    message: z.string().default(''),
    status: z.enum(recipientStatuses),
    mail_code: z.boolean().default(false),
    passkey: z.enum(passkeyRules).default('none'),
    send_email: z.boolean().default(true),
    phone: z.string().max(40).default(''),
    only_files: z.array(z.string()).nullish(),
    erased_at: time.nullish(),
    has_access_code: z.boolean().optional(),
    access_code_required: z.boolean().default(false),
  }),
  fields: z.object({ ...fieldColumns, document_id: z.uuid(), recipient_id: z.uuid().nullable() }),
  templates: z.object({
    ...z.object(fileColumns).partial().shape,
    files: parts,
    file_name: z.string().nullable(),
    media_type: z.string().nullable(),
    original_sha256: sha256.nullable(),
    base_sha256: sha256.nullable(),
    base_size: z.number().nullable(),
    pages: z.array(page).nullable(),
    id: z.uuid(),
    name: z.string().max(200),
    description: z.string(),
    category: z.string(),
    private: z.boolean().default(false),
    merge: z.object({ trackedChanges: z.enum(trackedChangeChoices).optional() }).nullish(),
    version: z.number().int().min(1).default(1),
    folder_id: z.uuid().nullish(),
    formats: formats.nullish(),
    subject: z.string().default(''),
    message: z.string().default(''),
    expiration_days: z.number().int().nullish(),
    reminder_every_days: z.number().int().nullish(),
    reminder_max: z.number().int().nullish(),
    delegation_allowed: z.boolean().default(false),
    ...referenceColumns,
    signature_kinds: z.unknown(),
    separate_files: z.boolean().default(false),
    separate_certificate: z.boolean().default(false),
  }),
  template_roles: z.object({
    id: z.uuid(),
    template_id: z.uuid(),
    position: place,
    turn: z.number().int(),
    name: z.string().max(200),
    role: z.enum(recipientRoles),
    language: z.enum(languages).nullish(),
    access_code_required: z.boolean().default(false),
    mail_code: z.boolean().default(false),
    passkey: z.enum(passkeyRules).default('none'),
    message: z.string().default(''),
    only_files: z.array(z.string()).nullish(),
    person_email: z.string().max(320).nullish(),
    person_name: z.string().max(200).nullish(),
  }),
  template_fields: z.object({ ...fieldColumns, template_id: z.uuid(), role_id: z.uuid().nullable() }),
  folders: z.object({
    id: z.uuid(),
    parent_id: z.uuid().nullish(),
    name: z.string(),
    private_to: z.uuid().nullish(),
    removed_at: time.nullish(),
    defaults: folderDefaults.nullish(),
  }),
  contacts: z.object({
    id: z.uuid(),
    email: z.string().max(320),
    name: z.string(),
    company: z.string(),
    note: z.string(),
    language: z.enum(languages).nullish(),
    private_to: z.uuid().nullish(),
  }),
} satisfies Partial<Record<ExportedTable, z.ZodType>>;

export type ShapedTable = keyof typeof rowShapes;
export type ShapedRow<Table extends ShapedTable> = z.output<(typeof rowShapes)[Table]>;

export const isShaped = (table: ExportedTable): table is ShapedTable => table in rowShapes;

/** Returns what is wrong with the shape of a row as a sentence, or undefined. */
export function findShapeFault(table: ShapedTable, row: ArchiveRow): string | undefined {
  const parsed = rowShapes[table].safeParse(row);
  if (parsed.success) return undefined;
  const columns = new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? 'shape')));
  return `The row ${shown(row['id'])} of ${table} has no valid ${[...columns].join(', ')}.`;
}

/**
 * Returns the columns that the shape lists.
 * @throws ImportRefused if the row does not match
 */
export function readRow<Table extends ShapedTable>(table: Table, row: ArchiveRow): ShapedRow<Table> {
  const fault = findShapeFault(table, row);
  if (fault) throw new ImportRefused(fault);
  return rowShapes[table].parse(row) as ShapedRow<Table>;
}

const shown = (id: unknown): string =>
  typeof id === 'string' ? JSON.stringify(id.slice(0, 60)) : 'without id';
