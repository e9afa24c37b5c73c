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
  listWebhooks: { summary: 'List webhook endpoints', who, answers: { 200: z.array(webhook) }, refusals: [] },
  addWebhook: {
    ...{
      summary: 'Add a webhook endpoint; the response is the only place that shows its secret',
      who: 'confirmed',
      body: addWebhookBody,
    },
    // The response contains a secret that is not stored; a repeated request creates another endpoint.
    repeatable: false,
    answers: { 201: webhookWithSecret },
    refusals: [...adding, 'webhooks-too-many'],
  },
  changeWebhook: {
    ...{
      summary: 'Change a webhook endpoint, or turn it on or off',
      who: 'confirmed',
      body: changeWebhookBody,
    },
    answers: { 200: webhook },
    refusals: ['not-found', ...adding],
  },
  removeWebhook: {
    ...{ summary: 'Delete a webhook endpoint with its log', who },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  renewWebhookSecret: {
    ...{ summary: 'Rotate a webhook secret; the previous one signs for one more day', who: 'confirmed' },
    repeatable: false,
    answers: { 200: webhookWithSecret },
    refusals: ['not-found'],
  },
  testWebhook: {
    ...{ summary: 'Send a test event to a webhook endpoint', who: 'confirmed' },
    answers: { 202: delivery },
    refusals: sending,
  },
  listDeliveries: {
    ...{
      summary: 'List the events sent to a webhook endpoint, newest first',
      who,
      query: listDeliveriesQuery,
    },
    ...{ answers: { 200: z.array(delivery) }, headers: ['link'] },
    refusals: ['not-found'],
  },
  readDelivery: {
    ...{
      summary: 'Get one event with its request, responses and attempts',
      who,
      answers: { 200: deliveryDetail },
    },
    refusals: ['not-found'],
  },
  replayDelivery: {
    ...{ summary: 'Send an event again with the same id', who: 'confirmed' },
    answers: { 202: delivery },
    refusals: sending,
  },
  replayFailed: {
    ...{ summary: 'Send all failed events again', who: 'confirmed' },
    answers: { 202: replayed },
    refusals: sending,
  },
});
