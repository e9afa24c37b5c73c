import { z } from 'zod';
import { webhookPaths } from '../paths.ts';
import { nothing, routesAt } from '../route.ts';
import {
  addWebhookBody,
  changeWebhookBody,
  delivery,
  deliveryDetail,
  listDeliveriesQuery,
  replayed,
  webhook,
  webhookWithSecret,
} from '../webhooks.ts';

const who = 'member';
const adding = ['plan-without-benefit', 'webhook-address-refused'] as const;
const sending = ['not-found', 'plan-without-benefit', 'webhook-off'] as const;

export const webhookRows = routesAt(webhookPaths, {
  listWebhooks: { summary: 'Endpoints that are told', who, answers: { 200: z.array(webhook) }, refusals: [] },
  addWebhook: {
    ...{ summary: 'Add an endpoint; its secret is shown this once', who: 'confirmed', body: addWebhookBody },
    // The response contains a secret that is not stored; a repeated request creates another endpoint.
    repeatable: false,
    answers: { 201: webhookWithSecret },
    refusals: [...adding, 'webhooks-too-many'],
  },
  changeWebhook: {
    ...{ summary: 'Change an endpoint, or switch it on or off', who: 'confirmed', body: changeWebhookBody },
    answers: { 200: webhook },
    refusals: ['not-found', ...adding],
  },
  removeWebhook: {
    ...{ summary: 'Remove an endpoint with its log', who },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  renewWebhookSecret: {
    ...{ summary: 'A new secret; the one before signs for a day more', who: 'confirmed' },
    repeatable: false,
    answers: { 200: webhookWithSecret },
    refusals: ['not-found'],
  },
  testWebhook: {
    ...{ summary: 'Send an event that says nothing, to try an endpoint', who: 'confirmed' },
    answers: { 202: delivery },
    refusals: sending,
  },
  listDeliveries: {
    ...{ summary: 'What was sent to an endpoint, newest first', who, query: listDeliveriesQuery },
    ...{ answers: { 200: z.array(delivery) }, headers: ['link'] },
    refusals: ['not-found'],
  },
  readDelivery: {
    ...{ summary: 'One event: request, answers, tries', who, answers: { 200: deliveryDetail } },
    refusals: ['not-found'],
  },
  replayDelivery: {
    ...{ summary: 'Send an event once more, with the same id', who: 'confirmed' },
    answers: { 202: delivery },
    refusals: sending,
  },
  replayFailed: {
    ...{ summary: 'Send everything once more that was given up', who: 'confirmed' },
    answers: { 202: replayed },
    refusals: sending,
  },
});
