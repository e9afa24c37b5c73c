import { z } from 'zod';
import { webhookKinds } from '#core/webhook/events.ts';

const instant = z.string();

/** Characters of an address that is called. */
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

/** PATCH /api/webhooks/{id}; what is left out stays as it is. */
export const changeWebhookBody = z.object({ url, kinds, on: z.boolean() }).partial();
export type ChangeWebhookBody = z.input<typeof changeWebhookBody>;

export const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    kinds: z.array(z.enum(webhookKinds)),
    on: z.boolean(),
    /** A member, failures over three days, its own answer 410, the end of the plan, or of the key that made it. */
    offBecause: z.enum(['member', 'failing', 'gone', 'plan', 'key']).nullable(),
    /** Who made it, or led it elsewhere since: a member, or a program by the API key of this name. */
    madeBy: z.object({ name: z.string(), key: z.string().nullable() }),
    /** Since when nothing has arrived. */
    failingSince: instant.nullable(),
    /** Until when the secret before the newest one signs as well. */
    oldSecretUntil: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Webhook' });
export type WebhookView = z.infer<typeof webhook>;

/** Beside it the secret, which is shown this once. */
export const webhookWithSecret = z.object({ webhook, secret: z.string() });

/** GET /api/webhooks/{id}/deliveries: newest first, thirty at a time. */
export const listDeliveriesQuery = z.object({
  state: z.enum(['waiting', 'delivered', 'failed']).optional(),
  cursor: z.string().max(100).optional(),
});

export const delivery = z
  .object({
    /** Of the event, and the `webhook-id` of every try. */
    id: z.string(),
    kind: z.string(),
    documentId: z.string().nullable(),
    occurredAt: instant,
    state: z.enum(['waiting', 'delivered', 'failed']),
    /** All there ever were. */
    attempts: z.number().int(),
    /** Null when it is not tried again. */
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
    /** As it was sent, byte for byte. */
    body: z.string(),
    tries: z.array(
      z.object({
        number: z.number().int(),
        at: instant,
        tookMs: z.number().int(),
        status: z.number().int().nullable(),
        /** The first two thousand characters of what was answered. */
        answer: z.string(),
        /** Why there was no answer. */
        problem: z.enum(postProblems).nullable(),
      }),
    ),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

/** POST /api/webhooks/{id}/replay */
export const replayed = z.object({ replayed: z.number().int() });
