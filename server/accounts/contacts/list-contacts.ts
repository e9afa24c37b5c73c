import { sql, type Kysely } from 'kysely';
import { isId } from '../../foundation/db/new-id.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { seesContacts } from '../../records/visibility-store.ts';
import { foldForSearch, readContact, type Contact } from './contact.ts';
import { containing } from '../../foundation/db/like-pattern.ts';

export type ContactsQuery = {
  sight: Visibility;
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};
export type ContactsPage = { contacts: Contact[]; next: string | null };

/**
 * Returns one page of contacts, sorted by name, or by address if there is no name. The next page starts after
 * the last row of this one.
 */
export async function listContacts(
  db: Kysely<Schema>,
  accountId: string,
  query: ContactsQuery,
): Promise<ContactsPage> {
  const after = readCursor(query.cursor);
  let select = matching(db, accountId, query).selectAll();
  if (after)
    select = select.where(sql<boolean>`(sort_key, id) > (${after.sortKey} COLLATE "C", ${after.id}::uuid)`);
  const found = await select
    .orderBy('sort_key')
    .orderBy('id')
    .limit(query.limit + 1)
    .execute();
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  return {
    contacts: page.map(readContact),
    next: found.length > query.limit && last ? writeCursor(last.sort_key, last.id) : null,
  };
}

/** Counts all contacts, or those that match the search. */
export async function countContacts(
  db: Kysely<Schema>,
  accountId: string,
  query: Pick<ContactsQuery, 'q' | 'sight'>,
): Promise<number> {
  const counted = await matching(db, accountId, query)
    .select((count) => count.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(counted.count);
}

function matching(db: Kysely<Schema>, accountId: string, { q, sight }: Pick<ContactsQuery, 'q' | 'sight'>) {
  let select = db.selectFrom('contacts').where('account_id', '=', accountId).where(seesContacts(sight));
  // Every word must match some detail: 'grace harbour' finds Grace at Harbour.
  for (const word of foldForSearch(q ?? '').split(/\s+/))
    if (word !== '') select = select.where('search_text', 'like', containing(word));
  return select;
}

function writeCursor(sortKey: string, id: string): string {
  return Buffer.from(`${id} ${sortKey}`).toString('base64url');
}

function readCursor(cursor: string | undefined): { sortKey: string; id: string } | undefined {
  if (!cursor) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const [id, sortKey] = [text.slice(0, 36), text.slice(37)];
  return isId(id) && !sortKey.includes('\0') ? { sortKey, id } : undefined;
}
