import { z } from 'zod';
import { recipientRoles, recipientStatuses } from '#core/recipient/recipient.ts';
import { testKind, webhookKinds, type WebhookKind } from '#core/webhook/events.ts';
import { documentStatus, enteredValue } from '../documents/documents.ts';
import { reference } from '../documents/reference.ts';
import { defineRoutes, nothing } from '../route.ts';

const instant = z.string();

/** Maximum length of a webhook URL in characters. */
const maxUrlLength = 2_000;
const url = z.string().min(1).max(maxUrlLength);
const kinds = z
  .array(z.enum(webhookKinds))
  .min(1)
  .max(webhookKinds.length)
  .refine((all) => new Set(all).size === all.length);

/** Body of POST /api/webhooks. */
export const addWebhookBody = z.object({
  url,
  kinds,
  /** True to include the values of recipients who have signed. */
  includeValues: z.boolean().default(false),
});
export type AddWebhookBody = z.input<typeof addWebhookBody>;

/** PATCH /api/webhooks/{id}. Omitted properties are unchanged. */
export const changeWebhookBody = z
  .object({ url, kinds, on: z.boolean(), includeValues: z.boolean() })
  .partial();
export type ChangeWebhookBody = z.input<typeof changeWebhookBody>;

export const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    kinds: z.array(z.enum(webhookKinds)),
    /**
     * True to include values. `recipient.signed` and `recipient.approved` contain the values of that recipient,
     * and `document.completed` those of all recipients.
     */
    includeValues: z.boolean(),
    on: z.boolean(),
    /**
     * Why the endpoint is off: turned off by a member, failing for three days, a 410 response, or the end of the
     * plan or of the key that created it.
     */
    disabledReason: z.enum(['member', 'failing', 'gone', 'plan', 'key']).nullable(),
    /**
     * The member who created it or last changed its URL. If an API key did that, `key` is the name of the key.
     */
    madeBy: z.object({ name: z.string(), key: z.string().nullable() }),
    /** Time since which all deliveries have failed; null if the last one succeeded. */
    failingSince: instant.nullable(),
    /** Until this time, deliveries are also signed with the previous secret. */
    oldSecretUntil: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Webhook' });
export type WebhookView = z.infer<typeof webhook>;

/** The secret is shown only this once. */
export const webhookWithSecret = z.object({ webhook, secret: z.string() });

/** GET /api/webhooks/{id}/deliveries. Newest first, thirty per page. */
export const listDeliveriesQuery = z.object({
  state: z.enum(['waiting', 'delivered', 'failed']).optional(),
  cursor: z.string().max(100).optional(),
});

export const delivery = z
  .object({
    /** Id of the event, and the `webhook-id` of every attempt. */
    id: z.string(),
    kind: z.string(),
    documentId: z.string().nullable(),
    occurredAt: instant,
    state: z.enum(['waiting', 'delivered', 'failed']),
    /** Total number of attempts. */
    attempts: z.number().int(),
    /** Time of the next attempt; null if there is none. */
    nextTryAt: instant.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryView = z.infer<typeof delivery>;

const postProblems = [
  'address-refused',
  'name-unknown',
  'unreachable',
  'tls-failed',
  'too-slow',
  'answer-broken',
] as const;

export const deliveryDetail = delivery
  .extend({
    /**
     * The body as recorded with the event. When it is sent, the current `document`, `recipient` and `values` are
     * added to `data` without being recorded.
     */
    body: z.string(),
    tries: z.array(
      z.object({
        number: z.number().int(),
        at: instant,
        durationMs: z.number().int(),
        status: z.number().int().nullable(),
        /** The first two thousand characters of the response. */
        answer: z.string(),
        /** Why there was no response. */
        problem: z.enum(postProblems).nullable(),
      }),
    ),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

/** Descriptions of the webhook events for the OpenAPI document. */
export const webhookSummaries: Readonly<Record<WebhookKind | typeof testKind, string>> = {
  'document.created': 'A file was uploaded, or a document was made from a template',
  'document.sent': 'The document was sent for signature',
  'document.completed': 'All recipients have signed, and the sealed file can be downloaded',
  'document.declined': 'A recipient (`recipientId`) declined, which ended the document',
  'document.voided': 'The document was voided',
  'document.expired': 'The document expired',
  'document.extended': 'The document got more time, possibly after it had expired',
  'recipient.invited': 'A signing link was made for a recipient, and its mail was queued',
  'recipient.due': 'It is the turn of a recipient whose signing link you deliver; get it from the API',
  'recipient.opened': 'A recipient, as a person, opened the document for the first time',
  'recipient.signed': 'A recipient signed',
  'recipient.approved': 'A recipient approved',
  'recipient.delegated': 'A recipient delegated their part; `recipientId` stays, the person changes',
  'recipient.corrected': "The sender corrected a recipient's name or address",
  'recipient.reminded': 'A reminder was queued',
  'recipient.undelivered':
    'A mail to a recipient was permanently refused, or their address has blocked the account',
  'webhook.test': 'A member pressed the button that tests the address; `data` is empty',
};

/**
 * The body of a webhook. `document`, `recipient` and `values` are read when it is sent, so a late or repeated
 * webhook has the current state. They are missing if the document is in the bin or deleted, or if the endpoint
 * was created by an API key without the scope documents:read.
 */
export const webhookPayload = z
  .object({
    type: z.enum([...webhookKinds, testKind]),
    timestamp: instant,
    /** Empty for the event `webhook.test`. */
    data: z
      .object({
        documentId: z.string(),
        /** Position in the document’s audit trail, for sorting webhooks. */
        seq: z.number().int(),
        recipientId: z.string(),
        /** How a recipient acted without an emailed link. */
        via: z.enum(['in-person', 'own-account', 'embedded', 'sender', 'signed-in', 'form']),
        /** True for a document created with a test key; otherwise missing. */
        test: z.boolean(),
        document: z.object({
          id: z.string(),
          title: z.string(),
          status: documentStatus,
          completedAt: instant.nullable(),
          ...reference,
        }),
        /** Present if the event has a `recipientId`. Name and address are empty after an erasure. */
        recipient: z.object({
          id: z.string(),
          role: z.enum(recipientRoles),
          name: z.string(),
          email: z.string(),
          status: z.enum(recipientStatuses),
        }),
        /** Present for signatures, approvals and completed documents if `includeValues` is on. */
        values: z.array(enteredValue),
        /** True if `values` is missing because the body would exceed 256 KB. */
        valuesOmitted: z.boolean(),
      })
      .partial(),
  })
  .meta({ id: 'WebhookPayload' });
export type WebhookPayload = z.infer<typeof webhookPayload>;

/**
 * GET /api/webhooks/events. Oldest first. An event that is committed late can be missing from the first request
 * after it. Programs should therefore request events from one minute earlier and ignore ids that they already
 * know.
 */
export const webhookEventsQuery = z.object({
  /** Events at or after this time; all if omitted. */
  from: z.iso.datetime({ offset: true }).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
});
export const webhookEvents = z.array(z.object({ id: z.string(), payload: webhookPayload }));

/** Response of POST /api/webhooks/{id}/replay. */
export const replayed = z.object({ replayed: z.number().int() });

const endpointRefusals = ['plan-without-feature', 'webhook-address-refused', 'insufficient-scope'] as const;
const sendingRefusals = ['not-found', 'plan-without-feature', 'webhook-off'] as const;

export const webhookRows = defineRoutes({
  listWebhooks: {
    at: 'GET /api/webhooks',
    summary: 'List webhook endpoints',
    caller: 'member',
    permission: 'webhook.read',
    apiKey: 'live',
    answers: { 200: z.array(webhook) },
    refusals: [],
  },
  listWebhookEvents: {
    at: 'GET /api/webhooks/events',
    summary:
      'List events as webhooks would deliver them, oldest first, for programs without a public address',
    caller: 'member',
    permission: 'webhook.read',
    apiKey: 'any',
    query: webhookEventsQuery,
    answers: { 200: webhookEvents },
    headers: ['link'],
    refusals: [],
  },
  addWebhook: {
    at: 'POST /api/webhooks',
    summary: 'Add a webhook endpoint (only this response contains its secret)',
    caller: 'confirmed',
    permission: 'webhook.edit',
    apiKey: 'live',
    // The response contains a secret that is not stored, so a repeated request creates another endpoint.
    idempotency: 'none',
    body: addWebhookBody,
    answers: { 201: webhookWithSecret },
    refusals: [...endpointRefusals, 'too-many-webhooks'],
  },
  changeWebhook: {
    at: 'PATCH /api/webhooks/{id}',
    summary: 'Change a webhook endpoint, or turn it on or off',
    caller: 'confirmed',
    permission: 'webhook.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    body: changeWebhookBody,
    answers: { 200: webhook },
    refusals: ['not-found', ...endpointRefusals],
  },
  removeWebhook: {
    at: 'DELETE /api/webhooks/{id}',
    summary: 'Delete a webhook endpoint with its log',
    caller: 'member',
    permission: 'webhook.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  renewWebhookSecret: {
    at: 'POST /api/webhooks/{id}/secret',
    summary: 'Rotate a webhook secret (the previous one also signs for one more day)',
    caller: 'confirmed',
    permission: 'webhook.edit',
    apiKey: 'live',
    idempotency: 'none',
    answers: { 200: webhookWithSecret },
    refusals: ['not-found'],
  },
  testWebhook: {
    at: 'POST /api/webhooks/{id}/test',
    summary: 'Send a test event to a webhook endpoint',
    caller: 'confirmed',
    permission: 'webhook.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    answers: { 202: delivery },
    refusals: sendingRefusals,
  },
  listDeliveries: {
    at: 'GET /api/webhooks/{id}/deliveries',
    summary: 'List the events sent to a webhook endpoint, newest first',
    caller: 'member',
    permission: 'webhook.read',
    apiKey: 'live',
    query: listDeliveriesQuery,
    answers: { 200: z.array(delivery) },
    headers: ['link'],
    refusals: ['not-found'],
  },
  readDelivery: {
    at: 'GET /api/webhooks/{id}/deliveries/{eventId}',
    summary: 'Get one event with its request, responses and attempts',
    caller: 'member',
    permission: 'webhook.read',
    apiKey: 'live',
    answers: { 200: deliveryDetail },
    refusals: ['not-found'],
  },
  replayDelivery: {
    at: 'POST /api/webhooks/{id}/deliveries/{eventId}/replay',
    summary: 'Send an event again with the same id',
    caller: 'confirmed',
    permission: 'webhook.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    answers: { 202: delivery },
    refusals: sendingRefusals,
  },
  replayFailed: {
    at: 'POST /api/webhooks/{id}/replay',
    summary: 'Send all failed events again',
    caller: 'confirmed',
    permission: 'webhook.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    answers: { 202: replayed },
    refusals: sendingRefusals,
  },
});
