import { z } from 'zod';
import { planNames } from '#core/plan/plans.ts';
import { supportStates } from '#core/support/promise.ts';

/** GET /api/operator: that who asks runs this server, and what waits for them. */
export const operatorAnswer = z.object({
  waiting: z.number().int(),
  overdue: z.number().int(),
});
export type OperatorAnswer = z.infer<typeof operatorAnswer>;

/** GET /api/operator/support. `cursor` is opaque, comes from the Link header and belongs to one `state`. */
export const supportQueueQuery = z.object({
  state: z.enum(supportStates).default('waiting'),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type SupportQueueQuery = z.infer<typeof supportQueueQuery>;

/** A message as the operator sees it. Name and address are what its writer typed. */
const queued = {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  topic: z.string(),
  message: z.string(),
  createdAt: z.string(),
  state: z.enum(supportStates),
  /** Answered before others: part of the plan that it was written on. */
  priority: z.boolean(),
  /** Until when an answer was promised, and whether somebody still waits after that. */
  dueAt: z.string(),
  overdue: z.boolean(),
  /** Of whoever was signed in when it was written; null of a visitor. The plan is null where nothing is sold. */
  account: z
    .object({
      id: z.string(),
      plan: z.enum(planNames).nullable(),
      role: z.string().nullable(),
      email: z.string(),
    })
    .nullable(),
};

export const queuedMessage = z.object(queued);
export type QueuedMessage = z.infer<typeof queuedMessage>;

/** GET /api/operator/support/{id} */
export const supportThread = z.object({
  ...queued,
  replies: z.array(
    z.object({
      id: z.string(),
      author: z.enum(['operator', 'writer']),
      /** Which operator, or the writer's address. */
      by: z.string(),
      body: z.string(),
      createdAt: z.string(),
      /** How far the mail that brings it is. */
      mail: z.enum(['queued', 'accepted', 'written', 'deferred', 'bounced']),
    }),
  ),
});
export type SupportThread = z.infer<typeof supportThread>;

/** PUT /api/operator/support/{id}/state */
export const supportStateBody = z.strictObject({ state: z.enum(['closed', 'open']) });

/** POST /api/operator/mails/retry: how many emails that had been given up are sent again. */
export const resentMails = z.object({ count: z.number().int() });
