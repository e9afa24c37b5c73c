import type { AddWebhookBody, ChangeWebhookBody } from '#contract/messages/webhooks.ts';
import type { AccountEventType } from '#core/account/event.ts';
import { mustHaveBenefit } from '#core/plan/benefit.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { testBody, testKind } from '#core/webhook/events.ts';
import { MAX_ENDPOINTS, secretsOverlap } from '#core/webhook/schedule.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import type { Owner } from '../../records/owner.ts';
import { lockPlanUsage, lockPlan } from '../../records/plan-store.ts';
import { insertWebhookEvent } from '../../records/webhook-event-store.ts';
import type { WebhooksDeps } from './deps.ts';
import { retryAllDeliveries, retryDelivery, findDelivery, type Delivery } from './delivery-store.ts';
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  saveEndpoint,
  switchOff,
  type Endpoint,
} from './endpoint-store.ts';
import { createSecret, opensWebhookSecret, sealWebhookSecret, type EndpointKey } from './secrets.ts';

type Editors = Pick<WebhooksDeps, 'db' | 'clock' | 'plans' | 'outbound' | 'webhookKey'>;
type WithSecret = { endpoint: Endpoint; secret: string };

export const noWebhook = refuse('not-found', 'This account has no such webhook.');

/** Creates an enabled endpoint. Only this response contains its secret. */
export function addEndpoint(
  services: Editors,
  owner: Owner,
  { url, kinds, includeValues = false }: AddWebhookBody,
): Promise<WithSecret | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const plan = await lockPlan(tx, owner.accountId, services);
    const refused = mustHaveBenefit(plan, 'api') ?? checkUrl(services, url);
    if (refused) return refused;
    if ((await listEndpoints(tx, owner.accountId)).length >= MAX_ENDPOINTS) return tooMany;
    const now = services.clock();
    const key = { accountId: owner.accountId, id: newId(now) };
    const secret = createSecret();
    await insertEndpoint(tx, {
      ...key,
      createdBy: owner.userId,
      keyId: owner.keyId ?? null,
      url,
      kinds,
      includeValues,
      createdAt: new Date(now),
      secret: sealWebhookSecret(services.webhookKey, key, secret),
    });
    await record(tx, services, owner, 'webhook_added', url);
    return { endpoint: (await findEndpoint(tx, key))!, secret };
  });
}

const tooMany = refuse(
  'too-many-webhooks',
  `An account can have ${MAX_ENDPOINTS} webhooks. Remove one you no longer need.`,
  { max: MAX_ENDPOINTS },
);

/** Changes the URL, the event types or the state. Enabling an endpoint clears its failures. */
export function changeEndpoint(
  services: Editors,
  owner: Owner,
  id: string,
  { url, kinds, on, includeValues }: ChangeWebhookBody,
): Promise<Endpoint | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const endpoint = await lockEndpoint(tx, { accountId: owner.accountId, id });
    if (!endpoint) return noWebhook;
    const refused =
      (on === false ? undefined : await missing(tx, services, owner)) ??
      (url === undefined ? undefined : checkUrl(services, url));
    if (refused) return refused;
    await saveEndpoint(tx, endpoint, {
      url: url ?? endpoint.url,
      kinds: kinds ?? endpoint.kinds,
      include_values: includeValues ?? endpoint.includeValues,
      ...(on === true && { state: 'on', disabled_reason: null, failing_since: null }),
      // The endpoint belongs to the person or API key that last changed its URL or enabled it.
      ...((on === true || (url ?? endpoint.url) !== endpoint.url) && { key_id: owner.keyId ?? null }),
    });
    if (on === false && endpoint.disabledReason === null) await switchOff(tx, endpoint, 'member');
    await record(tx, services, owner, 'webhook_changed', url ?? endpoint.url);
    return (await findEndpoint(tx, endpoint))!;
  });
}

export function removeEndpoint(services: Editors, owner: Owner, id: string): Promise<Refusal | undefined> {
  return inTransaction(services.db, async (tx) => {
    const endpoint = await lockEndpoint(tx, { accountId: owner.accountId, id });
    if (!endpoint) return noWebhook;
    await deleteEndpoint(tx, endpoint);
    await record(tx, services, owner, 'webhook_removed', endpoint.url);
    return undefined;
  });
}

/**
 * Creates a new secret. Both secrets sign for a day, so that receivers can switch without a gap. If the
 * previous secret cannot be decrypted, nothing could be sent, so waiting deliveries start again.
 */
export function renewSecret(services: Editors, owner: Owner, id: string): Promise<WithSecret | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const endpoint = await lockEndpoint(tx, { accountId: owner.accountId, id });
    if (!endpoint) return noWebhook;
    const [secret, now] = [createSecret(), services.clock()];
    const opens = opensWebhookSecret(services.webhookKey, endpoint, endpoint.secret);
    await saveEndpoint(tx, endpoint, {
      secret: sealWebhookSecret(services.webhookKey, endpoint, secret),
      old_secret: opens ? endpoint.secret : null,
      old_secret_until: opens ? new Date(now + secretsOverlap) : null,
    });
    if (!opens) await retryAllDeliveries(tx, endpoint, 'waiting', now);
    await record(tx, services, owner, 'webhook_secret_renewed', endpoint.url);
    return { endpoint: (await findEndpoint(tx, endpoint))!, secret };
  });
}

export function testEndpoint(services: Editors, owner: Owner, id: string): Promise<Delivery | Refusal> {
  return sending(services, { accountId: owner.accountId, id }, async (tx, { accountId }) => {
    const now = services.clock();
    const event = { kind: testKind, documentId: null, body: testBody(now) };
    const eventId = await insertWebhookEvent(tx, { accountId, endpoints: [id] }, event, now);
    return (await findDelivery(tx, { accountId, endpointId: id, eventId }))!;
  });
}

/** Sends the event again with the same id, by which receivers detect the repetition. */
export function replayDelivery(
  services: Editors,
  { accountId, id, eventId }: EndpointKey & { eventId: string },
): Promise<Delivery | Refusal> {
  const key = { accountId, endpointId: id, eventId };
  return sending(services, { accountId, id }, async (tx) => {
    if (!(await findDelivery(tx, key))) return refuse('not-found', 'This log has no such event.');
    await retryDelivery(tx, key, services.clock());
    return (await findDelivery(tx, key))!;
  });
}

export function replayFailed(services: Editors, key: EndpointKey): Promise<number | Refusal> {
  return sending(services, key, (tx) => retryAllDeliveries(tx, key, 'failed', services.clock()));
}

/** Returns a refusal if the endpoint is disabled or the plan has no webhooks. */
function sending<Done>(
  services: Editors,
  key: EndpointKey,
  act: (tx: Tx, endpoint: Endpoint) => Promise<Done | Refusal>,
): Promise<Done | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const endpoint = await lockEndpoint(tx, key);
    if (!endpoint) return noWebhook;
    const refused = await missing(tx, services, key);
    if (refused) return refused;
    if (endpoint.disabledReason === null) return act(tx, endpoint);
    return refuse('webhook-off', 'This webhook is turned off. Turn it on, then try again.');
  });
}

async function missing(
  tx: Tx,
  services: Editors,
  { accountId }: { accountId: string },
): Promise<Refusal | undefined> {
  return mustHaveBenefit(await lockPlanUsage(tx, accountId, services), 'api');
}

function checkUrl({ outbound }: Editors, url: string): Refusal | undefined {
  // URL parsers drop line breaks and tabs, so the address shown would differ from the one that is called.
  return !/[\s\p{Cc}]/u.test(url) && outbound.takes(url) ? undefined : addressRefused;
}

const addressRefused = refuse(
  'webhook-address-refused',
  'We can’t send to this address. It must start with https://, contain no user name or password, be on the public internet, and use port 443 or a port from 1024 up.',
);

function record(
  tx: Tx,
  { clock }: Editors,
  { accountId, userId, from, key }: Owner,
  type: AccountEventType,
  address: string,
): Promise<void> {
  // Returns the endpoints that this key created, for a member who revokes it.
  const detail = key === undefined ? address : `${address} (API key ${key})`;
  return recordAccountEvent(tx, accountId, { type, userId, ip: from?.ip, detail }, clock());
}
