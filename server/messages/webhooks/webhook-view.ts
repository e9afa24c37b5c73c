import type { DeliveryDetail, DeliveryView, WebhookView } from '#contract/messages/webhooks.ts';
import type { Attempt, Delivery } from './delivery-store.ts';
import type { Endpoint } from './endpoint-store.ts';

/** Returns an endpoint without its secrets, which are shown only once. */
export function webhookView(endpoint: Endpoint, now: number): WebhookView {
  const { id, url, kinds, includeValues, disabledReason, failingSince, oldSecret, createdAt, madeBy } =
    endpoint;
  const until = oldSecret && oldSecret.until.getTime() > now ? oldSecret.until : null;
  return {
    id,
    url,
    kinds,
    includeValues,
    on: disabledReason === null,
    disabledReason,
    madeBy,
    failingSince: failingSince?.toISOString() ?? null,
    oldSecretUntil: until?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

export function deliveryView(delivery: Delivery): DeliveryView {
  const { eventId: id, kind, documentId, occurredAt, state, attempts, nextTryAt } = delivery;
  return {
    id,
    kind,
    documentId,
    state,
    attempts,
    occurredAt: occurredAt.toISOString(),
    nextTryAt: state === 'waiting' ? nextTryAt.toISOString() : null,
  };
}

export function deliveryDetailView(delivery: Delivery, attempts: readonly Attempt[]): DeliveryDetail {
  return {
    ...deliveryView(delivery),
    body: delivery.body,
    tries: attempts.map(({ number, at, durationMs, status, answer, problem }) => ({
      number,
      durationMs,
      status,
      answer,
      at: at.toISOString(),
      problem: problem as DeliveryDetail['tries'][number]['problem'],
    })),
  };
}
