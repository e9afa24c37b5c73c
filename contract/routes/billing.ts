import {
  changeBody,
  changePreview,
  createAnswer,
  createBody,
  invoices,
  paymentEventAnswer,
  portalAnswer,
  refreshBody,
  subscriptionStatus,
  subscriptionUsage,
} from '../billing.ts';
import { billingPaths } from '../paths.ts';
import { bytes, routesAt } from '../route.ts';

const who = 'member';
const answers = { 200: subscriptionStatus };
const unpaid = ['plans-off', 'payments-unavailable', 'payment-declined'] as const;
const subscribed = ['subscription-missing', ...unpaid] as const;
const another = ['plan-unknown', 'plan-already-yours', ...subscribed] as const;

export const billingRows = routesAt(billingPaths, {
  readSubscription: { summary: 'The subscription as it is', who, answers, refusals: [] },
  readSubscriptionUsage: {
    ...{ summary: 'Used this month', who },
    answers: { 200: subscriptionUsage },
    refusals: [],
  },
  listInvoices: { summary: 'Invoices', who, answers: { 200: invoices }, refusals: subscribed },
  openPortal: {
    ...{ summary: "An address of the provider's portal", who },
    answers: { 200: portalAnswer },
    refusals: subscribed,
  },
  previewPlanChange: {
    ...{ summary: 'What changing the plan costs now', who, body: changeBody },
    answers: { 200: changePreview },
    refusals: another,
  },
  createSubscription: {
    ...{ summary: 'Choose a plan', who, body: createBody },
    answers: { 200: createAnswer },
    refusals: ['subscription-exists', ...another],
  },
  refreshSubscription: {
    ...{ summary: 'Read the subscription anew from the provider', who, body: refreshBody, answers },
    refusals: ['checkout-unknown', ...unpaid],
  },
  cancelSubscription: { summary: 'End with the paid period', who, answers, refusals: subscribed },
  resumeSubscription: { summary: 'Take a cancellation back', who, answers, refusals: subscribed },
  changeSubscription: {
    ...{ summary: 'Change from one paid plan to another', who, body: changeBody, answers },
    refusals: another,
  },
  takePaymentEvent: {
    ...{
      summary: 'An event of the payment provider',
      who: 'payment-provider',
      body: bytes('application/json'),
    },
    // Stripe's events are a few kilobytes, so a larger body is invalid.
    largestBody: 262_144,
    answers: { 200: paymentEventAnswer },
    refusals: [],
  },
});
