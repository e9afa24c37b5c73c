import { randomBytes } from 'node:crypto';
import type { Actor, EventData, EventType, TrailEvent } from '#core/trail/event.ts';
import { chainEvent, chainStart, commitTo } from '#core/trail/chain.ts';
import { fileFacts, writeFileFacts } from '#core/trail/file-facts.ts';
import { isClockSetBack } from '#core/trail/clock-back.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { createNotices } from '../notifications/notice-store.ts';
import { recordFileDeliveries } from '../file-delivery-store.ts';
import { recordWebhookEvents } from '../webhook-event-store.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';

/** A new event. `personal` values are stored outside the chain, which contains their salted hashes (G-2). */
export type NewEvent = {
  type: EventType;
  actor: Actor;
  data?: EventData;
  /** Facts about a draft's file, stored as one personal value. */
  file?: EventData;
  personal?: Record<string, string | null | undefined>;
  /** Audit trail only: no notification and no webhook. */
  isNoNews?: boolean;
};

export type DocumentKey = { accountId: string; documentId: string };

/**
 * Appends events to a document's audit trail, in the transaction of the action itself (T-02). The caller must
 * hold the lock on the document's row, so that `seq` has no gaps and no two events have the same predecessor.
 * Also creates the owner's notifications, webhook deliveries and deliveries of final files, so that no action
 * can forget them. Returns the `seq` of the last event.
 */
export async function appendEvents(
  tx: Tx,
  key: DocumentKey,
  now: number,
  events: NewEvent[],
): Promise<number> {
  const head = await chainHead(tx, key);
  let { seq, hash: prev } = head;
  // `seq` determines the order, whatever the clock says. If the clock was set back, the event records it
  // (T-09).
  const back = head.at === undefined ? 0 : head.at.getTime() - now;
  for (const [index, given] of events.entries()) {
    const event =
      index === 0 && isClockSetBack(back) ? { ...given, data: { ...given.data, clockBackMs: back } } : given;
    seq += 1;
    prev = await appendOne(tx, key, now, event, seq, prev);
  }
  const noted = events
    .map((event, index) => ({ ...event, seq: head.seq + 1 + index }))
    .filter(({ isNoNews }) => isNoNews !== true);
  await createNotices(tx, key, now, noted);
  await recordWebhookEvents(tx, key, now, noted);
  await recordFileDeliveries(tx, key, now, events);
  return seq;
}

async function chainHead(tx: Tx, key: DocumentKey): Promise<{ seq: number; hash: string; at?: Date }> {
  const last = await tx
    .selectFrom('events')
    .select(['seq', 'hash', 'occurred_at as at'])
    .where('account_id', '=', key.accountId)
    .where('document_id', '=', key.documentId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? { seq: 0, hash: chainStart };
}

async function appendOne(
  tx: Tx,
  key: DocumentKey,
  now: number,
  event: NewEvent,
  seq: number,
  prev: string,
): Promise<string> {
  const ofFile = event.file && { [fileFacts]: writeFileFacts(event.file) };
  const kept = Object.entries({ ...event.personal, ...ofFile })
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
    .map(([name, value]) => ({ name, value, salt: randomBytes(16).toString('hex') }));
  const body: TrailEvent = {
    v: 1,
    documentId: key.documentId,
    seq,
    id: newId(now),
    type: event.type,
    occurredAt: new Date(now).toISOString(),
    actor: event.actor,
    data: event.data ?? {},
    personal: Object.fromEntries(kept.map(({ name, value, salt }) => [name, commitTo(salt, value, sha256)])),
    prev,
  };
  const chained = chainEvent(body, sha256);
  const row = { account_id: key.accountId, document_id: key.documentId, seq };
  await tx
    .insertInto('events')
    .values({
      ...row,
      id: body.id,
      type: event.type,
      occurred_at: new Date(now),
      body: chained.body,
      prev_hash: prev,
      hash: chained.hash,
    })
    .execute();
  if (kept.length > 0)
    await tx
      .insertInto('event_values')
      .values(kept.map((value) => ({ ...row, ...value })))
      .execute();
  return chained.hash;
}
