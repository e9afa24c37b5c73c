import { webhookBody, webhookKindOf, type WebhookSource, type WebhookKind } from '#core/webhook/events.ts';
import { newId } from '../foundation/db/new-id.ts';
import type { Tx } from '../foundation/db/transaction.ts';

type Outgoing = { kind: string; documentId: string | null; body: string };

/**
 * Records the webhook deliveries for these document events, in the transaction that writes the events, so
 * that exactly what happened is delivered. Delivery is then retried until it succeeds.
 */
export async function recordWebhookEvents(
  tx: Tx,
  { accountId, documentId }: { accountId: string; documentId: string },
  now: number,
  events: readonly WebhookSource[],
): Promise<void> {
  const deliverable = events.flatMap((event) => {
    const kind = webhookKindOf(event);
    return kind ? [{ kind, event }] : [];
  });
  if (deliverable.length === 0) return;
  const endpoints = await listening(tx, accountId);
  if (endpoints.length === 0) return;
  const test = await isTest(tx, { accountId, documentId });
  for (const { kind, event } of deliverable) {
    const wanted = endpoints.filter(({ kinds }) => kinds.includes(kind)).map(({ id }) => id);
    if (wanted.length === 0) continue;
    const body = webhookBody(kind, { documentId, event, at: now, test });
    await insertWebhookEvent(tx, { accountId, endpoints: wanted }, { kind, documentId, body }, now);
  }
}

async function isTest(
  tx: Tx,
  { accountId, documentId }: { accountId: string; documentId: string },
): Promise<boolean> {
  const { test } = await tx
    .selectFrom('documents')
    .select('test')
    .where('account_id', '=', accountId)
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow();
  return test;
}

/**
 * Returns the enabled endpoints and locks them against removal until the transaction ends. Otherwise a
 * delivery to a removed endpoint would fail the transaction, but a signature must not depend on someone's
 * webhook.
 */
async function listening(tx: Tx, accountId: string): Promise<{ id: string; kinds: WebhookKind[] }[]> {
  const rows = await tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'kinds'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'on')
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id, kinds }) => ({ id, kinds: kinds as WebhookKind[] }));
}

/**
 * Adds an event with its deliveries, which are due immediately, and returns its id. The caller must have
 * locked the endpoints.
 */
export async function insertWebhookEvent(
  tx: Tx,
  { accountId, endpoints }: { accountId: string; endpoints: readonly string[] },
  { kind, documentId, body }: Outgoing,
  now: number,
): Promise<string> {
  const id = newId(now);
  await tx
    .insertInto('webhook_events')
    .values({ account_id: accountId, id, kind, document_id: documentId, body, occurred_at: new Date(now) })
    .execute();
  const delivery = { account_id: accountId, event_id: id, next_try_at: new Date(now) };
  await tx
    .insertInto('webhook_deliveries')
    .values(endpoints.map((endpoint_id) => ({ ...delivery, endpoint_id })))
    .execute();
  return id;
}
