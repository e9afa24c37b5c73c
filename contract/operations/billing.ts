import { z } from 'zod';
import { planNames } from '#core/plan/plans.ts';
import { standings } from '#core/plan/subscription.ts';
import { bytes, defineRoutes } from '../route.ts';

/**
 * Subscription and payment (specification §2 billing, §4 plan tiers, §7). All routes need a signed-in person.
 *
 *     GET  /api/subscription/status                     → subscriptionStatus
 *     GET  /api/subscription/usage                      → subscriptionUsage
 *     POST /api/subscription/create     createBody      → createAnswer: redirect to `url` if there is one
 *     POST /api/subscription/refresh    refreshBody     → subscriptionStatus, loaded again from the provider
 *     POST /api/subscription/cancel                     → subscriptionStatus: ends with the paid period
 *     POST /api/subscription/resume                     → subscriptionStatus: undoes a cancellation
 *     POST /api/subscription/preview    changeBody      → changePreview: the cost of changing to that plan now
 *     POST /api/subscription/change     changeBody      → subscriptionStatus: changes to another paid plan immediately
 *     GET  /api/subscription/portal                     → portalAnswer: open `url` in a new tab
 *     GET  /api/subscription/invoices                   → invoices, newest first
 *
 * Checkout returns to /billing (or to /onboarding, depending on `from`), with ?checkout=<session id> after
 * success and ?checkout=cancelled if the person went back. The page posts the session id to /refresh, which
 * raises the limits before the provider's event arrives. An abandoned checkout changes nothing.
 *
 * A new account has the planType '' (GET /api/auth/user) until a plan is chosen. POST create with 'free'
 * chooses Free ('Continue with Free Plan', 'Skip Setup', 'Go to Dashboard') and never needs the provider.
 * While the planType is '', the limits of Free apply. With PLANS=off the planType is 'business' and
 * `plansOff` is true.
 *
 * Refusals: 'plans-off' (409), 'plan-unknown' (422), 'subscription-exists' (409: change or cancel it
 * instead), 'subscription-missing' (409: there is nothing to cancel, resume or change), 'plan-already-active'
 * (409), 'payment-declined' (402: nothing was changed), 'payments-unavailable' (503: the provider is down or
 * slow, nothing was changed), 'checkout-unknown' (404). Status and usage never fail because of the provider.
 * They then return the stored copy, marked as `stale`.
 *
 * Other tabs receive the real-time event 'account' (GET /api/live) and then load user, status and usage
 * again.
 *
 * The built-in sandbox (testMode) has its checkout under /sandbox-payments/checkout/…, and its portal, with a
 * separate clock for each account, under /sandbox-payments/portal/…. The forms have the fields cardNumber,
 * expiry and cvc.
 */
const planName = z.enum(planNames);

const moment = z.string().nullable();

/** GET /api/subscription/status. Times are ISO 8601 in UTC, and `amount` is US dollars per month. */
export const subscriptionStatus = z
  .object({
    /** The plan whose limits currently apply. */
    planName,
    /**
     * free: no subscription. trialing and active: as named. past_due: a payment failed and is retried while the
     * plan continues. cancelling: continues until `endsAt`, then Free. ended: a former subscription.
     */
    status: z.enum(standings),
    /** Due date of the next payment, or of the first payment after a trial; null if none is due. */
    nextBillingDate: moment,
    /** Price of `planName` now, or after the trial; 0 for Free. */
    amount: z.number(),
    currency: z.literal('usd'),
    /**
     * Plan of the subscription, even if it has ended; null if there was no subscription or its price does not
     * match a plan.
     */
    subscribedPlan: planName.nullable(),
    trialEndsAt: moment,
    /** End date of a canceled plan. */
    endsAt: moment,
    /** Why the last payment failed while past_due. The person can choose another card in the portal. */
    paymentProblem: z.enum(['declined']).nullable(),
    /** The card that is charged for the subscription. */
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    /** True if choosing a plan with a trial would start one. Each account gets one trial. */
    trialAvailable: z.boolean(),
    /** True if the provider could not be reached. The other values are then from `readAt`. */
    stale: z.boolean(),
    /** Time of the last query to the provider; null if none has been necessary. */
    readAt: moment,
    /**
     * True if the built-in sandbox replaces the provider, so that no money moves. Show this wherever a price is
     * paid.
     */
    testMode: z.boolean(),
    /** True if plans are turned off. Everything is then unlimited, and nothing can be bought. */
    plansOff: z.boolean(),
  })
  .meta({ id: 'Subscription' });
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;

/** GET /api/subscription/usage. Usage in this calendar month (UTC). */
export const subscriptionUsage = z.object({
  documentsUsed: z.number().int(),
  completedDocuments: z.number().int(),
  pendingDocuments: z.number().int(),
});
export type SubscriptionUsage = z.infer<typeof subscriptionUsage>;

/**
 * POST /api/subscription/create. `planName` is case-insensitive. `from` is the page that checkout returns to.
 */
export const createBody = z.object({
  planName: z.string().max(50),
  from: z.enum(['billing', 'onboarding']).default('billing'),
});
export type CreateBody = z.input<typeof createBody>;

/** If `url` is set, follow it with a full redirect. Otherwise the plan is active without a payment. */
export const createAnswer = z.object({ success: z.boolean(), url: z.string().optional(), planName });
export type CreateAnswer = z.infer<typeof createAnswer>;

/** POST /api/subscription/refresh. `checkout` is the session id returned by checkout. */
export const refreshBody = z.object({ checkout: z.string().max(300).optional() }).default({});

export const changeBody = z.object({ planName: z.string().max(50) });

/** Cost of a plan change in US cents. Negative amounts are credit toward later invoices. */
export const changePreview = z.object({
  planName,
  /** Amount charged to the card when the plan changes; 0 if nothing is due. */
  dueNowCents: z.number().int(),
  /** Remaining credit toward later invoices after the change. */
  creditCents: z.number().int(),
  lines: z.array(z.object({ description: z.string(), amountCents: z.number().int() })),
  /** Monthly amount after that. */
  nextAmountCents: z.number().int(),
  nextBillingDate: moment,
});
export type ChangePreview = z.infer<typeof changePreview>;

/** POST /api/webhooks/stripe. Confirms receipt of the event, whether or not it is relevant. */
export const paymentEventAnswer = z.object({ received: z.literal(true) });

/** Response of GET /api/subscription/portal. */
export const portalAnswer = z.object({ url: z.string() });

/** GET /api/subscription/invoices. Newest first, at most 24. */
export const invoices = z.array(
  z.object({
    id: z.string(),
    number: z.string(),
    createdAt: z.string(),
    amountCents: z.number().int(),
    currency: z.literal('usd'),
    status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
    /** URL of the provider's invoice page, to open in a new tab. */
    url: z.string().nullable(),
    pdfUrl: z.string().nullable(),
  }),
);
export type Invoice = z.infer<typeof invoices>[number];

const paymentRefusals = ['plans-off', 'payments-unavailable', 'payment-declined'] as const;
const subscriptionRefusals = ['subscription-missing', ...paymentRefusals] as const;
const planChangeRefusals = ['plan-unknown', 'plan-already-active', ...subscriptionRefusals] as const;

export const billingRows = defineRoutes({
  readSubscription: {
    at: 'GET /api/subscription/status',
    summary: 'Get the subscription',
    caller: 'member',
    permission: 'account.read',
    whileClosing: true,
    answers: { 200: subscriptionStatus },
    refusals: [],
  },
  readSubscriptionUsage: {
    at: 'GET /api/subscription/usage',
    summary: 'Get this month’s usage',
    caller: 'member',
    permission: 'account.read',
    answers: { 200: subscriptionUsage },
    refusals: [],
  },
  listInvoices: {
    at: 'GET /api/subscription/invoices',
    summary: 'List invoices',
    caller: 'member',
    permission: 'account.pay',
    answers: { 200: invoices },
    refusals: subscriptionRefusals,
  },
  openPortal: {
    at: 'GET /api/subscription/portal',
    summary: 'Create a link to the payment provider’s billing portal',
    caller: 'member',
    permission: 'account.pay',
    answers: { 200: portalAnswer },
    refusals: subscriptionRefusals,
  },
  previewPlanChange: {
    at: 'POST /api/subscription/preview',
    summary: 'Preview the cost of changing the plan now',
    caller: 'member',
    permission: 'account.pay',
    body: changeBody,
    answers: { 200: changePreview },
    refusals: planChangeRefusals,
  },
  createSubscription: {
    at: 'POST /api/subscription/create',
    summary: 'Start a paid plan',
    caller: 'member',
    permission: 'account.pay',
    body: createBody,
    answers: { 200: createAnswer },
    refusals: ['subscription-exists', ...planChangeRefusals],
  },
  refreshSubscription: {
    at: 'POST /api/subscription/refresh',
    summary: 'Read the subscription again from the payment provider',
    caller: 'member',
    permission: 'account.pay',
    body: refreshBody,
    answers: { 200: subscriptionStatus },
    refusals: ['checkout-unknown', ...paymentRefusals],
  },
  cancelSubscription: {
    at: 'POST /api/subscription/cancel',
    summary: 'Cancel the subscription at the end of the paid period',
    caller: 'member',
    permission: 'account.pay',
    whileClosing: true,
    answers: { 200: subscriptionStatus },
    refusals: subscriptionRefusals,
  },
  resumeSubscription: {
    at: 'POST /api/subscription/resume',
    summary: 'Undo a cancellation',
    caller: 'member',
    permission: 'account.pay',
    answers: { 200: subscriptionStatus },
    refusals: subscriptionRefusals,
  },
  changeSubscription: {
    at: 'POST /api/subscription/change',
    summary: 'Change from one paid plan to another',
    caller: 'member',
    permission: 'account.pay',
    body: changeBody,
    answers: { 200: subscriptionStatus },
    refusals: planChangeRefusals,
  },
  receivePaymentEvent: {
    at: 'POST /api/webhooks/stripe',
    summary: 'Receive an event of the payment provider',
    caller: 'payment-provider',
    body: bytes('application/json'),
    // Stripe's events are only a few kilobytes, so a larger body is invalid.
    maxBodyBytes: 262_144,
    answers: { 200: paymentEventAnswer },
    refusals: [],
  },
});
