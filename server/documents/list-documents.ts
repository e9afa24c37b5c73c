import { sql, type Kysely } from 'kysely';
import type { DocumentStatus } from '#contract/documents.ts';
import type { Schema } from '../db/schema.ts';
import { isId } from '../db/new-id.ts';
import { readDocument, type StoredDocument } from './document.ts';

export type ListQuery = {
  q?: string | undefined;
  status?: DocumentStatus | undefined;
  cursor?: string | undefined;
  limit: number;
};

/** What a list row says beside the document itself. */
export type Counts = { recipients: number; acting: number; acted: number; fields: number };

export type Listing = {
  rows: { document: StoredDocument; counts: Counts }[];
  /** How many match in all. Without a search it comes from the kept counts and costs nothing. */
  total: number;
  next: string | null;
};

/** Newest first, by keyset: the next page starts after the last row seen, however many rows there are (§7). */
export async function listDocuments(
  db: Kysely<Schema>,
  accountId: string,
  query: ListQuery,
): Promise<Listing> {
  const after = readCursor(query.cursor);
  let select = matching(db, accountId, query).selectAll('documents');
  if (after) {
    select = select.where(
      sql<boolean>`(documents.created_at, documents.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    );
  }
  const found = await select
    .select(sql<string>`documents.created_at::text`.as('exact_created_at'))
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  const counts = await countParts(
    db,
    accountId,
    page.map((row) => row.id),
  );
  return {
    rows: page.map((row) => ({ document: readDocument(row), counts: counts.get(row.id) ?? noParts })),
    total: await countMatching(db, accountId, query),
    next: found.length > query.limit && last ? writeCursor(last.exact_created_at, last.id) : null,
  };
}

const noParts: Counts = { recipients: 0, acting: 0, acted: 0, fields: 0 };

function matching(db: Kysely<Schema>, accountId: string, query: ListQuery) {
  let select = db
    .selectFrom('documents')
    .where('documents.account_id', '=', accountId)
    .where('documents.deleted_at', 'is', null);
  // A document that only lacks its seal is still 'Pending' to everybody who looks at a list.
  if (query.status === 'sent') select = select.where('documents.status', 'in', ['sent', 'sealing']);
  else if (query.status) select = select.where('documents.status', '=', query.status);
  if (query.q)
    select = select.where('documents.title', 'ilike', `%${query.q.replaceAll(/[\\%_]/g, '\\$&')}%`);
  return select;
}

async function countMatching(db: Kysely<Schema>, accountId: string, query: ListQuery): Promise<number> {
  if (query.q) {
    const counted = await matching(db, accountId, query)
      .select((count) => count.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(counted.count);
  }
  let kept = db
    .selectFrom('document_counts')
    .select((sum) => sum.fn.coalesce(sum.fn.sum<number>('count'), sql<number>`0`).as('count'))
    .where('account_id', '=', accountId);
  if (query.status === 'sent') kept = kept.where('status', 'in', ['sent', 'sealing']);
  else if (query.status) kept = kept.where('status', '=', query.status);
  return Number((await kept.executeTakeFirstOrThrow()).count);
}

async function countParts(
  db: Kysely<Schema>,
  accountId: string,
  ids: string[],
): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map();
  const recipients = await db
    .selectFrom('recipients')
    .select('document_id')
    .select((count) => [
      count.fn.countAll<number>().as('recipients'),
      count.fn.countAll<number>().filterWhere('role', 'in', ['signer', 'approver']).as('acting'),
      count.fn.countAll<number>().filterWhere('status', 'in', ['signed', 'approved']).as('acted'),
    ])
    .where('account_id', '=', accountId)
    .where('document_id', 'in', ids)
    .groupBy('document_id')
    .execute();
  const fields = await db
    .selectFrom('fields')
    .select('document_id')
    .select((count) => count.fn.countAll<number>().as('fields'))
    .where('account_id', '=', accountId)
    .where('document_id', 'in', ids)
    .groupBy('document_id')
    .execute();
  const byId = new Map(ids.map((id): [string, Counts] => [id, { ...noParts }]));
  for (const row of recipients) {
    const { recipients: all, acting, acted } = row;
    Object.assign(byId.get(row.document_id)!, {
      recipients: Number(all),
      acting: Number(acting),
      acted: Number(acted),
    });
  }
  for (const row of fields) byId.get(row.document_id)!.fields = Number(row.fields);
  return byId;
}

/** A cursor carries the time as the database wrote it: a Date would round its microseconds away and skip rows. */
function writeCursor(createdAt: string, id: string): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

function readCursor(cursor: string | undefined): { createdAt: string; id: string } | undefined {
  if (!cursor) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const space = text.lastIndexOf(' ');
  const [createdAt, id] = [text.slice(0, space), text.slice(space + 1)];
  const wellFormed = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(createdAt);
  return isId(id) && wellFormed && isMoment(createdAt.slice(0, 19)) ? { createdAt, id } : undefined;
}

/** Whether 'YYYY-MM-DD HH:MM:SS' names a moment that there is: the database refuses a 31st of February loudly. */
function isMoment(text: string): boolean {
  const at = new Date(`${text.replace(' ', 'T')}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19).replace('T', ' ') === text;
}
