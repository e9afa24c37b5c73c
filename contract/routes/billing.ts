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
  readSubscription: { summary: 'Get the subscription', who, answers, refusals: [] },
  readSubscriptionUsage: {
    ...{ summary: 'Get this month’s usage', who },
    answers: { 200: subscriptionUsage },
    refusals: [],
  },
  listInvoices: { summary: 'List invoices', who, answers: { 200: invoices }, refusals: subscribed },
  openPortal: {
    ...{ summary: 'Create a link to the payment provider’s billing portal', who },
    answers: { 200: portalAnswer },
    refusals: subscribed,
  },
  previewPlanChange: {
    ...{ summary: 'Preview the cost of changing the plan now', who, body: changeBody },
    answers: { 200: changePreview },
    refusals: another,
  },
  createSubscription: {
    ...{ summary: 'Start a paid plan', who, body: createBody },
    answers: { 200: createAnswer },
    refusals: ['subscription-exists', ...another],
  },
  refreshSubscription: {
    ...{ summary: 'Read the subscription again from the payment provider', who, body: refreshBody, answers },
    refusals: ['checkout-unknown', ...unpaid],
  },
  cancelSubscription: {
    summary: 'Cancel the subscription at the end of the paid period',
    who,
    answers,
    refusals: subscribed,
  },
  resumeSubscription: { summary: 'Undo a cancellation', who, answers, refusals: subscribed },
  changeSubscription: {
    ...{ summary: 'Change from one paid plan to another', who, body: changeBody, answers },
    refusals: another,
  },
  takePaymentEvent: {
    ...{
      summary: 'Receive an event of the payment provider',
      who: 'payment-provider',
      body: bytes('application/json'),
    },
    // Stripe's events are a few kilobytes, so a larger body is invalid.
    largestBody: 262_144,
    answers: { 200: paymentEventAnswer },
    refusals: [],
  },
});
