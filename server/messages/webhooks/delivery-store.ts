import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { EndpointKey } from './secrets.ts';

export type DeliveryState = 'waiting' | 'delivered' | 'failed';
/** The delivery of one event to one endpoint. */
export type DeliveryKey = { accountId: string; endpointId: string; eventId: string };

export type Delivery = DeliveryKey & {
  kind: string;
  documentId: string | null;
  body: string;
  occurredAt: Date;
  state: DeliveryState;
  /** Attempts since the event, or since its last replay. */
  tries: number;
  /** Attempts in total. The number identifies the newest one. */
  attempts: number;
  nextTryAt: Date;
};

export type Attempt = {
  number: number;
  at: Date;
  durationMs: number;
  status: number | null;
  answer: string;
  problem: string | null;
};

export type DueDelivery = DeliveryKey & { attempts: number; failing: boolean };

/**
 * Returns due deliveries, oldest first, within each endpoint's limit of concurrent attempts. A failing
 * endpoint gets only one attempt at a time, so that it does not cause many timeouts.
 */
export async function listDue(db: Kysely<Schema>, now: number, atOnce: number): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery & { nextTryAt: Date }>`
    SELECT e.account_id AS "accountId", e.id AS "endpointId", due.event_id AS "eventId", due.attempts,
           e.failing_since IS NOT NULL AS failing, due.next_try_at AS "nextTryAt"
      FROM webhook_endpoints AS e
     CROSS JOIN LATERAL (
       SELECT event_id, attempts, next_try_at FROM webhook_deliveries AS d
        WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND d.state = 'waiting'
          AND d.next_try_at <= ${new Date(now)}
        ORDER BY d.next_try_at LIMIT CASE WHEN e.failing_since IS NULL THEN ${atOnce}::int ELSE 1 END) AS due
     WHERE e.state = 'on'
     ORDER BY due.next_try_at`.execute(db);
  return rows;
}

/**
 * Claims a delivery for one attempt. If the worker dies, it is due again at `until`. Returns undefined if
 * another worker was faster.
 */
export async function claim(
  db: Kysely<Schema>,
  { attempts, ...key }: DueDelivery,
  until: number,
): Promise<Delivery | undefined> {
  const claimed = await one(db, key)
    .set((row) => ({
      tries: row('tries', '+', 1),
      attempts: row('attempts', '+', 1),
      next_try_at: new Date(until),
    }))
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n ? findDelivery(db, key) : undefined;
}

/**
 * Records the result of an attempt. Returns false if the delivery was replayed, or another worker claimed it,
 * in the meantime; only a success is recorded in that case. A success is recorded even if the endpoint has
 * been disabled.
 */
export async function saveTry(
  tx: Tx,
  { attempts, tries, ...key }: Delivery,
  attempt: Attempt,
  next: { state: DeliveryState; nextTryAt?: Date },
): Promise<boolean> {
  await tx
    .insertInto('webhook_attempts')
    .values({
      account_id: key.accountId,
      endpoint_id: key.endpointId,
      event_id: key.eventId,
      number: attempt.number,
      at: attempt.at,
      duration_ms: attempt.durationMs,
      status: attempt.status,
      answer: attempt.answer,
      problem: attempt.problem,
    })
    .execute();
  const saved = await one(tx, key)
    .set({ state: next.state, ...(next.nextTryAt && { next_try_at: next.nextTryAt }) })
    .where('attempts', '=', attempts)
    .$if(next.state === 'delivered', (row) => row.where('state', 'in', ['waiting', 'failed']))
    .$if(next.state !== 'delivered', (row) => row.where('state', '=', 'waiting').where('tries', '=', tries))
    .executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

/** Resets the attempts of a delivery. A waiting delivery becomes due now. */
export async function retryDelivery(tx: Tx, key: DeliveryKey, now: number): Promise<void> {
  await one(tx, key)
    .set({ state: 'waiting', tries: 0, next_try_at: new Date(now) })
    .execute();
}

/** Resets all failed and waiting deliveries of an endpoint and returns their number. */
export async function retryAllDeliveries(
  tx: Tx,
  { accountId, id }: EndpointKey,
  state: 'failed' | 'waiting',
  now: number,
): Promise<number> {
  const due = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, next_try_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst();
  return Number(due.numUpdatedRows);
}

export async function findDelivery(db: Kysely<Schema>, key: DeliveryKey): Promise<Delivery | undefined> {
  if (!isId(key.endpointId) || !isId(key.eventId)) return undefined;
  return all(db, key.accountId, key.endpointId).where('d.event_id', '=', key.eventId).executeTakeFirst();
}

/** Returns deliveries after the one with the id `cursor`, newest first. Ids increase over time. */
export async function listDeliveries(
  db: Kysely<Schema>,
  { accountId, id }: EndpointKey,
  which: { state?: DeliveryState | undefined; cursor?: string | undefined; limit: number },
): Promise<Delivery[]> {
  let rows = all(db, accountId, id).orderBy('d.event_id', 'desc').limit(which.limit);
  if (which.state !== undefined) rows = rows.where('d.state', '=', which.state);
  if (which.cursor !== undefined && isId(which.cursor)) rows = rows.where('d.event_id', '<', which.cursor);
  return rows.execute();
}

export async function listAttempts(db: Kysely<Schema>, key: DeliveryKey): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('account_id', '=', key.accountId)
    .where('endpoint_id', '=', key.endpointId)
    .where('event_id', '=', key.eventId)
    .orderBy('number')
    .execute();
  return rows.map(({ number, at, duration_ms: durationMs, status, answer, problem }) => {
    return { number, at, durationMs, status, answer, problem };
  });
}

function one(db: Kysely<Schema>, { accountId, endpointId, eventId }: DeliveryKey) {
  return db
    .updateTable('webhook_deliveries')
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId);
}

function all(db: Kysely<Schema>, accountId: string, endpointId: string) {
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as event', (join) =>
      join.onRef('event.account_id', '=', 'd.account_id').onRef('event.id', '=', 'd.event_id'),
    )
    .select([
      ...(['d.account_id as accountId', 'd.endpoint_id as endpointId', 'd.event_id as eventId'] as const),
      ...(['event.kind', 'event.document_id as documentId', 'event.body'] as const),
      ...(['event.occurred_at as occurredAt', 'd.tries', 'd.attempts'] as const),
      'd.next_try_at as nextTryAt',
    ])
    .select(sql<DeliveryState>`d.state`.as('state'))
    .where('d.account_id', '=', accountId)
    .where('d.endpoint_id', '=', endpointId);
}
