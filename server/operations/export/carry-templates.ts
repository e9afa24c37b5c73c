import { z } from 'zod';
import { formats } from '#contract/formats.ts';
import { formPlaceholder, signingOrder, thanks } from '#contract/documents/public-forms.ts';
import { readThanks } from '../../documents/public-forms/read-thanks.ts';
import { readMarkKinds } from '#core/ceremony/mark-kind.ts';
import { cleanTitle } from '#core/document/title.ts';
import { isRefusal } from '#core/refusal.ts';
import { checkPerson } from '#core/template/roles.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { placeFields } from '../../documents/draft/place-fields.ts';
import { recordJoined } from '../../records/stored-files/joined-files.ts';
import { fileColumns } from '../../records/draft-file.ts';
import { freshToken } from './carry-account.ts';
import { referenceColumns, type ImportRun } from './carrying.ts';
import type { Importing } from './importing.ts';
import type { FaultsById } from './faults-by-id.ts';
import { insertInSavepoint } from './insert-apart.ts';
import { drop } from './not-imported.ts';
import { insertRows } from './insert-rows.ts';
import { prepareFile, type Prepared } from './judge-document.ts';
import { prepareWordTemplate, type PreparedTemplate } from './prepare-word-template.ts';
import type { Archive, ArchiveRow } from './read-archive.ts';
import { readRow } from './row-shapes.ts';

/**
 * The prepared file of each template: null if it has none, or the reason why it is not imported, as
 * sentences.
 */
export type TemplateFiles = Map<string, PreparedTemplate | string | null>;

export async function prepareTemplates(
  importing: Importing,
  archive: Archive,
  faults: FaultsById,
): Promise<TemplateFiles> {
  const files: TemplateFiles = new Map([...faults].map(([id, sentences]) => [id, sentences.join(' ')]));
  for await (const given of archive.rows('templates')) {
    if (files.has(String(given['id']))) continue;
    const row = readRow('templates', given);
    const prepare = row.merge ? prepareWordTemplate : prepareFile;
    const prepared = row.base_sha256 === null ? null : await prepare(importing, archive, row);
    files.set(row.id, typeof prepared === 'string' ? `Its file is refused here. ${prepared}` : prepared);
  }
  return files;
}

/** Imports templates with their roles and fields. Their public forms are disabled and get new URLs. */
export async function importTemplateRows(
  tx: Tx,
  carrying: ImportRun,
  archive: Archive,
  files: TemplateFiles,
): Promise<void> {
  const [roles, fields] = [
    await byTemplate(archive, 'template_roles'),
    await byTemplate(archive, 'template_fields'),
  ];
  for await (const given of archive.rows('templates')) {
    const id = String(given['id']);
    const prepared = files.get(id);
    if (prepared === undefined || typeof prepared === 'string') continue;
    const refused = await insertInSavepoint(tx, () =>
      carryTemplate(tx, carrying, given, {
        prepared,
        roles: roles.get(id) ?? [],
        fields: fields.get(id) ?? [],
      }),
    );
    if (refused !== undefined) files.set(id, refused);
  }
  for await (const form of archive.rows('public_forms')) {
    const prepared = files.get(String(form['template_id']));
    if (prepared !== undefined && typeof prepared !== 'string') await carryForm(tx, carrying, form);
  }
}

type Parts = {
  prepared: PreparedTemplate | null;
  roles: readonly ArchiveRow[];
  fields: readonly ArchiveRow[];
};

async function carryTemplate(
  tx: Tx,
  { accountId, ownerId, now, dropped }: ImportRun,
  given: ArchiveRow,
  { prepared, ...rows }: Parts,
): Promise<void> {
  const at = new Date(now).toISOString();
  const row = readRow('templates', given);
  const what = `The template ${row.id}`;
  const own = { account_id: accountId, template_id: row.id };
  const template = {
    account_id: accountId,
    id: row.id,
    created_by: ownerId,
    created_at: at,
    updated_at: at,
    name: cleanTitle(row.name),
    description: row.description,
    category: row.category,
    private: row.private,
    version: row.version,
    folder_id: row.folder_id ?? null,
    // Documents may already have been made from this version.
    version_used: true,
    ...(prepared ? fileColumns(prepared.file) : { pages: null, file_notes: [] }),
    merge: prepared?.merge ?? null,
    formats: row.formats ?? null,
    subject: row.subject,
    message: row.message,
    expiration_days: row.expiration_days ?? null,
    reminder_every_days: row.reminder_every_days ?? null,
    reminder_max: row.reminder_max ?? null,
    delegation_allowed: row.delegation_allowed,
    ...referenceColumns(row),
    signature_kinds: readMarkKinds(row.signature_kinds),
    separate_files: row.separate_files,
    separate_certificate: row.separate_certificate,
  };
  await insertRows(tx, 'templates', [template], what);
  if (prepared) await recordJoined(tx, accountId, prepared.file, now);
  const { roles, fields } = partsOf(rows.roles, rows.fields, prepared, now);
  drop(dropped, 'fields', rows.fields.length - fields.length);
  await insertRows(
    tx,
    'template_roles',
    roles.map((one) => ({ ...own, ...one })),
    what,
  );
  await insertRows(
    tx,
    'template_fields',
    fields.map((one) => ({ ...own, ...one })),
    what,
  );
}

/** Imported as disabled, with a new URL. */
async function carryForm(
  tx: Tx,
  { accountId, ownerId, now, unknownCodeHash }: ImportRun,
  form: ArchiveRow,
): Promise<void> {
  const { template_id, visitor_role, people, max_total, max_per_hour, ends_at, has_code } = form;
  const row = {
    account_id: accountId,
    template_id,
    visitor_role,
    people,
    max_total,
    max_per_hour,
    ends_at,
    token: freshToken(),
    is_on: false,
    created_by: ownerId,
    created_at: new Date(now).toISOString(),
    code_hash: has_code === true ? unknownCodeHash : null,
    formats: formats.nullish().parse(form['formats']) ?? null,
    signing_order: signingOrder.nullish().parse(form['signing_order']) ?? null,
    thanks: thanksOf(form['thanks']),
    named_by_visitor: z.array(z.uuid()).nullish().parse(form['named_by_visitor']) ?? [],
    placeholders: z.array(formPlaceholder).nullish().parse(form['placeholders']) ?? [],
  };
  await insertRows(tx, 'public_forms', [row], `The public form of the template ${String(template_id)}`);
}

/** Checked like a member's input, because visitors will follow the link. */
function thanksOf(stored: unknown) {
  const given = thanks.nullish().parse(stored);
  const read = given ? readThanks(given) : null;
  return isRefusal(read) ? null : read;
}

function partsOf(
  givenRoles: readonly ArchiveRow[],
  givenFields: readonly ArchiveRow[],
  prepared: Prepared | null,
  now: number,
) {
  const roles = givenRoles
    .map((row) => readRow('template_roles', row))
    .map(({ template_id: _, language = null, person_email: email, person_name: name, ...row }) => {
      // Checked like entered input, because an archive may contain anything.
      const person = typeof email === 'string' ? checkPerson(row.name, { email, name: name ?? '' }) : null;
      const fixed = person && !isRefusal(person) ? person : { email: null, name: null };
      return {
        ...row,
        language,
        name: cleanTitle(row.name),
        person_email: fixed.email,
        person_name: fixed.name,
      };
    });
  const known = new Set(roles.map(({ id }) => id));
  const document = { pages: [...(prepared?.file.pages ?? [])] };
  const fields = givenFields
    .map((row) => readRow('template_fields', row))
    .sort((one, other) => one.position - other.position)
    .flatMap(({ role_id: roleId, ...field }) => {
      const recipientId = roleId !== null && known.has(roleId) ? roleId : null;
      const placed = placeFields({ document, recipients: roles }, [{ ...field, recipientId }], now);
      return isRefusal(placed) ? [] : placed;
    })
    .map(({ recipientId, ...field }, position) => ({ ...field, role_id: recipientId, position }));
  return { roles, fields };
}

async function byTemplate(
  archive: Archive,
  table: 'template_roles' | 'template_fields',
): Promise<Map<string, ArchiveRow[]>> {
  const rows = new Map<string, ArchiveRow[]>();
  for await (const row of archive.rows(table)) {
    const of = String(row['template_id']);
    rows.set(of, [...(rows.get(of) ?? []), row]);
  }
  return rows;
}
