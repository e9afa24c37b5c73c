import { savedViews } from '#contract/accounts/preferences.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { checkBrand } from '#core/brand/brand.ts';
import { readMarkKinds } from '#core/ceremony/mark-kind.ts';
import { cleanTitle } from '#core/document/title.ts';
import { folderNameKey, freeFolderName, placeFolder } from '#core/folder/folder.ts';
import { nameProblem } from '#core/person/name.ts';
import { mailAddress, spellingOf } from '#core/recipient/mail-address.ts';
import { isRefusal } from '#core/refusal.ts';
import { endOfPeriod, reportIntervals } from '#core/report/schedule.ts';
import { serviceNames } from '../../accounts/profile/service-names.ts';
import { readLogo } from '../../messages/branding/read-logo.ts';
import { cleanCard, emailKey, listKeys } from '../../accounts/contacts/contact.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { embeddedIssuer } from '../../accounts/identity-provider/end-sign-ins.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { createSecret, sealWebhookSecret } from '../../messages/webhooks/secrets.ts';
import type { ImportRun } from './carrying.ts';
import { ImportRefused } from './import-refused.ts';
import type { Importing } from './importing.ts';
import { insertRows } from './insert-rows.ts';
import type { Archive, ArchiveRow } from './read-archive.ts';
import { drop } from './not-imported.ts';
import { readRow, type ShapedRow } from './row-shapes.ts';

export type People = { owner: ShapedRow<'users'>; others: ShapedRow<'users'>[] };

/** The owner who gets the account, and everyone else who belonged to it. */
export async function peopleOf(archive: Archive, wanted: string | undefined): Promise<People> {
  const people: ShapedRow<'users'>[] = [];
  for await (const row of archive.rows('users')) people.push(readRow('users', row));
  const present = people
    .filter(({ removed_at: removed }) => typeof removed !== 'string')
    .sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
  const owners = present.filter(({ role }) => role === 'owner');
  const owner =
    wanted === undefined
      ? owners[0]
      : owners.find(({ email }) => spellingOf(email).toLowerCase() === spellingOf(wanted).toLowerCase());
  if (!owner || mailAddress(owner.email) === undefined)
    throw new ImportRefused(
      wanted === undefined
        ? 'The archive contains no owner with an email address who could get the account.'
        : `The archive contains no owner with the address ${wanted}.`,
    );
  return { owner, others: present.filter((person) => person !== owner) };
}

/**
 * Imports the account and its owner, who cannot sign in yet. The archive cannot prove when people joined,
 * were last active or confirmed their address, so none of that is imported.
 */
export async function importAccountRows(
  tx: Tx,
  { accountId, now }: ImportRun,
  archive: Archive,
  { owner }: People,
): Promise<void> {
  const at = new Date(now).toISOString();
  for await (const given of archive.rows('accounts')) {
    const { id, name, plan, delete_after_months: after, ...row } = readRow('accounts', given);
    const { formats = null, defaults = null } = row;
    // The payment provider determines the plan, and archives do not contain customer ids.
    const kept = {
      ...row,
      ...{ formats, defaults },
      signature_kinds: readMarkKinds(row.signature_kinds),
      delete_after_months: after ?? null,
      plan: plan ? 'free' : '',
      created_at: at,
    };
    const account = { ...kept, id, name: cleanTitle(name).slice(0, 100) };
    await insertRows(tx, 'accounts', [account], 'The account');
  }
  const safe = (name: string): string => (nameProblem(name) ? '' : name);
  const person = {
    account_id: accountId,
    id: owner.id,
    role: 'owner',
    email: owner.email,
    created_at: at,
    issuer: embeddedIssuer,
    subject: randomUUID(),
    first_name: safe(owner.first_name),
    last_name: safe(owner.last_name),
  };
  await insertRows(tx, 'users', [person], `The owner ${owner.email}`);
  await recordAccountEvent(tx, accountId, { type: 'account_imported', detail: archive.manifest.madeAt }, now);
}

/** Imports folders and groups. Private folders go to the owner, as when a member leaves. */
export async function importFolders(tx: Tx, carrying: ImportRun, archive: Archive): Promise<void> {
  const { accountId, ownerId, now } = carrying;
  const at = new Date(now).toISOString();
  const own = { account_id: accountId, created_at: at };
  for await (const row of archive.rows('member_groups')) {
    const name = cleanTitle(String(row['name']));
    const group = { ...own, id: row['id'], name, name_key: folderNameKey(name) };
    await insertRows(tx, 'member_groups', [group], `The group ${name}`);
  }
  const folders: ShapedRow<'folders'>[] = [];
  for await (const row of archive.rows('folders')) folders.push(readRow('folders', row));
  const places = folders.map(({ id, parent_id: parentId = null, name }) => ({ id, parentId, name }));
  const taken = new Map<string, Set<string>>();
  const rows = folders.map((folder) => {
    const { parent_id: parentId = null } = folder;
    const misplaced = placeFolder(places, { id: folder.id, parentId, name: folder.id });
    if (misplaced) throw new ImportRefused(`The folder ${folder.id} cannot be imported: ${misplaced.detail}`);
    const keeper = folder.private_to ? ownerId : null;
    const beside = `${parentId} ${keeper}`;
    const names = taken.get(beside) ?? new Set<string>();
    const name = freeFolderName(cleanTitle(folder.name), names);
    taken.set(beside, names.add(folderNameKey(name)));
    const place = { id: folder.id, parent_id: parentId, private_to: keeper };
    const { removed_at = null, defaults = null } = folder;
    return { ...own, ...place, name, name_key: folderNameKey(name), removed_at, defaults };
  });
  await insertRows(tx, 'folders', rows, 'A folder');
  for await (const { folder_id, group_id, access } of archive.rows('folder_grants'))
    await insertRows(
      tx,
      'folder_grants',
      [{ account_id: accountId, folder_id, group_id, access }],
      `The access to the folder ${String(folder_id)}`,
    );
}

export async function importContactRows(tx: Tx, carrying: ImportRun, archive: Archive): Promise<void> {
  const { accountId, ownerId, now } = carrying;
  const at = new Date(now).toISOString();
  const taken = new Set<string>();
  let rows: Record<string, unknown>[] = [];
  for await (const given of archive.rows('contacts')) {
    const { id, language, private_to: keeper, ...card } = readRow('contacts', given);
    const clean = cleanCard(card);
    const book = keeper ? 'private' : 'shared';
    const isTwice = taken.has(`${book} ${emailKey(clean.email)}`);
    if (mailAddress(clean.email) === undefined || nameProblem(clean.name) || isTwice) {
      drop(carrying.dropped, 'contacts');
      continue;
    }
    taken.add(`${book} ${emailKey(clean.email)}`);
    rows.push({
      account_id: accountId,
      id,
      ...clean,
      ...listKeys(clean),
      email_key: emailKey(clean.email),
      language: language ?? null,
      private_to: keeper ? ownerId : null,
      created_at: at,
      updated_at: at,
    });
    if (rows.length < 500) continue;
    await insertRows(tx, 'contacts', rows, 'A contact');
    rows = [];
  }
  await insertRows(tx, 'contacts', rows, 'A contact');
}

/**
 * Imports settings as disabled. Until the owner enables them, nothing calls other systems or gives programs
 * access.
 */
export async function importSettings(
  tx: Tx,
  importing: Importing,
  carrying: ImportRun,
  archive: Archive,
): Promise<void> {
  const { accountId, ownerId, now } = carrying;
  const at = new Date(now).toISOString();
  for await (const row of archive.rows('webhook_endpoints')) {
    const key = { accountId, id: String(row['id']) };
    const endpoint = {
      account_id: accountId,
      id: row['id'],
      created_by: ownerId,
      url: row['url'],
      kinds: row['kinds'],
      include_values: row['include_values'] === true,
      secret: sealWebhookSecret(importing.webhookKey, key, createSecret()),
      created_at: at,
      state: 'off',
      disabled_reason: 'member',
    };
    await insertRows(tx, 'webhook_endpoints', [endpoint], `The webhook ${String(row['id'])}`);
  }
  for await (const row of archive.rows('api_keys')) {
    if (row['user_id'] !== ownerId) continue;
    const { id, name, mode, scopes } = row;
    const key = { account_id: accountId, id, user_id: ownerId, name, mode, scopes };
    await insertRows(
      tx,
      'api_keys',
      [{ ...key, created_at: at, revoked_at: at }],
      `The API key ${String(id)}`,
    );
  }
  for await (const row of archive.rows('report_schedules')) {
    const every = reportIntervals.find((name) => name === row['every']);
    if (every === undefined || row['user_id'] !== ownerId) continue;
    const next = new Date(endOfPeriod(every, now)).toISOString();
    const schedule = { account_id: accountId, every, user_id: ownerId, next_at: next };
    await insertRows(tx, 'report_schedules', [schedule], 'The schedule of reports');
  }
  for await (const { user_id, language, timezone, theme, auto_save, notifications, views } of archive.rows(
    'preferences',
  )) {
    if (user_id !== ownerId) continue;
    const kept = savedViews.safeParse(views).data ?? [];
    const choices = { language, timezone, theme, auto_save, notifications, views: kept, updated_at: at };
    await insertRows(
      tx,
      'preferences',
      [{ account_id: accountId, user_id, ...choices }],
      'The preferences of the owner',
    );
  }
}

/** Imports the brand as if the owner had just entered it. Its reply-to address must be confirmed again. */
export async function readBrand(
  importing: Pick<Importing, 'config'>,
  archive: Archive,
): Promise<{ row: Record<string, unknown>; logo: Uint8Array | undefined } | undefined> {
  for await (const row of archive.rows('brands')) return brandOf(importing, archive, row);
  return undefined;
}

async function brandOf(importing: Pick<Importing, 'config'>, archive: Archive, row: ArchiveRow) {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const typed = { name: text(row['name']), color: text(row['color']) || null, footer: text(row['footer']) };
  const brand = checkBrand(typed, serviceNames(importing.config));
  if (isRefusal(brand)) return undefined;
  const file = row['logo_sha256'];
  const isThere = typeof file === 'string' && archive.names.has(`files/${file}`);
  const logo = isThere ? readLogo(await archive.file(file)) : undefined;
  const read = logo === undefined || isRefusal(logo) ? undefined : logo;
  return { row: { ...brand, logo_type: read?.mediaType ?? null }, logo: read?.bytes };
}

export const freshToken = (): string => randomBytes(16).toString('base64url');
