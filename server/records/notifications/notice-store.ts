import type { EventData, EventType } from '#core/trail/event.ts';
import { noticeOfEvent, wants, type NoticeKind } from '#core/notice/kinds.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { findNoticeChoices } from '../preference-store.ts';

type DocumentKey = { accountId: string; documentId: string };
type Reader = { accountId: string; userId: string };

/** The properties of an event that determine whether there is a notification, and about whom. */
export type NoticeEvent = {
  type: EventType;
  seq: number;
  data?: EventData;
  personal?: Record<string, string | null | undefined>;
};

/**
 * Notifies the document's owner of events, in the transaction that writes them, so that notifications and
 * events always match.
 */
export async function createNotices(
  tx: Tx,
  key: DocumentKey,
  now: number,
  events: readonly NoticeEvent[],
): Promise<void> {
  const news = events.flatMap((event) => {
    const kind = noticeOfEvent[event.type];
    return kind ? [{ kind, event }] : [];
  });
  if (news.length === 0) return;
  const owner = await findOwner(tx, key);
  if (!owner) return;
  for (const { kind, event } of news) {
    if (isAboutOwner(event, owner.email)) continue;
    await note(tx, to(key, owner), { kind, documentId: key.documentId, seq: event.seq }, now);
  }
}

/** Notifies the document's owner of a change that the audit trail does not record. */
export async function queueDigestNotice(
  tx: Tx,
  key: DocumentKey,
  kind: NoticeKind,
  now: number,
): Promise<void> {
  const owner = await findOwner(tx, key);
  if (owner) await note(tx, to(key, owner), { kind, documentId: key.documentId }, now);
}

/** Notifies a member about the outcome of their bulk send, in the transaction that ends or stops it. */
export async function createBulkNotice(
  tx: Tx,
  { accountId, id, createdBy }: { accountId: string; id: string; createdBy: string },
  now: number,
): Promise<void> {
  await note(tx, { accountId, userId: createdBy }, { kind: 'bulk-ended', bulkId: id }, now);
}

/** Returns true if the document's owner wants emails of this kind. */
export async function ownerWantsMail(tx: Tx, key: DocumentKey, kind: NoticeKind): Promise<boolean> {
  const owner = await findOwner(tx, key);
  if (!owner) return false;
  return wants(await findNoticeChoices(tx, { accountId: key.accountId, userId: owner.id }), kind, 'mail');
}

async function findOwner(
  tx: Tx,
  { accountId, documentId }: DocumentKey,
): Promise<{ id: string; email: string } | undefined> {
  return tx
    .selectFrom('documents')
    .innerJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'documents.account_id')
        .onRef('users.id', '=', 'documents.created_by'),
    )
    .select(['users.id', 'users.email'])
    .where('documents.account_id', '=', accountId)
    .where('documents.id', '=', documentId)
    .executeTakeFirst();
}

/** Senders get no notification about signing their own document. */
function isAboutOwner({ personal }: NoticeEvent, email: string): boolean {
  return personal?.['actorEmail']?.toLowerCase() === email.toLowerCase();
}

function to({ accountId }: DocumentKey, owner: { id: string }): Reader {
  return { accountId, userId: owner.id };
}

async function note(
  tx: Tx,
  { accountId, userId }: Reader,
  news: { kind: NoticeKind; documentId?: string; seq?: number; bulkId?: string },
  now: number,
): Promise<void> {
  const choices = await findNoticeChoices(tx, { accountId, userId });
  if (!wants(choices, news.kind, 'inApp')) return;
  await tx
    .insertInto('notices')
    .values({
      account_id: accountId,
      user_id: userId,
      id: newId(now),
      kind: news.kind,
      document_id: news.documentId ?? null,
      seq: news.seq ?? null,
      bulk_id: news.bulkId ?? null,
      created_at: new Date(now),
    })
    .execute();
}
