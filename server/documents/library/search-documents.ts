import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { queryFewDocuments, queryIndex, chooseIndexKeys } from './ask-index.ts';
import type { IndexKeys } from './rare-runs.ts';
import { documentsIn, many, startsWith, type Start } from './starts-of-titles.ts';
import {
  hasKeys,
  hasRuns,
  selectFirstHits,
  hold,
  type Found,
  type Hit,
  type Others,
  type Search,
  type SearchOrder,
  type Words,
} from './words.ts';

/** Number of documents scanned in list order before the word index is used: initial and maximum. */
const windows = { title: { first: 1_000, most: 10_000 }, person: { first: 500, most: 5_000 } };
/** Smaller for title order, because the search can skip to the next title prefix with hits (0143). */
const titleWindows = { first: 500, most: 5_000 };
const growth = 10;

/**
 * Accounts that turned out to be larger than a scan window. Only for these, the planner's estimate is queried
 * first. A forgotten entry costs half a millisecond.
 */
const large = new Set<string>();
const maxNoted = 10_000;

/**
 * Returns the first documents that match the words. Scanning in list order is fast for common words, and the
 * word index (0130) is fast for rare ones. If the planner's estimate does not decide between them, a window
 * is scanned first. `others` starts after the last row seen.
 */
export async function searchDocuments(db: Kysely<Schema>, asked: Search, others: Others): Promise<Found> {
  const { accountId, words, order, limit } = asked;
  const byStart = order.column === titleColumn && hasRuns(words.title);
  const sizes = byStart
    ? { ...titleWindows, stop: 2_000 }
    : words.person === ''
      ? windows.title
      : windows.person;
  const index = indexFor(db, others, asked);
  if (large.has(accountId) && isEstimatedRare(await index.sought(), sizes.first, limit)) {
    const all = await index.few();
    if (all) return all;
  }
  const afterFirst = hasRuns(words.person) ? index.few : undefined;
  const seen = await scanWindows(db, others, asked, { ...sizes, afterFirst });
  if (seen) return seen;
  return (
    (byStart && (await searchPrefixes(db, others, asked))) ||
    queryIndex(db, others, asked, await index.sought())
  );
}

/** Caches the index queries of one search: the choice of keys and, if there are few, all hits. */
function indexFor(db: Kysely<Schema>, others: Others, asked: Search) {
  let pendingKeys: Promise<IndexKeys> | undefined;
  let found: Promise<Found | undefined> | undefined;
  const sought = (): Promise<IndexKeys> => (pendingKeys ??= chooseIndexKeys(db, asked));
  const few = (): Promise<Found | undefined> =>
    (found ??= sought().then((keys) => queryFewDocuments(db, others, asked, keys)));
  return { sought, few };
}

/**
 * Returns true if the planner estimates that the first window does not contain enough hits to fill the page.
 */
const isEstimatedRare = ({ share }: IndexKeys, first: number, limit: number): boolean =>
  share !== undefined && share * first < limit;

function recordLargeAccount(accountId: string): void {
  if (large.size >= maxNoted) large.clear();
  large.add(accountId);
}

const titleColumn = 'documents.title_key';

type Windows = {
  first: number;
  most: number;
  /** Gives up instead of scanning more rows than this. */
  stop?: number;
  /** Alternative to try if the first window did not fill the page. */
  afterFirst?: (() => Promise<Found | undefined>) | undefined;
};

/**
 * Scans windows of growing size in list order. Returns undefined if the result is incomplete and a larger
 * window is unlikely to help.
 */
async function scanWindows(
  db: Kysely<Schema>,
  others: Others,
  asked: Search,
  { first, most, stop = Infinity, afterFirst }: Windows,
): Promise<Found | undefined> {
  const { words, limit } = asked;
  for (let size = first; ;) {
    const seen = await lookThrough(db, others, words, { ...asked, size });
    const { first: hits, total } = seen;
    if (seen.looked < size) return { hits, total, more: false };
    if (hits.length === limit) return { hits, total, more: true };
    if (size === first) {
      recordLargeAccount(asked.accountId);
      const all = await afterFirst?.();
      if (all) return all;
    }
    // The next window would not fill the page either, and the index would still be needed.
    if (size === most || (total * growth < limit && hasKeys(words))) return undefined;
    // Twice the size that should fill the page, given the density of hits so far.
    size = total === 0 ? most : Math.min(most, Math.ceil((2 * size * limit) / total));
    if (size > stop) return undefined;
  }
}

/**
 * Searches by title prefix. Collects all hits for prefixes with few hits, and scans the first prefix with
 * many hits from its beginning. Returns undefined if the page is not full but more hits may exist.
 */
async function searchPrefixes(db: Kysely<Schema>, others: Others, asked: Search): Promise<Found | undefined> {
  const { accountId, words, order, limit, from } = asked;
  const { starts, ended } = await startsWith(db, { accountId, title: words.title, down: order.down, from });
  const few = starts.filter(({ hits }) => hits < many);
  const first = await gather(db, others, asked, few);
  const large = starts.find(({ hits }) => hits >= many);
  if (ended && !large) return { ...first, more: false };
  if (first.hits.length === limit) return { ...first, more: true };
  if (!large) return undefined;
  const rest = { ...asked, limit: limit - first.hits.length };
  const behind = await scanWindows(db, beginningWith(others, large, order), rest, titleWindows);
  if (behind)
    return { hits: [...first.hits, ...behind.hits], total: first.total + behind.total, more: behind.more };
  const all = await gather(db, others, asked, starts);
  return all.hits.length === limit ? { ...all, more: true } : undefined;
}

/** Excludes all prefixes that come earlier in the order. */
function beginningWith(others: Others, { start, before }: Start, { down }: SearchOrder): Others {
  if (!down) return others.where(sql<boolean>`documents.title_key >= ${start} COLLATE "C"`);
  return before === null ? others : others.where(sql<boolean>`documents.title_key < ${before} COLLATE "C"`);
}

async function gather(
  db: Kysely<Schema>,
  others: Others,
  { accountId, words, order, limit }: Search,
  starts: readonly Start[],
): Promise<Pick<Found, 'hits' | 'total'>> {
  if (starts.length === 0) return { hits: [], total: 0 };
  const hits = others
    .select('documents.id')
    .select(sql.ref(order.column).as('key'))
    .where(sql<boolean>`documents.id IN (SELECT document_id FROM found)`)
    .where(hold(words));
  const { rows } = await sql<{ first: Hit[]; total: number }>`
    WITH found AS MATERIALIZED (${documentsIn(accountId, words.title, starts)}), hits AS MATERIALIZED (${hits})
    SELECT ${selectFirstHits(order, limit)} AS first,
           (SELECT count(*) FROM hits)::integer AS total`.execute(db);
  return { hits: rows[0]!.first, total: rows[0]!.total };
}

type Looked = { first: Hit[]; total: number; looked: number };
type Window = { order: SearchOrder; limit: number; size: number };

async function lookThrough(
  db: Kysely<Schema>,
  others: Others,
  words: Words,
  { order, limit, size }: Window,
): Promise<Looked> {
  const looked = inOrder(others, order)
    .select(['documents.account_id', 'documents.id', 'documents.title'])
    .select(sql.ref(order.column).as('key'))
    .limit(size);
  const { rows } = await sql<Looked>`
    WITH looked AS MATERIALIZED (${looked}),
         hits AS MATERIALIZED (SELECT id, key FROM looked AS documents WHERE ${hold(words)})
    SELECT ${selectFirstHits(order, limit)} AS first,
           (SELECT count(*) FROM hits)::integer AS total, (SELECT count(*) FROM looked)::integer AS looked`.execute(
    db,
  );
  return rows[0]!;
}

function inOrder(others: Others, { column, down }: SearchOrder): Others {
  const direction = down ? 'desc' : 'asc';
  return others.orderBy(sql.ref(column), direction).orderBy('documents.id', direction);
}
