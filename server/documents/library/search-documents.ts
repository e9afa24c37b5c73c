import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { keysOfRareRuns, ofPeople, ofTitles } from './rare-runs.ts';
import { documentsIn, many, startsWith, type Start } from './starts-of-titles.ts';

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

/** Documents that are gone through in their order before the index of words is asked: at first, and then at most. */
const windows = { title: { first: 1_000, most: 10_000 }, person: { first: 500, most: 5_000 } };
/** By title less at once: where there are none the next start of titles that has hits is gone to (0143). */
const titleWindows = { first: 500, most: 5_000 };
const growth = 10;
/** Up to so many documents of a person they are all looked at before a larger window. */
const fewOfPerson = 2_000;

/**
 * The first documents with these words. Words that many have are found by going through the newest (or whatever stands
 * first in the order), words that few have by the index of words (0130): neither is quick for both, and the database
 * cannot tell which they are, so a window is looked through first. `others` begins behind the last one seen.
 */
export async function searchDocuments(db: Kysely<Schema>, asked: Search, others: Others): Promise<Found> {
  const { words, order } = asked;
  const byStart = order.column === titleColumn && hasRuns(words.title);
  const sizes = byStart
    ? { ...titleWindows, stop: 2_000 }
    : words.person === ''
      ? windows.title
      : windows.person;
  const seen = await lookOn(db, others, asked, sizes);
  if (seen) return seen;
  return (byStart && (await askStarts(db, others, asked))) || askIndex(db, others, asked);
}

export type Search = {
  accountId: string;
  words: Words;
  order: SearchOrder;
  /** In the order of titles: the title behind which `others` begins. */
  from?: string | undefined;
  limit: number;
};

const titleColumn = 'documents.title_key';

/** Goes through the first of the order. Undefined where these do not tell, and going on would not soon. */
async function lookOn(
  db: Kysely<Schema>,
  others: Others,
  asked: Search,
  {
    first,
    most,
    stop = Infinity,
  }: { first: number; most: number; /** Rather nothing than more. */ stop?: number },
): Promise<Found | undefined> {
  const { words, limit } = asked;
  for (let size = first; ;) {
    const seen = await lookThrough(db, others, words, { ...asked, size });
    const { ids, hits } = seen;
    if (seen.looked < size) return { ids, total: hits, more: false };
    if (ids.length === limit) return { ids, total: hits, more: true };
    if (size === first && hasRuns(words.person)) {
      const few = await askPeople(db, others, asked, fewOfPerson);
      if (few) return few;
    }
    // The next window would not fill the page either, and the index would be asked after it.
    if (size === most || (hits * growth < limit && hasKeys(words))) return undefined;
    // Twice as many as fill the page, if there are as many hits among them.
    size = hits === 0 ? most : Math.min(most, Math.ceil((2 * size * limit) / hits));
    if (size > stop) return undefined;
  }
}

/**
 * By the starts of titles: of those with few hits all are gathered, the first with many is gone through from its
 * beginning. Undefined where that neither fills the page nor shows that there are no more.
 */
async function askStarts(db: Kysely<Schema>, others: Others, asked: Search): Promise<Found | undefined> {
  const { accountId, words, order, limit, from } = asked;
  const { starts, ended } = await startsWith(db, { accountId, title: words.title, down: order.down, from });
  const few = starts.filter(({ hits }) => hits < many);
  const first = await gather(db, others, asked, few);
  const large = starts.find(({ hits }) => hits >= many);
  if (ended && !large) return { ...first, more: false };
  if (first.ids.length === limit) return { ...first, more: true };
  if (!large) return undefined;
  const rest = { ...asked, limit: limit - first.ids.length };
  const behind = await lookOn(db, beginningWith(others, large, order), rest, titleWindows);
  if (behind)
    return { ids: [...first.ids, ...behind.ids], total: first.total + behind.total, more: behind.more };
  const all = await gather(db, others, asked, starts);
  return all.ids.length === limit ? { ...all, more: true } : undefined;
}

/** Every start before it in the order is left out: its titles are all on the other side. */
function beginningWith(others: Others, { start, before }: Start, { down }: SearchOrder): Others {
  if (!down) return others.where(sql<boolean>`documents.title_key >= ${start} COLLATE "C"`);
  return before === null ? others : others.where(sql<boolean>`documents.title_key < ${before} COLLATE "C"`);
}

async function gather(
  db: Kysely<Schema>,
  others: Others,
  { accountId, words, order, limit }: Search,
  starts: readonly Start[],
): Promise<{ ids: string[]; total: number }> {
  if (starts.length === 0) return { ids: [], total: 0 };
  const hits = others
    .select('documents.id')
    .select(sql.ref(order.column).as('key'))
    .where(sql<boolean>`documents.id IN (SELECT document_id FROM found)`)
    .where(hold(words));
  const { rows } = await sql<{ ids: string[]; hits: number }>`
    WITH found AS MATERIALIZED (${documentsIn(accountId, words.title, starts)}), hits AS MATERIALIZED (${hits})
    SELECT ARRAY(SELECT id FROM hits ORDER BY ${sortedBy(order)} LIMIT ${limit})::text[] AS ids,
           (SELECT count(*) FROM hits)::integer AS hits`.execute(db);
  return { ids: rows[0]!.ids, total: rows[0]!.hits };
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

/** Words of one or two letters have no runs: then all documents are gone through. */
async function askIndex(db: Kysely<Schema>, others: Others, asked: Search): Promise<Found> {
  const { accountId, words, order, limit } = asked;
  const ofPerson = words.person !== '';
  if (ofPerson) {
    const most = words.title === '' ? undefined : manyOfPerson;
    const found = await askPeople(db, others, asked, most);
    if (found) return found;
  }
  const keys = await keysOfRareRuns(db, accountId, words.title, ofTitles);
  const hits = others
    .select('documents.id')
    .select(sql.ref(order.column).as('key'))
    .where(hold({ ...words, person: '' }))
    .where(sql<boolean>`search_keys(documents.account_id, documents.title) @> (${keys})`)
    .$if(ofPerson, (select) => select.where(hold({ ...words, title: '' })));
  const { rows } = await sql<{ ids: string[]; hits: number }>`
    WITH hits AS MATERIALIZED (${hits})
    SELECT ARRAY(SELECT id FROM hits ORDER BY ${sortedBy(order)} LIMIT ${limit})::text[] AS ids,
           (SELECT count(*) FROM hits)::integer AS hits`.execute(db);
  return { ids: rows[0]!.ids, total: rows[0]!.hits, more: false };
}

/** From so many documents of a person on, words in titles are taken to be the rarer of the two. */
const manyOfPerson = 5_000;

/** Among the documents of a person; undefined where these are `most` or more, of which none was looked at. */
async function askPeople(
  db: Kysely<Schema>,
  others: Others,
  { accountId, words, order, limit }: Search,
  most: number | undefined,
): Promise<Found | undefined> {
  const counted = most === undefined ? sql`` : sql`LIMIT ${most}`;
  const keys = await keysOfRareRuns(db, accountId, words.person, ofPeople);
  let hits = others
    .select('documents.id')
    .select(sql.ref(order.column).as('key'))
    .where(sql<boolean>`documents.id = ANY (ARRAY(SELECT document_id FROM people))`);
  if (words.title !== '') hits = hits.where(hold({ ...words, person: '' }));
  if (most !== undefined) hits = hits.where(sql<boolean>`(SELECT count(*) FROM people) < ${most}`);
  const { rows } = await sql<{ ids: string[]; hits: number; people: number }>`
    WITH people AS MATERIALIZED (${documentsOf(accountId, words.person, keys)} ${counted}), hits AS MATERIALIZED (${hits})
    SELECT ARRAY(SELECT id FROM hits ORDER BY ${sortedBy(order)} LIMIT ${limit})::text[] AS ids,
           (SELECT count(*) FROM hits)::integer AS hits, (SELECT count(*) FROM people)::integer AS people`.execute(
    db,
  );
  const { ids, hits: total, people } = rows[0]!;
  return most !== undefined && people >= most ? undefined : { ids, total, more: false };
}

function documentsOf(accountId: string, person: string, keys: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT recipients.document_id FROM recipients
     WHERE recipients.account_id = ${accountId} AND ${namesPerson(person)}
       AND search_keys(recipients.account_id, recipients.name || ' ' || recipients.email) @> (${keys})`;
}

const hasRuns = (words: string): boolean => /.{3}|[\u2e80-\u{10ffff}]./su.test(words);

const hasKeys = ({ title, person }: Words): boolean => hasRuns(title) || hasRuns(person);

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
