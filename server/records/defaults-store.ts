import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import {
  resolveDefaults,
  type Defaults,
  type DefaultsLevel,
  type ResolvedDefaults,
} from '#core/template/defaults.ts';
import { cleanMessage } from '#core/mail/clean-message.ts';
import { subjectProblem } from '#core/mail/subject.ts';
import { cleanTitle } from '#core/document/title.ts';
import { folderPath } from '#core/folder/folder.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../foundation/db/schema.ts';
import { findSignatureKinds, mustProtectLinks } from './account-settings.ts';
import { listFolders } from './folder-store.ts';
import { findAccountFormats } from './formats-store.ts';
import { accountReturnUrl, checkReturnUrl } from './return-url-store.ts';

type Db = Kysely<Schema>;
type Place = string | null | undefined;

/**
 * Returns the settings of a new document. The first of these folders takes precedence over the others, such
 * as the folder of its template. Settings that a document only gets from the account when it is sent are left
 * out.
 */
export async function findDefaults(db: Db, accountId: string, places: readonly Place[]): Promise<Defaults> {
  const { values } = resolveDefaults(await levelsFor(db, accountId, places));
  const { returnUrl, linksProtected: _rule, ...defaults } = values;
  const allowed = returnUrl === undefined ? undefined : await checkReturnUrl(db, accountId, returnUrl);
  return { ...defaults, ...(allowed !== undefined && !isRefusal(allowed) && { returnUrl: allowed }) };
}

/** Like `findDefaults`, but includes all settings of the account, and says where each one comes from. */
export async function explainDefaults(
  db: Db,
  accountId: string,
  places: readonly Place[],
): Promise<ResolvedDefaults> {
  const signatureKinds = await findSignatureKinds(db, accountId);
  const formats = await findAccountFormats(db, accountId);
  const returnUrl = await accountReturnUrl(db, accountId);
  const linksProtected = await mustProtectLinks(db, { accountId });
  const defaults = {
    ...(signatureKinds && { signatureKinds }),
    ...(formats && { formats }),
    ...(returnUrl !== '' && { returnUrl }),
    ...(linksProtected && { linksProtected }),
  };
  const levels = await levelsFor(db, accountId, places);
  return resolveDefaults([...levels, { source: ofAccount, defaults }]);
}

/**
 * Returns the defaults in the account's `defaults` column. Other settings of new documents have their own
 * columns.
 */
export async function findAccountDefaults(db: Db, accountId: string): Promise<Defaults> {
  const row = await db
    .selectFrom('accounts')
    .select('defaults')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.defaults ?? {};
}

/** Returns the settings with their texts as stored, or why they cannot be used. */
export function readDefaults({ subject, message, ...defaults }: Defaults): Defaults | Refusal {
  const line = subject === undefined ? undefined : cleanTitle(subject);
  const wrong = line === undefined ? undefined : subjectProblem(line);
  if (wrong) return wrong;
  return {
    ...defaults,
    ...(line !== undefined && { subject: line }),
    ...(message !== undefined && { message: cleanMessage(message) }),
  };
}

/** Returns the names of the settings that differ. */
export function changedDefaults(before: Defaults, after: Defaults): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Defaults>;
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

const ofAccount = { folderId: null, name: '' };

/** Returns the levels with the nearest one first. */
async function levelsFor(db: Db, accountId: string, places: readonly Place[]): Promise<DefaultsLevel[]> {
  const wanted = places.flatMap((id) => id ?? []);
  const folders = wanted.length === 0 ? [] : await listFolders(db, accountId);
  const paths = wanted.flatMap((id) => folderPath(folders, id).toReversed());
  const levels = [...new Set(paths)].map(({ id, name, defaults }) => ({
    source: { folderId: id, name },
    defaults,
  }));
  return [...levels, { source: ofAccount, defaults: await findAccountDefaults(db, accountId) }];
}
