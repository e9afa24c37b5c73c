import { webhookRows } from '#contract/messages/webhooks.ts';
import { mustBeInScope } from '#core/permission/scope.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { linkToNext } from '../../foundation/http/link-to-next.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { ownerOf } from '../../records/owner.ts';
import type { WebhooksDeps } from './deps.ts';
import { findDelivery, listAttempts, listDeliveries } from './delivery-store.ts';
import { listWebhookEvents } from './list-events.ts';
import {
  addEndpoint,
  changeEndpoint,
  noWebhook,
  removeEndpoint,
  renewSecret,
  replayDelivery,
  replayFailed,
  testEndpoint,
} from './edit-endpoint.ts';
import { findEndpoint, listEndpoints, type Endpoint } from './endpoint-store.ts';
import { deliveryDetailView, deliveryView, webhookView } from './webhook-view.ts';

/** Log entries per page. */
const pageSize = 30;

/** Routes for an account's webhook endpoints and their delivery log. */
export function webhookRoutes(services: WebhooksDeps): Routes {
  return (app) => {
    editing(app, services);
    readingLog(app, services);
    sending(app, services);
  };
}

function editing(app: App, services: WebhooksDeps): void {
  const { db, clock } = services;
  const withSecret = (made: { endpoint: Endpoint; secret: string }) => ({
    webhook: webhookView(made.endpoint, clock()),
    secret: made.secret,
  });
  serve(app, webhookRows.listWebhooks, async ({ user }) =>
    (await listEndpoints(db, user.accountId)).map((endpoint) => webhookView(endpoint, clock())),
  );
  serve(app, webhookRows.addWebhook, async ({ user, body }) => {
    const made = mayIncludeValues(user, body) ?? (await addEndpoint(services, ownerOf(user), body));
    return isRefusal(made) ? made : withSecret(made);
  });
  serve(app, webhookRows.changeWebhook, async ({ user, params, body }) => {
    const { id } = params;
    const changed = mayIncludeValues(user, body) ?? (await changeEndpoint(services, ownerOf(user), id, body));
    return isRefusal(changed) ? changed : webhookView(changed, clock());
  });
  serve(app, webhookRows.removeWebhook, ({ user, params }) =>
    removeEndpoint(services, ownerOf(user), params.id),
  );
  serve(app, webhookRows.renewWebhookSecret, async ({ user, params }) => {
    const made = await renewSecret(services, ownerOf(user), params.id);
    return isRefusal(made) ? made : withSecret(made);
  });
}

/** A key that cannot read documents must not be able to have their values sent to an endpoint. */
function mayIncludeValues(
  { key }: SignedInUser,
  { includeValues }: { includeValues?: boolean | undefined },
): Refusal | undefined {
  return key && includeValues ? mustBeInScope(key, { scope: 'documents:read', test: false }) : undefined;
}

function readingLog(app: App, { db }: WebhooksDeps): void {
  serve(app, webhookRows.listDeliveries, async ({ user: { accountId }, params, query, request, reply }) => {
    const endpoint = await findEndpoint(db, { accountId, id: params.id });
    if (!endpoint) return noWebhook;
    const found = await listDeliveries(db, endpoint, { ...query, limit: pageSize + 1 });
    const page = found.slice(0, pageSize);
    if (found.length > pageSize) reply.header('link', linkToNext(request.url, page.at(-1)!.eventId));
    return page.map(deliveryView);
  });
  serve(app, webhookRows.listWebhookEvents, async ({ user, query, request, reply }) => {
    const { events, next } = await listWebhookEvents(db, user, query);
    if (next) reply.header('link', linkToNext(request.url, next));
    return events;
  });
  serve(app, webhookRows.readDelivery, async ({ user: { accountId }, params }) => {
    const key = { accountId, endpointId: params.id, eventId: params.eventId };
    const delivery = await findDelivery(db, key);
    return delivery ? deliveryDetailView(delivery, await listAttempts(db, key)) : noWebhook;
  });
}

function sending(app: App, services: WebhooksDeps): void {
  serve(app, webhookRows.testWebhook, async ({ user, params }) => {
    const sent = await testEndpoint(services, ownerOf(user), params.id);
    return isRefusal(sent) ? sent : deliveryView(sent);
  });
  serve(app, webhookRows.replayDelivery, async ({ user: { accountId }, params }) => {
    const sent = await replayDelivery(services, { accountId, ...params });
    return isRefusal(sent) ? sent : deliveryView(sent);
  });
  serve(app, webhookRows.replayFailed, async ({ user: { accountId }, params: { id } }) => {
    const count = await replayFailed(services, { accountId, id });
    return isRefusal(count) ? count : { replayed: count };
  });
}
