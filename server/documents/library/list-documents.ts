import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { DocumentSort, DocumentSortKey, DocumentStatus } from '#contract/documents/documents.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { isId } from '../../foundation/db/new-id.ts';
import { countParts, noParts, type Parts } from '../count-parts.ts';
import { readDocument, type StoredDocument } from '../../records/document.ts';
import { hasReference, type ReferenceFilter } from '../../records/reference-store.ts';
import { seesDocuments, seesEveryDocument } from '../../records/visibility-store.ts';
import { searchDocuments } from './search-documents.ts';
import type { Hit } from './words.ts';

export type DocumentFilter = ReferenceFilter & {
  q?: string | undefined;
  status?: DocumentStatus | undefined;
  owner?: string | undefined;
  recipient?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Only pending documents that are waiting for someone with an address other than this one. */
  waitsForOthersThan?: string | undefined;
  /** Only pending documents that expire after `now`, and at or before `until` (ms UTC). */
  expires?: { now: number; until: number } | undefined;
  /** Only documents in these folders. Null means the top level, and undefined all folders. */
  folders?: readonly string[] | null | undefined;
  bin?: boolean | undefined;
  /** Lists only test documents. Without it, the list excludes them. */
  test?: boolean | undefined;
  /** Limits the list to what the requesting member may see. If undefined, there is no limit. */
  sight?: Visibility | undefined;
};

export type ListQuery = DocumentFilter & {
  sort?: DocumentSort | undefined;
  cursor?: string | undefined;
  limit: number;
};

export type Listing = {
  rows: { document: StoredDocument; parts: Parts }[];
  /** Number of matches, counted up to `countedTo`. */
  total: number;
  /** True if there are more than `total` matches. */
  more: boolean;
  next: string | null;
};

/**
 * Maximum number of hits that are counted. With more hits users narrow their search, so an exact count is not
 * worth the time.
 */
const countedTo = 1_000;

type Db = Kysely<Schema>;
type Order = { key: DocumentSortKey | 'deleted'; down: boolean };

/**
 * Returns one page of documents. Every order uses keyset pagination: the next page starts after the last row
 * seen, so its cost does not depend on the number of rows (§7).
 */
export async function listDocuments(db: Db, accountId: string, query: ListQuery): Promise<Listing> {
  const order = orderOf(query);
  const { page, last, counted } = await (hasWords(query) ? searched : listed)(db, accountId, query, order);
  const parts = await countParts(
    db,
    accountId,
    page.map((row) => row.id),
  );
  return {
    rows: page.map((row) => ({ document: readDocument(row), parts: parts.get(row.id) ?? noParts })),
    ...counted,
    next: last ? writeCursor(order, last) : null,
  };
}

type Counted = Pick<Listing, 'total' | 'more'>;

/** Returns a list without search words. `last` is the last row of the page if more rows follow. */
async function listed(db: Db, accountId: string, query: ListQuery, order: Order) {
  const { column } = sortings[order.key];
  const direction = order.down ? ('desc' as const) : ('asc' as const);
  const found = await following(matching(db, accountId, query), query, order)
    .selectAll('documents')
    .select(sql<string>`${sql.ref(column)}::text`.as('sorted_by'))
    .orderBy(sql.ref(column), direction)
    .orderBy('documents.id', direction)
    .limit(query.limit + 1)
    .execute();
  const page = found.slice(0, query.limit);
  const end = found.length > query.limit ? page.at(-1) : undefined;
  const last = end && { id: end.id, key: end.sorted_by };
  return { page, last, counted: await countMatching(db, accountId, query) };
}

/**
 * Searches titles or recipients. Documents whose external ID equals the searched text come first. The total
 * is counted as for the first page.
 */
async function searched(db: Db, accountId: string, query: ListQuery, order: Order) {
  const { column } = sortings[order.key];
  const words = { title: query.q ?? '', person: query.recipient?.trim() ?? '' };
  const asked = { accountId, words, order: { column, down: order.down }, limit: query.limit + 1 };
  const exact = await withExternalId(db, accountId, query);
  const all = matching(db, accountId, query).$if(exact.length > 0, (others) =>
    others.where('documents.id', 'not in', exact),
  );
  const first = await searchDocuments(db, asked, all);
  const after = readCursor(query.cursor, order);
  const { hits } = after
    ? await searchDocuments(db, { ...asked, from: after.value }, following(all, query, order))
    : first;
  const before = after ? [] : exact;
  const room = query.limit - before.length;
  const ids = [...before, ...hits.slice(0, room).map(({ id }) => id)];
  const rows = await matching(db, accountId, query)
    .selectAll('documents')
    .where('documents.id', 'in', ids.length > 0 ? ids : [accountId])
    .execute();
  const page = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  // The cursor uses the hit as it was found, because the row may have been deleted or moved since.
  const last = hits.length > room ? hits[room - 1] : undefined;
  const counted: Counted = { total: first.total + exact.length, more: first.more };
  return { page, last, counted };
}

/**
 * Returns the newest documents with exactly this external ID. Returns fewer than a page, because the next
 * page continues from the last search hit.
 */
async function withExternalId(db: Db, accountId: string, query: ListQuery): Promise<string[]> {
  if (!query.q || query.recipient?.trim()) return [];
  const rows = await matching(db, accountId, query)
    .select('documents.id')
    .where(hasReference('documents', accountId, { externalId: query.q }))
    .orderBy('documents.id', 'desc')
    .limit(Math.min(10, query.limit - 1))
    .execute();
  return rows.map(({ id }) => id);
}

const hasWords = ({ q, recipient }: ListQuery): boolean => Boolean(q) || Boolean(recipient?.trim());

/** Selects the rows after the cursor. */
function following(select: Matching, query: ListQuery, order: Order): Matching {
  const after = readCursor(query.cursor, order);
  if (!after) return select;
  const { column, cast } = sortings[order.key];
  const sign = sql.raw(order.down ? '<' : '>');
  return select.where(
    sql<boolean>`(${sql.ref(column)}, documents.id) ${sign} (${after.value}${sql.raw(cast)}, ${after.id}::uuid)`,
  );
}

/** Sort orders. Each one has an index that starts with the account and ends with the id (0001, 0005). */
const sortings = {
  created: { column: 'documents.created_at', cast: '::timestamptz' },
  deleted: { column: 'documents.deleted_at', cast: '::timestamptz' },
  title: { column: 'documents.title_key', cast: '::text COLLATE "C"' },
  status: { column: 'documents.status_rank', cast: '::smallint' },
  size: { column: 'documents.original_size', cast: '::bigint' },
} as const;

function orderOf({ bin, sort = '-created' }: ListQuery): Order {
  if (bin) return { key: 'deleted', down: true };
  const down = sort.startsWith('-');
  return { key: (down ? sort.slice(1) : sort) as DocumentSortKey, down };
}

type Matching = SelectQueryBuilder<Schema, 'documents', object>;

/** Applies every filter except the search words. */
function matching(db: Db, accountId: string, query: DocumentFilter): Matching {
  let select: Matching = db
    .selectFrom('documents')
    .where('documents.account_id', '=', accountId)
    .where('documents.test', '=', query.test ?? false)
    .where(hasReference('documents', accountId, query))
    .where(seesDocuments(query.sight));
  select = query.bin
    ? select.where('documents.deleted_at', 'is not', null).where('documents.purged_at', 'is', null)
    : select.where('documents.deleted_at', 'is', null);
  // Lists show a document that is waiting for its seal as 'Pending'.
  if (query.status === 'sent') select = select.where('documents.status', 'in', ['sent', 'sealing']);
  else if (query.status) select = select.where('documents.status', '=', query.status);
  if (query.waitsForOthersThan !== undefined) {
    select = select.where('documents.status', '=', 'sent').where(sql<boolean>`EXISTS (
      SELECT FROM recipients r WHERE r.account_id = documents.account_id AND r.document_id = documents.id
         AND r.role IN ('signer', 'approver') AND r.status IN ('invited', 'opened')
         AND lower(r.email) <> lower(${query.waitsForOthersThan}))`);
  }
  if (query.expires) {
    select = select
      .where('documents.status', '=', 'sent')
      .where('documents.expires_at', '>', new Date(query.expires.now))
      .where('documents.expires_at', '<=', new Date(query.expires.until));
  }
  if (query.owner) {
    // An invalid owner id matches nothing.
    select = isId(query.owner)
      ? select.where('documents.created_by', '=', query.owner)
      : select.where(sql<boolean>`false`);
  }
  if (query.from) select = select.where('documents.created_at', '>=', new Date(query.from));
  if (query.to) select = select.where('documents.created_at', '<', new Date(query.to));
  if (query.folders === null) select = select.where('documents.folder_id', 'is', null);
  else if (query.folders?.length === 1) select = select.where('documents.folder_id', '=', query.folders[0]!);
  else if (query.folders) select = select.where('documents.folder_id', 'in', query.folders);
  return select;
}

async function countMatching(db: Db, accountId: string, query: DocumentFilter): Promise<Counted> {
  if (isKept(query)) return { total: await keptCount(db, accountId, query.status), more: false };
  const counted = await db
    .selectFrom(
      // Sorts in an order that has an index. Otherwise the planner may scan documents of other accounts to
      // find the first rows.
      matching(db, accountId, query)
        .select(sql<number>`1`.as('one'))
        .orderBy(query.bin ? 'documents.deleted_at' : 'documents.created_at', 'desc')
        .orderBy('documents.id', 'desc')
        .limit(countedTo + 1)
        .as('hits'),
    )
    .select((count) => count.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const count = Number(counted.count);
  return { total: Math.min(count, countedTo), more: count > countedTo };
}

/**
 * Returns true if the maintained counters answer the query (all documents, or one status). Reading them is
 * cheap.
 */
function isKept({ owner, from, to, folders, bin, test, sight, ...others }: DocumentFilter): boolean {
  if (sight && !seesEveryDocument(sight)) return false;
  if (others.externalId || others.metadata) return false;
  if (others.waitsForOthersThan !== undefined || others.expires) return false;
  return !test && !owner && !from && !to && folders === undefined && !bin;
}

async function keptCount(db: Db, accountId: string, status: DocumentStatus | undefined): Promise<number> {
  let kept = db
    .selectFrom('document_counts')
    .select((sum) => sum.fn.coalesce(sum.fn.sum<number>('count'), sql<number>`0`).as('count'))
    .where('account_id', '=', accountId);
  if (status === 'sent') kept = kept.where('status', 'in', ['sent', 'sealing']);
  else if (status) kept = kept.where('status', '=', status);
  return Number((await kept.executeTakeFirstOrThrow()).count);
}

/**
 * The cursor contains the value as formatted by PostgreSQL, because a Date would lose the microseconds and
 * skip rows.
 */
function writeCursor({ key, down }: Order, last: Hit): string {
  return Buffer.from(JSON.stringify([down ? `-${key}` : key, last.key, last.id])).toString('base64url');
}

/** Returns undefined, which means the first page, for an invalid cursor or a cursor of another order. */
function readCursor(
  cursor: string | undefined,
  { key, down }: Order,
): { value: string; id: string } | undefined {
  const parts = parsed(Buffer.from(cursor ?? '', 'base64url').toString());
  if (!Array.isArray(parts) || parts.length !== 3) return undefined;
  const [order, value, id] = parts as unknown[];
  if (order !== (down ? `-${key}` : key) || typeof value !== 'string' || typeof id !== 'string')
    return undefined;
  return isId(id) && isValue(key, value) ? { value, id } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isValue(key: Order['key'], value: string): boolean {
  if (key === 'title') return !value.includes('\0');
  if (key === 'status') return /^\d$/.test(value);
  if (key === 'size') return /^\d{1,15}$/.test(value);
  const wellFormed = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(value);
  return wellFormed && isMoment(value.slice(0, 19));
}

/** Returns true if 'YYYY-MM-DD HH:MM:SS' is a real date. PostgreSQL would raise an error for February 31. */
function isMoment(text: string): boolean {
  const at = new Date(`${text.replace(' ', 'T')}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19).replace('T', ' ') === text;
}
