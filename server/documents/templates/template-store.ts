import type { Kysely, Selectable } from 'kysely';
import { defaultSendSettings, type PersonSettings } from '#core/template/settings.ts';
import type { TemplateDetails } from '#core/template/template.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema, TemplatesTable } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { settingsColumns } from '../../records/document-store.ts';
import { fileColumns } from '../../records/draft-file.ts';
import { readRole, readTemplate, readTemplateField, type Template, type TemplateParts } from './template.ts';

type Db = Kysely<Schema>;
type Key = { accountId: string; id: string };

/**
 * Returns a template of this account. Undefined if it does not exist or belongs to another account, which
 * callers cannot distinguish (S-07).
 */
export async function findTemplate(db: Db, accountId: string, id: string): Promise<Template | undefined> {
  if (!isId(id)) return undefined;
  const rows = await templatesOf(db, accountId).where('id', '=', id).execute();
  return (await withParts(db, accountId, rows))[0];
}

/**
 * Like `findTemplate`, and locks the row until the transaction ends. Every write to a template starts here.
 */
export async function lockTemplate(tx: Tx, accountId: string, id: string): Promise<Template | undefined> {
  if (!isId(id)) return undefined;
  const rows = await templatesOf(tx, accountId).where('id', '=', id).forUpdate().execute();
  return (await withParts(tx, accountId, rows))[0];
}

export async function insertTemplate(
  tx: Tx,
  now: number,
  { accountId, id, createdBy, words, parts, private: kept = false, folderId = null }: Key & NewTemplate,
): Promise<void> {
  await tx
    .insertInto('templates')
    .values({
      account_id: accountId,
      id,
      created_by: createdBy,
      private: kept,
      folder_id: folderId,
      ...words,
      ...(parts.file ? fileColumns(parts.file) : { pages: null }),
      external_id: parts.externalId ?? null,
      merge: parts.merge ?? null,
      formats: parts.formats ?? null,
      ...settingsColumns(parts.settings ?? defaultSendSettings),
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .execute();
  await insertRoles(tx, { accountId, id }, parts.roles);
  await insertFields(tx, { accountId, id }, parts.fields);
}

export type NewTemplate = {
  createdBy: string;
  words: TemplateDetails;
  parts: TemplateParts;
  private?: boolean;
  folderId?: string | null;
};

export async function saveTemplate(
  tx: Tx,
  { accountId, id }: Key,
  change: Partial<TemplateDetails> &
    Pick<Partial<TemplateParts>, 'file' | 'merge' | 'formats' | 'settings' | 'externalId'>,
  now: number,
): Promise<void> {
  const { file, settings, externalId, ...words } = change;
  await tx
    .updateTable('templates')
    .set({
      ...words,
      ...(file ? fileColumns(file) : {}),
      ...(settings && settingsColumns(settings)),
      ...(externalId !== undefined && { external_id: externalId }),
      updated_at: new Date(now),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Replaces the fields and, if given, the roles, in the order of the lists. */
export async function replaceTemplateParts(
  tx: Tx,
  { accountId, id }: Key,
  { roles, fields }: { roles?: TemplateParts['roles']; fields?: TemplateParts['fields'] },
): Promise<void> {
  if (!fields) return;
  const table = (name: 'template_fields' | 'template_roles') =>
    tx.deleteFrom(name).where('account_id', '=', accountId).where('template_id', '=', id).execute();
  await table('template_fields');
  if (roles) {
    await table('template_roles');
    await insertRoles(tx, { accountId, id }, roles);
  }
  await insertFields(tx, { accountId, id }, fields);
}

/** Deletes a template with its roles and fields. Returns false if it did not exist. */
export async function deleteTemplate(tx: Tx, { accountId, id }: Key): Promise<boolean> {
  const result = await tx
    .deleteFrom('templates')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

async function insertRoles(tx: Tx, key: Key, roles: TemplateParts['roles']): Promise<void> {
  if (roles.length === 0) return;
  const rows = roles.map((role, position) => ({
    ...partOf(key),
    id: role.id,
    name: role.name,
    role: role.role,
    turn: role.turn,
    position,
    ...(role.settings && personColumns(role.settings)),
    person_email: role.person?.email ?? null,
    person_name: role.person?.name ?? null,
  }));
  await tx.insertInto('template_roles').values(rows).execute();
}

function personColumns({ accessCodeRequired, mailCode, ...given }: PersonSettings) {
  const { language, passkey, message, onlyFiles = null } = given;
  const codes = { access_code_required: accessCodeRequired, mail_code: mailCode };
  return { language, passkey, message, ...codes, only_files: onlyFiles };
}

async function insertFields(tx: Tx, key: Key, fields: TemplateParts['fields']): Promise<void> {
  if (fields.length === 0) return;
  const rows = fields.map(({ roleId, ...field }, position) => ({
    ...partOf(key),
    ...field,
    role_id: roleId,
    position,
  }));
  await tx.insertInto('template_fields').values(rows).execute();
}

function partOf({ accountId, id }: Key) {
  return { account_id: accountId, template_id: id };
}

function templatesOf(db: Db, accountId: string) {
  return db.selectFrom('templates').selectAll().where('account_id', '=', accountId);
}

/** Returns the templates of these rows, in their order, with roles and fields. */
export async function withParts(
  db: Db,
  accountId: string,
  rows: readonly Selectable<TemplatesTable>[],
): Promise<Template[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const roles = await db
    .selectFrom('template_roles')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('template_id', 'in', ids)
    .orderBy('position')
    .execute();
  const fields = await db
    .selectFrom('template_fields')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('template_id', 'in', ids)
    .orderBy('position')
    .execute();
  const rolesOf = Map.groupBy(roles, (role) => role.template_id);
  const fieldsOf = Map.groupBy(fields, (field) => field.template_id);
  return rows.map((row) =>
    readTemplate(
      row,
      (rolesOf.get(row.id) ?? []).map(readRole),
      (fieldsOf.get(row.id) ?? []).map(readTemplateField),
    ),
  );
}
