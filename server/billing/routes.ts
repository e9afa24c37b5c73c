import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  changeBody,
  changePreview,
  createAnswer,
  createBody,
  invoices,
  portalAnswer,
  refreshBody,
  subscriptionStatus as statusSchema,
  subscriptionUsage as usageSchema,
} from '#contract/billing.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { Asker } from '../records/plan-store.ts';
import { originOf } from '../http/own-origins.ts';
import type { App, Feature } from '../http/fastify-app.ts';
import { sendRefusal } from '../http/problems.ts';
import { signedIn } from '../http/signed-in.ts';
import { isFailure } from '../ports/payment-provider.ts';
import type { Services } from '../services.ts';
import {
  cancelSubscription,
  changeSubscription,
  previewChange,
  resumeSubscription,
} from './change-subscription.ts';
import { listInvoices, openPortal } from './customer-pages.ts';
import { noted, watchOutage, type Outage } from './outage.ts';
import { readSubscription } from './read-subscription.ts';
import { refusalOf } from './refusals.ts';
import { subscribe } from './subscribe.ts';
import { findSubscription } from './subscription-store.ts';
import { subscriptionStatus, subscriptionUsage } from './subscription-status.ts';
import { webhookRoutes } from './webhook-routes.ts';

const guarded = { preHandler: signedIn };

/** Subscription and payment (specification §7); contract/billing.ts says what each answers. */
export function billingRoutes(given: Services): Feature {
  const outage = watchOutage(given.clock);
  const services = { ...given, provider: noted(given.provider, outage) };
  return async (app) => {
    reading(app, services, outage);
    acts(app, services, outage);
    await app.register(async (scope) => webhookRoutes(services)(scope as App));
  };
}

function reading(app: App, services: Services, outage: Outage): void {
  app.get(
    '/api/subscription/status',
    { ...guarded, schema: { response: { 200: statusSchema } } },
    async ({ user }) => subscriptionStatus(services, outage, user.accountId),
  );
  app.get(
    '/api/subscription/usage',
    { ...guarded, schema: { response: { 200: usageSchema } } },
    async ({ user }) => subscriptionUsage(services, user.accountId),
  );
  app.get(
    '/api/subscription/portal',
    { ...guarded, schema: { response: { 200: portalAnswer } } },
    async (request, reply) => {
      const origin = originOf(request, services.publicUrl);
      return answer(reply, await openPortal(services, request.user.accountId, origin));
    },
  );
  app.get(
    '/api/subscription/invoices',
    { ...guarded, schema: { response: { 200: invoices } } },
    async ({ user }, reply) => answer(reply, await listInvoices(services, user.accountId)),
  );
  app.post(
    '/api/subscription/preview',
    { ...guarded, schema: { body: changeBody, response: { 200: changePreview } } },
    async ({ user, body }, reply) =>
      answer(reply, await previewChange(services, user.accountId, body.planName)),
  );
}

function acts(app: App, services: Services, outage: Outage): void {
  app.post(
    '/api/subscription/create',
    { ...guarded, schema: { body: createBody, response: { 200: createAnswer } } },
    async (request, reply) => {
      const { user, body } = request;
      const origin = originOf(request, services.publicUrl);
      return answer(
        reply,
        await subscribe(services, { ...user, asker: askerOf(request) }, { ...body, origin }),
      );
    },
  );
  app.post(
    '/api/subscription/refresh',
    { ...guarded, schema: { body: refreshBody, response: { 200: statusSchema } } },
    async ({ user, body }, reply) =>
      thenStatus(
        services,
        outage,
        user.accountId,
        reply,
        await refresh(services, user.accountId, body.checkout),
      ),
  );
  const simple = { cancel: cancelSubscription, resume: resumeSubscription };
  for (const [path, act] of Object.entries(simple)) {
    app.post(
      `/api/subscription/${path}`,
      { ...guarded, schema: { response: { 200: statusSchema } } },
      async (request, reply) => {
        const { accountId } = request.user;
        const refused = await act(services, accountId, askerOf(request));
        return thenStatus(services, outage, accountId, reply, refused);
      },
    );
  }
  app.post(
    '/api/subscription/change',
    { ...guarded, schema: { body: changeBody, response: { 200: statusSchema } } },
    async (request, reply) => {
      const { accountId } = request.user;
      const refused = await changeSubscription(services, accountId, request.body.planName, askerOf(request));
      return thenStatus(services, outage, accountId, reply, refused);
    },
  );
}

function askerOf({ user, ip }: FastifyRequest): Asker {
  return { userId: user.userId, ip };
}

/** Reads anew, after a look at the checkout that the browser came back from: it has to be the account's own. */
async function refresh(
  services: Services,
  accountId: string,
  checkout: string | undefined,
): Promise<Refusal | undefined> {
  const { db, provider } = services;
  if (checkout !== undefined) {
    const stored = await findSubscription(db, provider.name, accountId);
    if (!stored) return noCheckout;
    const found = await provider.readCheckout(stored.customerId, checkout);
    if (isFailure(found)) return found.failed === 'unknown' ? noCheckout : refusalOf(found);
  }
  const failure = await readSubscription(services, accountId);
  return failure && refusalOf(failure);
}

const noCheckout = refuse('checkout-unknown', 'This checkout does not belong to your account.');

async function thenStatus(
  services: Services,
  outage: Outage,
  accountId: string,
  reply: FastifyReply,
  refused: Refusal | undefined,
) {
  return refused
    ? sendRefusal(reply, refused)
    : reply.send(await subscriptionStatus(services, outage, accountId));
}

function answer(reply: FastifyReply, result: object | Refusal): FastifyReply {
  return isRefusal(result) ? sendRefusal(reply, result) : reply.send(result);
}
