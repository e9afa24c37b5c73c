import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { ofPeople, ofTitles, searchByRareTrigrams, type IndexKeys } from './rare-runs.ts';
import {
  selectFirstHits,
  hold,
  namesPerson,
  type Found,
  type Hit,
  type Others,
  type Search,
} from './words.ts';

/**
 * If the word index returns at most this many documents, all of them are checked before a larger window is
 * scanned.
 */
const few = 2_000;

/** Chooses the index keys for these words. A search for a person uses the index of recipients. */
export const chooseIndexKeys = (db: Kysely<Schema>, { accountId, words }: Search): Promise<IndexKeys> =>
  words.person === ''
    ? searchByRareTrigrams(db, accountId, words.title, ofTitles)
    : searchByRareTrigrams(db, accountId, words.person, ofPeople);

/** Returns all hits from the index in one query; undefined if there are more than `few`. */
export async function queryFewDocuments(
  db: Kysely<Schema>,
  others: Others,
  asked: Search,
  { keys }: IndexKeys,
): Promise<Found | undefined> {
  if (asked.words.person !== '') return searchPeople(db, others, asked, keys, few);
  const found = await searchTitles(db, others, asked, keys, few);
  return found.more ? undefined : found;
}

/**
 * Returns hits from the index. Words of one or two letters have no trigrams, so all documents are scanned for
 * them.
 */
export async function queryIndex(
  db: Kysely<Schema>,
  others: Others,
  asked: Search,
  sought: IndexKeys,
): Promise<Found> {
  const { accountId, words } = asked;
  if (words.person === '') return searchTitles(db, others, asked, sought.keys);
  const most = words.title === '' ? undefined : manyOfPerson;
  const found = await searchPeople(db, others, asked, sought.keys, most);
  if (found) return found;
  const { keys } = await searchByRareTrigrams(db, accountId, words.title, ofTitles);
  return searchTitles(db, others, asked, keys);
}

/** Searches the index of titles and returns at most `most` hits. */
async function searchTitles(
  db: Kysely<Schema>,
  others: Others,
  { words, order, limit }: Search,
  keys: RawBuilder<unknown>,
  most?: number,
): Promise<Found> {
  const hits = others
    .select('documents.id')
    .select(sql.ref(order.column).as('key'))
    .where(hold({ ...words, person: '' }))
    .where(sql<boolean>`search_keys(documents.account_id, documents.title) @> (${keys})`)
    .$if(words.person !== '', (select) => select.where(hold({ ...words, title: '' })))
    .$if(most !== undefined, (select) => select.limit(most!));
  const { rows } = await sql<{ first: Hit[]; total: number }>`
    WITH hits AS MATERIALIZED (${hits})
    SELECT ${selectFirstHits(order, limit)} AS first,
           (SELECT count(*) FROM hits)::integer AS total`.execute(db);
  const { first, total } = rows[0]!;
  return { hits: first, total, more: most !== undefined && total >= most };
}

/** If a person has this many documents, the words in the title are probably more selective. */
const manyOfPerson = 5_000;

/**
 * Searches the documents of a person. Returns undefined, without reading any document, if there are `most` or
 * more.
 */
async function searchPeople(
  db: Kysely<Schema>,
  others: Others,
  { accountId, words, order, limit }: Search,
  keys: RawBuilder<unknown>,
  most: number | undefined,
): Promise<Found | undefined> {
  const counted = most === undefined ? sql`` : sql`LIMIT ${most}`;
  let hits = others
    .select('documents.id')
    .select(sql.ref(order.column).as('key'))
    .where(sql<boolean>`documents.id = ANY ((SELECT documents FROM people)::uuid[])`);
  if (words.title !== '') hits = hits.where(hold({ ...words, person: '' }));
  if (most !== undefined)
    hits = hits.where(sql<boolean>`(SELECT cardinality(documents) FROM people) < ${most}`);
  const { rows } = await sql<{ first: Hit[]; total: number; people: number }>`
    WITH people AS MATERIALIZED (SELECT ARRAY(${documentsOf(accountId, words.person, keys)} ${counted}) AS documents),
         hits AS MATERIALIZED (${hits})
    SELECT ${selectFirstHits(order, limit)} AS first,
           (SELECT count(*) FROM hits)::integer AS total, (SELECT cardinality(documents) FROM people) AS people`.execute(
    db,
  );
  const { first, total, people } = rows[0]!;
  return most !== undefined && people >= most ? undefined : { hits: first, total, more: false };
}

function documentsOf(accountId: string, person: string, keys: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT recipients.document_id FROM recipients
     WHERE recipients.account_id = ${accountId} AND ${namesPerson(person)}
       AND search_keys(recipients.account_id, recipients.name || ' ' || recipients.email) @> (${keys})`;
}
