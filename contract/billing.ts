import { z } from 'zod';
import { planNames } from '#core/plan/plans.ts';
import { standings } from '#core/plan/subscription.ts';

/**
 * Subscription and payment (specification §2 billing, §4 plan tiers, §7). All need a signed-in person.
 *
 *     GET  /api/subscription/status                     → subscriptionStatus
 *     GET  /api/subscription/usage                      → subscriptionUsage
 *     POST /api/subscription/create     createBody      → createAnswer: follow `url` by a full redirect, or done at once
 *     POST /api/subscription/refresh    refreshBody     → subscriptionStatus, read anew from the provider
 *     POST /api/subscription/cancel                     → subscriptionStatus; ends with the paid period
 *     POST /api/subscription/resume                     → subscriptionStatus; takes a cancellation back
 *     POST /api/subscription/preview    changeBody      → changePreview: what changing to that plan costs now
 *     POST /api/subscription/change     changeBody      → subscriptionStatus; from one paid plan to another, at once
 *     GET  /api/subscription/portal                     → portalAnswer: open `url` in a new tab
 *     GET  /api/subscription/invoices                   → invoices, newest first
 *
 * How checkout comes back: to /billing (or /onboarding, as `from` said) with ?checkout=<session id> after success
 * and ?checkout=cancelled when the person turned back. With a session id the page posts it to /refresh, which
 * lifts the limits before the provider's event has arrived. A checkout that is left half-way changes nothing.
 *
 * A new account has the planType '' (GET /api/auth/user) until a plan was chosen; POST create with 'free'
 * chooses Free ('Continue with Free Plan', 'Skip Setup', 'Go to Dashboard') and never needs the provider. While
 * the planType is '', the limits are those of Free. With PLANS=off the planType is 'business' and `plansOff` true.
 *
 * Refusals: 'plans-off' (409), 'plan-unknown' (422), 'subscription-exists' (409: change or cancel it instead),
 * 'subscription-missing' (409: there is nothing to cancel, resume or change), 'plan-already-yours' (409),
 * 'payment-declined' (402: nothing was changed), 'payments-unavailable' (503: the provider is down or slow,
 * nothing was changed), 'checkout-unknown' (404). Status and usage never fail because of the provider: the
 * stored copy is answered, marked `stale`.
 *
 * Other tabs learn of a change by the live hint 'account' (GET /api/live): load user, status and usage again.
 *
 * The built-in sandbox (testMode) has its checkout under /sandbox-payments/checkout/… and its portal, with a clock
 * for each account, under /sandbox-payments/portal/…; forms with the fields cardNumber, expiry and cvc.
 */
const planName = z.enum(planNames);

const moment = z.string().nullable();

/** GET /api/subscription/status. Moments are ISO 8601 in UTC; `amount` is US dollars a month. */
export const subscriptionStatus = z
  .object({
    /** The plan whose limits hold now. */
    planName,
    /**
     * free: no subscription. trialing, active. past_due: a payment failed, it is tried again and the plan goes on
     * meanwhile. cancelling: goes on until `endsAt`, then Free. ended: there was one, and it is over.
     */
    status: z.enum(standings),
    /** When the next payment is due; null when none is. At the end of a trial: the first one. */
    nextBillingDate: moment,
    /** The price of `planName`, now or after the trial. 0 for Free. */
    amount: z.number(),
    currency: z.literal('usd'),
    /** The plan that was subscribed, also when it has ended; null when none was, as at a price that is no plan's. */
    subscribedPlan: planName.nullable(),
    trialEndsAt: moment,
    /** When a cancelled plan ends, or ended. */
    endsAt: moment,
    /** The fault of the last payment, while past_due; the way out is another card, in the portal. */
    paymentProblem: z.enum(['declined']).nullable(),
    /** The card that is charged. */
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    /** Whether choosing a plan with a trial begins one: an account gets one trial. */
    trialAvailable: z.boolean(),
    /** True when the provider could not be asked; the rest is then as it was at `readAt`. */
    stale: z.boolean(),
    /** When the provider was last asked; null when it never had to be. */
    readAt: moment,
    /** The built-in sandbox stands in for the provider: no money moves. Say so wherever a price is paid. */
    testMode: z.boolean(),
    /** Plans are switched off here: everything is unlimited, nothing can be bought. */
    plansOff: z.boolean(),
  })
  .meta({ id: 'Subscription' });
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;

/** GET /api/subscription/usage: this calendar month (UTC). */
export const subscriptionUsage = z.object({
  documentsUsed: z.number().int(),
  completedDocuments: z.number().int(),
  pendingDocuments: z.number().int(),
});
export type SubscriptionUsage = z.infer<typeof subscriptionUsage>;

/** POST /api/subscription/create. `planName` in any case; `from` is the page that checkout comes back to. */
export const createBody = z.object({
  planName: z.string().max(50),
  from: z.enum(['billing', 'onboarding']).default('billing'),
});
export type CreateBody = z.input<typeof createBody>;

/** With a `url`: go there, by a full redirect. Without: it is done, nothing had to be paid. */
export const createAnswer = z.object({ success: z.boolean(), url: z.string().optional(), planName });
export type CreateAnswer = z.infer<typeof createAnswer>;

/** POST /api/subscription/refresh. `checkout` is the session id that checkout came back with. */
export const refreshBody = z.object({ checkout: z.string().max(300).optional() }).default({});

export const changeBody = z.object({ planName: z.string().max(50) });

/** The cost of a change of plan. US cents; negative is a credit that later invoices use up. */
export const changePreview = z.object({
  planName,
  /** Taken from the card at once when the change is made; 0 when there is nothing to pay. */
  dueNowCents: z.number().int(),
  /** Left over for later invoices after the change. */
  creditCents: z.number().int(),
  lines: z.array(z.object({ description: z.string(), amountCents: z.number().int() })),
  /** From then on, each month. */
  nextAmountCents: z.number().int(),
  nextBillingDate: moment,
});
export type ChangePreview = z.infer<typeof changePreview>;

/** POST /api/webhooks/stripe: the event was taken, whether or not it says anything to us. */
export const paymentEventAnswer = z.object({ received: z.literal(true) });

/** GET /api/subscription/portal */
export const portalAnswer = z.object({ url: z.string() });

/** GET /api/subscription/invoices, newest first, at most 24. */
export const invoices = z.array(
  z.object({
    id: z.string(),
    number: z.string(),
    createdAt: z.string(),
    amountCents: z.number().int(),
    currency: z.literal('usd'),
    status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
    /** The provider's page of it, opened in a new tab. */
    url: z.string().nullable(),
    pdfUrl: z.string().nullable(),
  }),
);
export type Invoice = z.infer<typeof invoices>[number];
