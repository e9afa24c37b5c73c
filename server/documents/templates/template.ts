import { readMarkKinds } from '#core/ceremony/mark-kind.ts';
import type { PasskeyRule } from '#core/ceremony/passkey.ts';
import type { SendSettings } from '#core/template/settings.ts';
import { readPageEdits } from '#core/document/pages/page-edits.ts';
import type { DocumentFile } from '#core/document/files.ts';
import type { FileNote } from '#core/document/file-note.ts';
import type { Selectable } from 'kysely';
import type { Field, FieldType } from '#core/field/field.ts';
import type { FieldProperties } from '#core/field/properties.ts';
import type { PageGeometry } from '#core/field/layout/geometry.ts';
import { readFormats, type DocumentFormats } from '#core/formats/formats.ts';
import type { Metadata } from '#core/document/reference.ts';
import type { Language } from '#core/language/language.ts';
import type { ChosenFiles } from '#core/recipient/chosen-files.ts';
import type { RecipientRole } from '#core/recipient/recipient.ts';
import type { TemplateRole } from '#core/template/roles.ts';
import type { TemplateDetails } from '#core/template/template.ts';
import type { TemplateFieldsTable, TemplateRolesTable, TemplatesTable } from '../../foundation/db/schema.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import type { TemplateMerge } from './template-merge.ts';

export type TemplateField = Omit<Field, 'recipientId'> & { roleId: string | null };

/** The parts of a template. `file` is null until it has one. */
export type TemplateParts = {
  file: DraftFile | null;
  /** Null or omitted if the file has no placeholders. */
  merge?: TemplateMerge | null;
  roles: TemplateRole[];
  fields: TemplateField[];
  /** Null or omitted means the account's formats at the time of use. */
  formats?: DocumentFormats | null;
  /** Omitted if there are no settings. */
  settings?: SendSettings;
  externalId?: string | null;
};

export type Template = TemplateDetails &
  TemplateParts & {
    accountId: string;
    id: string;
    createdBy: string;
    /** True if only the owner and account administrators can see the template. */
    private: boolean;
    /** Number of the current version, and whether a document refers to it. */
    version: number;
    versionUsed: boolean;
    folderId: string | null;
    createdAt: Date;
    updatedAt: Date;
  };

/** Returns the revision on which an edit is based: the time of the last change (ms UTC). */
export function revisionOf({ updatedAt }: Pick<Template, 'updatedAt'>): number {
  return updatedAt.getTime();
}

export function readTemplate(
  row: Selectable<TemplatesTable>,
  roles: TemplateRole[],
  fields: TemplateField[],
): Template {
  return {
    accountId: row.account_id,
    id: row.id,
    createdBy: row.created_by,
    private: row.private,
    version: row.version,
    versionUsed: row.version_used,
    folderId: row.folder_id,
    name: row.name,
    description: row.description,
    category: row.category as TemplateDetails['category'],
    file: readFile(row),
    merge: row.merge as TemplateMerge | null,
    formats: readFormats(row.formats),
    externalId: row.external_id,
    settings: readSettings(row),
    roles,
    fields,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function readSettings(row: Selectable<TemplatesTable>): SendSettings {
  const { reminder_every_days: everyDays, reminder_max: most } = row;
  return {
    subject: row.subject,
    message: row.message,
    expirationDays: row.expiration_days,
    reminderRule: everyDays === null || most === null ? null : { everyDays, most },
    delegationAllowed: row.delegation_allowed,
    metadata: row.metadata as Metadata,
    signatureKinds: readMarkKinds(row.signature_kinds),
    separateFiles: row.separate_files,
    separateCertificate: row.separate_certificate,
  };
}

export function readRole(row: Selectable<TemplateRolesTable>): TemplateRole {
  const { id, name, role, turn, language, message, person_email: email } = row;
  const settings = {
    language: language as Language | null,
    accessCodeRequired: row.access_code_required,
    mailCode: row.mail_code,
    passkey: row.passkey as PasskeyRule,
    message,
    onlyFiles: row.only_files as ChosenFiles,
  };
  const person = email === null ? null : { email, name: row.person_name ?? '' };
  return { id, name, role: role as RecipientRole, turn, settings, person };
}

export function readTemplateField(row: Selectable<TemplateFieldsTable>): TemplateField {
  const { id, page, x, y, width, height, required, label } = row;
  const properties = row.properties as FieldProperties;
  const type = row.type as FieldType;
  return { id, type, page, x, y, width, height, roleId: row.role_id, required, label, properties };
}

/** A database constraint ensures that either all file columns are set or none. */
function readFile(row: Selectable<TemplatesTable>): DraftFile | null {
  if (row.base_sha256 === null) return null;
  return {
    fileName: row.file_name!,
    mediaType: row.media_type!,
    originalSha256: row.original_sha256!,
    originalSize: row.original_size!,
    baseSha256: row.base_sha256,
    baseSize: row.base_size!,
    pages: row.pages as PageGeometry[],
    notes: row.file_notes as FileNote[],
    files: row.files as DocumentFile[] | null,
    pageEdits: readPageEdits(row.page_edits),
  };
}
