import { z } from 'zod';
import { webhookKinds } from '#core/webhook/events.ts';

const instant = z.string();

/** Maximum characters of a webhook URL. */
const longestUrl = 2_000;
const url = z.string().min(1).max(longestUrl);
const kinds = z
  .array(z.enum(webhookKinds))
  .min(1)
  .max(webhookKinds.length)
  .refine((all) => new Set(all).size === all.length);

/** POST /api/webhooks */
export const addWebhookBody = z.object({ url, kinds });
export type AddWebhookBody = z.input<typeof addWebhookBody>;

/** PATCH /api/webhooks/{id}; absent members are unchanged. */
export const changeWebhookBody = z.object({ url, kinds, on: z.boolean() }).partial();
export type ChangeWebhookBody = z.input<typeof changeWebhookBody>;

export const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    kinds: z.array(z.enum(webhookKinds)),
    on: z.boolean(),
    /**
     * Why it is off: a member, failures over three days, a 410 response, or the end of the plan or of the key
     * that created it.
     */
    offBecause: z.enum(['member', 'failing', 'gone', 'plan', 'key']).nullable(),
    /** The member who created it or last changed its URL, or the API key with this name that did. */
    madeBy: z.object({ name: z.string(), key: z.string().nullable() }),
    /** Since when every delivery has failed. */
    failingSince: instant.nullable(),
    /** Until when the previous secret also signs. */
    oldSecretUntil: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Webhook' });
export type WebhookView = z.infer<typeof webhook>;

/** The secret is shown only this once. */
export const webhookWithSecret = z.object({ webhook, secret: z.string() });

/** GET /api/webhooks/{id}/deliveries: newest first, thirty per page. */
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
    /** Null if there is no further attempt. */
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
    /** The exact body that was sent. */
    body: z.string(),
    tries: z.array(
      z.object({
        number: z.number().int(),
        at: instant,
        tookMs: z.number().int(),
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

/** POST /api/webhooks/{id}/replay */
export const replayed = z.object({ replayed: z.number().int() });
