import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** Words that a title has to hold, and words that the name or the address of a recipient has to. */
export type Words = { title: string; person: string };

/** The columns of an order, and which way it goes. */
export type SearchOrder = { column: string; down: boolean };

/** The documents that every filter but the words lets through. */
type Others = SelectQueryBuilder<Schema, 'documents', object>;

export type Found = {
  /** In their order. */
  ids: string[];
  /** How many hits there are; with `more`, at least. */
  total: number;
  more: boolean;
};

/** Documents that are gone through in their order before the index of words is asked; the second window is ten times the first. */
const windows = { title: [1_000, 10_000], person: [500, 5_000] };
const growth = 10;

/**
 * The first documents with these words. Words that many have are found by going through the newest (or whatever stands
 * first in the order), words that few have by the index of words (0130): neither is quick for both, and the database
 * cannot tell which they are, so a window is looked through first. `others` begins behind the last one seen.
 */
export async function searchDocuments(
  db: Kysely<Schema>,
  { accountId, words, order, limit }: { accountId: string; words: Words; order: SearchOrder; limit: number },
  others: Others,
): Promise<Found> {
  for (const size of words.person === '' ? windows.title : windows.person) {
    const seen = await lookThrough(db, others, words, { order, limit, size });
    const { ids, hits } = seen;
    if (seen.looked < size) return { ids, total: hits, more: false };
    if (ids.length === limit) return { ids, total: hits, more: true };
    // The next window would not fill the page either, and the index would be asked after it.
    if (hits * growth < limit && hasKeys(words)) break;
  }
  return askIndex(db, others, words, { accountId, order, limit });
}

type Window = { order: SearchOrder; limit: number; size: number };

async function lookThrough(
  db: Kysely<Schema>,
  others: Others,
  words: Words,
  { order, limit, size }: Window,
): Promise<{ ids: string[]; hits: number; looked: number }> {
  const looked = inOrder(others, order)
    .select(['documents.account_id', 'documents.id', 'documents.title'])
    .select(sql.ref(order.column).as('key'))
    .limit(size);
  const { rows } = await sql<{ ids: string[]; hits: number; looked: number }>`
    WITH looked AS MATERIALIZED (${looked}),
         hits AS MATERIALIZED (SELECT id, key FROM looked AS documents WHERE ${hold(words)})
    SELECT ARRAY(SELECT id FROM hits ORDER BY ${sortedBy(order)} LIMIT ${limit})::text[] AS ids,
           (SELECT count(*) FROM hits)::integer AS hits, (SELECT count(*) FROM looked)::integer AS looked`.execute(
    db,
  );
  return rows[0]!;
}

type Asked = { accountId: string; order: SearchOrder; limit: number };

/** Words of one or two letters have no runs: then all documents are gone through. */
async function askIndex(db: Kysely<Schema>, others: Others, words: Words, asked: Asked): Promise<Found> {
  const { accountId, order, limit } = asked;
  const byPerson = words.person !== '' && (words.title === '' || (await areFew(db, asked, words.person)));
  let hits = others.select('documents.id').select(sql.ref(order.column).as('key'));
  if (words.title !== '') hits = hits.where(hold({ ...words, person: '' }));
  if (byPerson) hits = hits.where(sql<boolean>`documents.id IN (SELECT document_id FROM people)`);
  else
    hits = hits
      .where(
        sql<boolean>`search_keys(documents.account_id, documents.title) @> ${keysOf(accountId, words.title)}`,
      )
      .$if(words.person !== '', (select) => select.where(hold({ ...words, title: '' })));
  const people = byPerson ? sql`people AS MATERIALIZED (${documentsOf(accountId, words.person)}), ` : sql``;
  const { rows } = await sql<{ ids: string[]; hits: number }>`
    WITH ${people} hits AS MATERIALIZED (${hits})
    SELECT ARRAY(SELECT id FROM hits ORDER BY ${sortedBy(order)} LIMIT ${limit})::text[] AS ids,
           (SELECT count(*) FROM hits)::integer AS hits`.execute(db);
  return { ids: rows[0]!.ids, total: rows[0]!.hits, more: false };
}

/** From so many documents of a person on, words in titles are taken to be the rarer of the two. */
const manyOfPerson = 5_000;

async function areFew(db: Kysely<Schema>, { accountId }: Asked, person: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (${documentsOf(accountId, person)} LIMIT ${manyOfPerson}) AS counted`.execute(
    db,
  );
  return rows[0]!.count < manyOfPerson;
}

function documentsOf(accountId: string, person: string): RawBuilder<unknown> {
  return sql`SELECT recipients.document_id FROM recipients
     WHERE recipients.account_id = ${accountId} AND ${namesPerson(person)}
       AND search_keys(recipients.account_id, recipients.name || ' ' || recipients.email) @> ${keysOf(accountId, person)}`;
}

const keysOf = (accountId: string, words: string): RawBuilder<unknown> =>
  sql`search_keys(${accountId}::uuid, ${words})`;

const hasKeys = ({ title, person }: Words): boolean =>
  [title, person].some((words) => /.{3}|[\u2e80-\u{10ffff}]./su.test(words));

/**
 * That a row named `documents` holds the words. OFFSET has each looked up by its document: as a join of a few thousand of them
 * it was made by reading the recipients of all accounts.
 */
function hold({ title, person }: Words): RawBuilder<boolean> {
  const named = sql<boolean>`EXISTS (SELECT FROM recipients WHERE recipients.account_id = documents.account_id
      AND recipients.document_id = documents.id AND ${namesPerson(person)} OFFSET 0)`;
  const titled = sql<boolean>`documents.title ILIKE ${containing(title)}`;
  if (title === '') return named;
  return person === '' ? titled : sql<boolean>`${titled} AND ${named}`;
}

function namesPerson(person: string): RawBuilder<boolean> {
  const like = containing(person);
  return sql<boolean>`(recipients.name ILIKE ${like} OR recipients.email ILIKE ${like})`;
}

function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function inOrder(others: Others, { column, down }: SearchOrder): Others {
  const direction = down ? 'desc' : 'asc';
  return others.orderBy(sql.ref(column), direction).orderBy('documents.id', direction);
}

function sortedBy({ down }: SearchOrder): RawBuilder<unknown> {
  return down ? sql`key DESC, id DESC` : sql`key, id`;
}
