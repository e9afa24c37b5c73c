import type { PlanName } from '#core/plan/plans.ts';
import { hasBenefit } from '#core/plan/benefit.ts';
import {
  goneStatus,
  isDelivered,
  MAX_FAILING_MS,
  notifyAgainAfter,
  waitAfter,
} from '#core/webhook/schedule.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { mailManagers } from '../../accounts/identity-provider/mail-managers.ts';
import type { PostOutcome } from '../../ports/outbound-post.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import type { WebhooksDeps } from './deps.ts';
import { bodyToSend } from './detailed-body.ts';
import { saveTry, type Attempt, type Delivery } from './delivery-store.ts';
import {
  findEndpoint,
  listOfRevokedKeys,
  lockEndpoint,
  saveEndpoint,
  switchOff,
  type Endpoint,
} from './endpoint-store.ts';
import { opensWebhookSecret, signedHeaders } from './secrets.ts';

/**
 * Attempts a claimed delivery and records the result. After a crash in between, the event is delivered again,
 * which receivers detect by the webhook-id.
 */
export async function deliver(
  services: WebhooksDeps,
  delivery: Delivery,
  plan: PlanName,
  signal: AbortSignal,
): Promise<void> {
  const key = { accountId: delivery.accountId, id: delivery.endpointId };
  const endpoint = await findEndpoint(services.db, key);
  if (!endpoint || endpoint.disabledReason !== null) return;
  if (!hasBenefit(plan, 'api')) return stopForPlan(services, endpoint);
  const body = await bodyToSend(services, endpoint, delivery);
  const at = services.clock();
  const began = performance.now();
  const outcome = await services.outbound.post({
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Countersign-Webhooks/1',
      ...signedHeaders(
        services.webhookKey,
        key,
        signed(services, endpoint, { id: delivery.eventId, body }, at),
        at,
      ),
    },
    body,
    signal,
  });
  // The server is stopping and the result is unknown. Another worker retries when the claim expires.
  if (signal.aborted) return;
  const attempt = {
    number: delivery.attempts,
    at: new Date(at),
    durationMs: Math.round(performance.now() - began),
    ...('status' in outcome
      ? { status: outcome.status, answer: outcome.answer, problem: null }
      : { status: null, answer: '', problem: outcome.problem }),
  };
  await inTransaction(services.db, (tx) => note(tx, services, delivery, attempt, outcome));
}

function signed(
  { webhookKey }: WebhooksDeps,
  endpoint: Endpoint,
  message: { id: string; body: string },
  now: number,
): { sealed: string[]; id: string; body: string } {
  const { secret, oldSecret } = endpoint;
  // The previous secret cannot be decrypted, so it cannot sign. The new one is sufficient.
  const both =
    oldSecret &&
    oldSecret.until.getTime() > now &&
    opensWebhookSecret(webhookKey, endpoint, oldSecret.sealed);
  return { sealed: both ? [secret, oldSecret.sealed] : [secret], ...message };
}

async function note(
  tx: Tx,
  services: WebhooksDeps,
  delivery: Delivery,
  attempt: Attempt,
  outcome: PostOutcome,
): Promise<void> {
  const now = services.clock();
  const endpoint = await lockEndpoint(tx, { accountId: delivery.accountId, id: delivery.endpointId });
  if (!endpoint) return;
  if ('status' in outcome && isDelivered(outcome.status)) {
    await saveTry(tx, delivery, attempt, { state: 'delivered' });
    if (endpoint.failingSince) await saveEndpoint(tx, endpoint, { failing_since: null });
    return;
  }
  const failingSince = endpoint.failingSince ?? attempt.at;
  if (!endpoint.failingSince) await saveEndpoint(tx, endpoint, { failing_since: failingSince });
  const asked = 'status' in outcome ? outcome.retryAfterMs : undefined;
  const wait = waitAfter(delivery.tries, Math.random(), asked);
  const over = wait === undefined;
  const ours = await saveTry(tx, delivery, attempt, {
    state: over ? 'failed' : 'waiting',
    ...(!over && { nextTryAt: new Date(now + wait) }),
  });
  if (!ours || endpoint.disabledReason !== null) return;
  if ('status' in outcome && outcome.status === goneStatus) return endFor(tx, services, endpoint, 'gone');
  if (over) await afterGivingUp(tx, services, { ...endpoint, failingSince });
}

/** Disables an endpoint that has failed for long. Otherwise notifies its managers, at most once a day. */
async function afterGivingUp(
  tx: Tx,
  services: WebhooksDeps,
  endpoint: Endpoint & { failingSince: Date },
): Promise<void> {
  const now = services.clock();
  if (now - endpoint.failingSince.getTime() >= MAX_FAILING_MS)
    return endFor(tx, services, endpoint, 'failing');
  if (endpoint.notifiedAt && now - endpoint.notifiedAt.getTime() < notifyAgainAfter) return;
  await saveEndpoint(tx, endpoint, { notified_at: new Date(now) });
  await notifyManagers(tx, services, endpoint, 'webhook-failed');
}

/**
 * Disables the endpoints that a revoked API key created or redirected, before anything else is sent to them,
 * because revoking a key ends its program's access. Members who manage webhooks are notified and can enable
 * endpoints that should remain.
 */
export async function stopOfRevokedKeys(services: WebhooksDeps): Promise<void> {
  for (const key of await listOfRevokedKeys(services.db))
    await inTransaction(services.db, async (tx) => {
      const endpoint = await lockEndpoint(tx, key);
      if (endpoint?.disabledReason === null && endpoint.keyId) await endFor(tx, services, endpoint, 'key');
    });
}

async function endFor(
  tx: Tx,
  services: WebhooksDeps,
  endpoint: Endpoint,
  because: 'failing' | 'gone' | 'key',
): Promise<void> {
  await switchOff(tx, endpoint, because);
  const event = { type: 'webhook_disabled' as const, detail: endpoint.url };
  await recordAccountEvent(tx, endpoint.accountId, event, services.clock());
  await notifyManagers(tx, services, endpoint, because === 'key' ? 'webhook-key-gone' : 'webhook-off');
}

async function notifyManagers(
  tx: Tx,
  services: WebhooksDeps,
  { accountId, url }: Endpoint,
  kind: 'webhook-failed' | 'webhook-off' | 'webhook-key-gone',
): Promise<void> {
  await mailManagers(tx, services, accountId, { kind, facts: { endpoint: url } });
}

/** Disables webhooks that the plan no longer includes. Their delivery log is kept. */
async function stopForPlan({ db }: WebhooksDeps, { accountId, id }: Endpoint): Promise<void> {
  await inTransaction(db, async (tx) => {
    const endpoint = await lockEndpoint(tx, { accountId, id });
    if (endpoint?.disabledReason === null) await switchOff(tx, endpoint, 'plan');
  });
}
