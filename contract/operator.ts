import { z } from 'zod';
import { memberRoles } from '#core/permission/member.ts';
import { planNames } from '#core/plan/plans.ts';
import { supportStates } from '#core/support/promise.ts';

/**
 * GET /api/operator: confirms that the requester operates this server, and lists what needs their attention.
 */
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

/** A message as shown to the operator. Name and address are as its author typed them. */
const queued = {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  topic: z.string(),
  message: z.string(),
  createdAt: z.string(),
  state: z.enum(supportStates),
  /** Answered before others, depending on the plan under which it was written. */
  priority: z.boolean(),
  /** `dueAt`: when an answer is due; `overdue`: true after that time. */
  dueAt: z.string(),
  overdue: z.boolean(),
  /** The account of the signed-in author; null for a visitor. The plan is null if plans are turned off. */
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
      /** The operator's identity, or the author's address. */
      by: z.string(),
      body: z.string(),
      createdAt: z.string(),
      /** Delivery state of the email. */
      mail: z.enum(['queued', 'accepted', 'written', 'deferred', 'bounced']),
    }),
  ),
});
export type SupportThread = z.infer<typeof supportThread>;

/** PUT /api/operator/support/{id}/state */
export const supportStateBody = z.strictObject({ state: z.enum(['closed', 'open']) });

/** POST /api/operator/mails/retry: number of failed emails that are sent again. */
export const resentMails = z.object({ count: z.number().int() });

/** GET /api/operator/accounts. `search` finds the name of the account, or a name or address of a person in it. */
export const accountsQuery = z.object({
  search: z.string().max(200).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type AccountsQuery = z.infer<typeof accountsQuery>;
export const peopleQuery = accountsQuery.omit({ search: true });

/** Nothing of its documents. */
export const installationAccount = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  people: z.number().int(),
  owners: z.array(z.string()),
  suspendedAt: z.string().nullable(),
  closesAt: z.string().nullable(),
});
export type InstallationAccount = z.infer<typeof installationAccount>;

/** GET /api/operator/accounts/{id}: a page of the people of an account, in the order in which they came. */
export const installationAccountDetail = installationAccount.extend({
  /** The operator who asks is in this account. */
  own: z.boolean(),
  members: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      emailConfirmed: z.boolean(),
      role: z.enum(memberRoles),
      joinedAt: z.string(),
      lastSeenAt: z.string().nullable(),
      sessions: z.number().int(),
      /** Null where another provider signs them in. */
      secondFactor: z.boolean().nullable(),
    }),
  ),
});
export type InstallationAccountDetail = z.infer<typeof installationAccountDetail>;
