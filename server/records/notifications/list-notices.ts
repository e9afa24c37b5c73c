import { sql, type Kysely } from 'kysely';
import type { NoticeView } from '#contract/accounts/notices.ts';
import type { BulkState } from '#core/bulk/bulk.ts';
import { noticeKindNames, type NoticeKind } from '#core/notice/kinds.ts';
import { bulkProgress } from '#core/bulk/progress.ts';
import { countRows, type BulkCounts } from '../bulk-counts.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { seesDocuments } from '../visibility-store.ts';
import type { Visibility } from '#core/permission/visibility.ts';

type Db = Kysely<Schema>;
type Reader = { accountId: string; userId: string; sight: Visibility };

/**
 * Returns a member's notifications, newest first. Ids increase over time, so the last id of a page is the
 * cursor.
 */
export async function listNotices(
  db: Db,
  reader: Reader,
  query: { cursor?: string | undefined; limit: number },
): Promise<{ notices: NoticeView[]; next: string | null }> {
  let select = db
    .selectFrom('notices')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.account_id', '=', 'notices.account_id')
        .onRef('documents.id', '=', 'notices.document_id'),
    )
    .leftJoin('bulk_sends', (join) =>
      join
        .onRef('bulk_sends.account_id', '=', 'notices.account_id')
        .onRef('bulk_sends.id', '=', 'notices.bulk_id'),
    )
    .leftJoin('events', (join) =>
      join
        .onRef('events.account_id', '=', 'notices.account_id')
        .onRef('events.document_id', '=', 'notices.document_id')
        .onRef('events.seq', '=', 'notices.seq'),
    )
    .select(['notices.id', 'notices.kind', 'notices.document_id', 'notices.created_at', 'notices.read_at'])
    .select(['documents.title', 'documents.deleted_at', 'events.type', person.as('person')])
    .select(['notices.bulk_id', 'bulk_sends.file_name', 'bulk_sends.state', 'bulk_sends.snapshot'])
    .where('notices.account_id', '=', reader.accountId)
    .where('notices.user_id', '=', reader.userId)
    .where('notices.kind', 'in', noticeKindNames)
    .where(visibleTo(reader));
  if (query.cursor && isId(query.cursor)) select = select.where('notices.id', '<', query.cursor);
  const found = await select
    .orderBy('notices.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const page = found.slice(0, query.limit);
  const bulks = page.flatMap(({ bulk_id }) => bulk_id ?? []);
  const counts = await countRows(db, reader.accountId, bulks);
  return {
    notices: page.map((row) => ({
      id: row.id,
      kind: row.kind as NoticeKind,
      document:
        row.document_id === null
          ? null
          : { id: row.document_id, title: row.title ?? '', open: row.deleted_at === null },
      bulk: row.bulk_id === null ? null : bulkOf({ ...row, id: row.bulk_id }, counts.get(row.bulk_id)!),
      person: row.person,
      approved: row.type === 'document_approved',
      createdAt: row.created_at.toISOString(),
      read: row.read_at !== null,
    })),
    next: found.length > query.limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Excludes notifications about documents that now belong to another member and are private. */
const visibleTo = ({ sight }: Reader) =>
  sql<boolean>`(notices.document_id IS NULL OR ${seesDocuments(sight)})`;

function bulkOf(
  row: { id: string; file_name: string | null; state: string | null; snapshot: unknown },
  counts: BulkCounts,
): NoticeView['bulk'] {
  return {
    id: row.id,
    templateName: (row.snapshot as { name: string }).name,
    fileName: row.file_name!,
    state: row.state as BulkState,
    ...bulkProgress(counts),
  };
}

/** Returns the number of unread notifications, counted up to `unreadMost`. */
export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('notices')
        .leftJoin('documents', (join) =>
          join
            .onRef('documents.account_id', '=', 'notices.account_id')
            .onRef('documents.id', '=', 'notices.document_id'),
        )
        .select('notices.id')
        .where('notices.account_id', '=', reader.accountId)
        .where('notices.user_id', '=', reader.userId)
        .where('notices.read_at', 'is', null)
        .where(visibleTo(reader))
        .limit(unreadMost)
        .as('unread'),
    )
    .select((unread) => unread.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Returns the actor, or the recipient of an email, from the audit trail; nothing if they were erased there.
 */
const person = sql<string | null>`(
  SELECT own.value
    FROM event_values AS own
   WHERE own.account_id = notices.account_id AND own.document_id = notices.document_id
     AND own.seq = notices.seq AND own.name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail')
   ORDER BY array_position(ARRAY['actor', 'actorEmail', 'recipient', 'recipientEmail'], own.name) LIMIT 1)`;

/** The unread count stops here, because the bell shows '99+' for more than 99. */
const unreadMost = 100;
