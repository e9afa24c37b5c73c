import type { FastifyRequest } from 'fastify';
import { billingRows, type SubscriptionStatus, type Invoice } from '#contract/operations/billing.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Asker } from '../../records/plan-store.ts';
import { originOf } from '../../foundation/http/own-origins.ts';
import { addRoutes, type App, type Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { isFailure } from '../../ports/payment-provider.ts';
import type { BillingDeps } from './deps.ts';
import {
  cancelSubscription,
  changeSubscription,
  previewChange,
  resumeSubscription,
} from './change-subscription.ts';
import { noted, watchOutage, type Outage } from './outage.ts';
import { readSubscription } from './read-subscription.ts';
import { refusalOf, noSubscription } from './refusals.ts';
import { subscribe } from './subscribe.ts';
import { findSubscription } from './subscription-store.ts';
import { subscriptionStatus, subscriptionUsage } from './subscription-status.ts';
import { webhookRoutes } from './webhook-routes.ts';

/**
 * Routes for subscription and payment (specification §7). contract/operations/billing.ts documents the
 * responses.
 */
export function billingRoutes(given: BillingDeps): Routes {
  const outage = watchOutage(given.clock);
  const services = { ...given, provider: noted(given.provider, outage) };
  return async (app) => {
    reading(app, services, outage);
    acts(app, services, outage);
    await addRoutes(app, webhookRoutes(services));
  };
}

function reading(app: App, services: BillingDeps, outage: Outage): void {
  serve(app, billingRows.readSubscription, ({ user }) =>
    subscriptionStatus(services, outage, user.accountId),
  );
  serve(app, billingRows.readSubscriptionUsage, ({ user }) => subscriptionUsage(services, user.accountId));
  serve(app, billingRows.openPortal, ({ user, request }) =>
    openPortal(services, user.accountId, originOf(request, services.publicUrl)),
  );
  serve(app, billingRows.listInvoices, ({ user }) => listInvoices(services, user.accountId));
  serve(app, billingRows.previewPlanChange, ({ user, body }) =>
    previewChange(services, user.accountId, body.planName),
  );
}

function acts(app: App, services: BillingDeps, outage: Outage): void {
  const thenStatus = async (
    accountId: string,
    refused: Refusal | undefined,
  ): Promise<SubscriptionStatus | Refusal> => refused ?? subscriptionStatus(services, outage, accountId);

  serve(app, billingRows.createSubscription, ({ user, body, request }) => {
    const origin = originOf(request, services.publicUrl);
    return subscribe(services, { ...user, asker: askerOf(request) }, { ...body, origin });
  });
  serve(app, billingRows.refreshSubscription, async ({ user: { accountId }, body }) =>
    thenStatus(accountId, await refresh(services, accountId, body.checkout)),
  );
  serve(app, billingRows.cancelSubscription, async ({ user: { accountId }, request }) =>
    thenStatus(accountId, await cancelSubscription(services, accountId, askerOf(request))),
  );
  serve(app, billingRows.resumeSubscription, async ({ user: { accountId }, request }) =>
    thenStatus(accountId, await resumeSubscription(services, accountId, askerOf(request))),
  );
  serve(app, billingRows.changeSubscription, async ({ user: { accountId }, body, request }) =>
    thenStatus(accountId, await changeSubscription(services, accountId, body.planName, askerOf(request))),
  );
}

function askerOf({ user, ip }: FastifyRequest): Asker {
  return { userId: user.userId, ip };
}

/** Reads the subscription after a checkout, which must belong to the account. */
async function refresh(
  services: BillingDeps,
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

const noCheckout = refuse('checkout-unknown', 'This checkout belongs to another account.');

/**
 * Returns the URL of the provider's portal for the card, the plan and invoices. The portal links back to
 * Billing & Usage.
 */
async function openPortal(
  { db, provider }: BillingDeps,
  accountId: string,
  origin: string,
): Promise<{ url: string } | Refusal> {
  const stored = await findSubscription(db, provider.name, accountId);
  if (!stored) return noSubscription;
  const opened = await provider.openPortal(stored.customerId, `${origin}/billing`);
  if (isFailure(opened)) return opened.failed === 'unknown' ? noSubscription : refusalOf(opened);
  return opened;
}

/** Newest first. Empty for accounts that never started a checkout. */
async function listInvoices({ db, provider }: BillingDeps, accountId: string): Promise<Invoice[] | Refusal> {
  const stored = await findSubscription(db, provider.name, accountId);
  if (!stored) return [];
  const listed = await provider.listInvoices(stored.customerId);
  if (isFailure(listed)) return listed.failed === 'unknown' ? [] : refusalOf(listed);
  return listed.map(({ createdAt, ...rest }) => ({
    ...rest,
    createdAt: new Date(createdAt).toISOString(),
    currency: 'usd' as const,
  }));
}
