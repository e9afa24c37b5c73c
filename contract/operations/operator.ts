import { z } from 'zod';
import { memberRoles } from '#core/permission/member.ts';
import { planNames } from '#core/plan/plans.ts';
import { supportStates } from '#core/support/promise.ts';
import { defineRoutes, file, nothing } from '../route.ts';
import { operatorState } from './operator-state.ts';
import { supportReplyBody } from './support.ts';

/** GET /api/operator. Confirms that the requester operates this server, and lists what needs attention. */
export const operatorAnswer = z.object({
  waiting: z.number().int(),
  overdue: z.number().int(),
});
export type OperatorAnswer = z.infer<typeof operatorAnswer>;

/**
 * GET /api/operator/support. `cursor` is opaque, comes from the Link header, and is valid only for one `state`.
 */
export const supportQueueQuery = z.object({
  state: z.enum(supportStates).default('waiting'),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type SupportQueueQuery = z.infer<typeof supportQueueQuery>;

/** A message as shown to the operator. Name and address are as the author typed them. */
const queued = {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  topic: z.string(),
  message: z.string(),
  createdAt: z.string(),
  state: z.enum(supportStates),
  /** True if the message should be answered before others, because of the plan under which it was written. */
  priority: z.boolean(),
  /**
   * `dueAt` is the time at which a reply is due; null if no response time is promised. `overdue` is true after
   * that time.
   */
  dueAt: z.string().nullable(),
  overdue: z.boolean(),
  /** Account of a signed-in author; null for a visitor. The plan is null if plans are turned off. */
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

/** Response of GET /api/operator/support/{id}. */
export const supportThread = z.object({
  ...queued,
  replies: z.array(
    z.object({
      id: z.string(),
      author: z.enum(['operator', 'writer']),
      /** Identity of the operator, or address of the author. */
      by: z.string(),
      body: z.string(),
      createdAt: z.string(),
      /** Delivery state of the email. */
      mail: z.enum(['queued', 'accepted', 'written', 'deferred', 'bounced']),
    }),
  ),
});
export type SupportThread = z.infer<typeof supportThread>;

/** Body of PUT /api/operator/support/{id}/state. */
export const supportStateBody = z.object({ state: z.enum(['closed', 'open']) });

/** POST /api/operator/mails/retry. Number of failed emails that are sent again. */
export const resentMails = z.object({ count: z.number().int() });

/**
 * GET /api/operator/accounts. `search` matches the name of an account, and names and addresses of its members.
 */
export const accountsQuery = z.object({
  search: z.string().max(200).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type AccountsQuery = z.infer<typeof accountsQuery>;
export const peopleQuery = accountsQuery.omit({ search: true });

/** An account without any document data. */
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

/** GET /api/operator/accounts/{id}. A page of the account's members, in the order in which they joined. */
export const installationAccountDetail = installationAccount.extend({
  /** True if the requesting operator belongs to this account. */
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
      /** Null if they sign in through another provider. */
      secondFactor: z.boolean().nullable(),
    }),
  ),
});
export type InstallationAccountDetail = z.infer<typeof installationAccountDetail>;

/** Routes for the operators named in the settings. For everyone else, they do not exist. */
export const operatorRows = defineRoutes({
  readOperator: {
    at: 'GET /api/operator',
    summary: 'Get what needs the operator’s attention',
    caller: 'operator-member',
    answers: { 200: operatorAnswer },
    refusals: [],
  },
  readOperatorState: {
    at: 'GET /api/operator/state',
    summary: 'Get the status and failures of each component',
    caller: 'operator-member',
    answers: { 200: operatorState },
    refusals: [],
  },
  retryJob: {
    at: 'POST /api/operator/jobs/{id}/retry',
    summary: 'Retry a failed job',
    caller: 'operator-member',
    answers: { 204: nothing },
    refusals: [],
  },
  dismissJob: {
    at: 'DELETE /api/operator/jobs/{id}',
    summary: 'Dismiss a failed job',
    caller: 'operator-member',
    answers: { 204: nothing },
    refusals: [],
  },
  retryStuckSeal: {
    at: 'POST /api/operator/stuck/{id}/retry',
    summary: 'Retry sealing a fully signed document',
    caller: 'operator-member',
    answers: { 204: nothing },
    refusals: [],
  },
  resendMails: {
    at: 'POST /api/operator/mails/retry',
    summary: 'Resend all emails of the last 30 days that no mail server accepted',
    caller: 'operator-member',
    answers: { 200: resentMails },
    refusals: [],
  },
  listInstallationAccounts: {
    at: 'GET /api/operator/accounts',
    summary: 'List the accounts of this installation, newest first',
    caller: 'operator-member',
    query: accountsQuery,
    answers: { 200: z.array(installationAccount) },
    headers: ['link'],
    refusals: [],
  },
  readInstallationAccount: {
    at: 'GET /api/operator/accounts/{id}',
    summary: 'Get an account and its members',
    caller: 'operator-member',
    query: peopleQuery,
    answers: { 200: installationAccountDetail },
    headers: ['link'],
    refusals: [],
  },
  suspendAccount: {
    at: 'PUT /api/operator/accounts/{id}/suspension',
    summary: 'Suspend an account (sent documents can still be signed)',
    caller: 'operator-member',
    answers: { 204: nothing },
    refusals: ['not-permitted'],
  },
  liftSuspension: {
    at: 'DELETE /api/operator/accounts/{id}/suspension',
    summary: 'Lift an account’s suspension',
    caller: 'operator-member',
    answers: { 204: nothing },
    refusals: [],
  },
  endMemberSessions: {
    at: 'POST /api/operator/accounts/{id}/people/{userId}/end-sessions',
    summary: 'End all sessions of a member',
    caller: 'operator-member',
    answers: { 204: nothing },
    refusals: [],
  },
  resetMemberSecondFactor: {
    at: 'POST /api/operator/accounts/{id}/people/{userId}/reset-second-factor',
    summary: 'Remove the second factor of a member who lost it',
    caller: 'operator-member',
    answers: { 204: nothing },
    refusals: ['managed-by-provider', 'two-factor-not-on'],
  },
  makeOwner: {
    at: 'POST /api/operator/accounts/{id}/people/{userId}/make-owner',
    summary: 'Make a member the owner (previous owners become admins)',
    caller: 'operator-member',
    answers: { 204: nothing },
    refusals: ['successor-invalid'],
  },
  readMetrics: {
    at: 'GET /metrics',
    summary: 'Get metrics for Prometheus',
    caller: 'monitor',
    answers: { 200: file('text/plain') },
    refusals: ['not-found', 'not-signed-in'],
  },
  listSupport: {
    at: 'GET /api/operator/support',
    summary: 'List support messages, priority first',
    caller: 'operator-member',
    query: supportQueueQuery,
    answers: { 200: z.array(queuedMessage) },
    headers: ['link'],
    refusals: [],
  },
  readSupport: {
    at: 'GET /api/operator/support/{id}',
    summary: 'Get a support conversation',
    caller: 'operator-member',
    answers: { 200: supportThread },
    refusals: [],
  },
  answerSupport: {
    at: 'POST /api/operator/support/{id}/answers',
    summary: 'Answer a support message by email',
    caller: 'operator-member',
    idempotency: 'in-transaction',
    body: supportReplyBody,
    answers: { 201: supportThread },
    refusals: ['support-message-invalid'],
  },
  setSupportState: {
    at: 'PUT /api/operator/support/{id}/state',
    summary: 'Close or reopen a support message',
    caller: 'operator-member',
    body: supportStateBody,
    answers: { 200: supportThread },
    refusals: [],
  },
});
