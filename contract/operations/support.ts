import { z } from 'zod';
import { supportStates } from '#core/support/promise.ts';
import { componentNames, supportTopics } from '#core/support/support.ts';

/** POST /api/support/messages, for account holders and visitors. Returns 201. */
export const supportMessageBody = z.object({
  name: z.string(),
  email: z.string(),
  topic: z.enum(supportTopics),
  message: z.string(),
});
export type SupportMessageBody = z.infer<typeof supportMessageBody>;

/** A reply to a message, by the operator or the author. */
export const supportReplyBody = z.object({ message: z.string().max(20_000) });

/** GET /api/support/messages: messages of the signed-in person, newest first. */
export const memberSupportMessage = z.object({
  id: z.string(),
  topic: z.string(),
  message: z.string(),
  createdAt: z.string(),
  state: z.enum(supportStates),
  /** `priority`: answered before others. `dueAt`: when a reply is due; null if no response time is promised. */
  priority: z.boolean(),
  dueAt: z.string().nullable(),
  replies: z.array(
    z.object({
      id: z.string(),
      author: z.enum(['operator', 'writer']),
      body: z.string(),
      createdAt: z.string(),
    }),
  ),
});
export type MemberSupportMessage = z.infer<typeof memberSupportMessage>;

export const supportMessageAnswer = z.object({ id: z.string() });

/**
 * GET /api/installation: the operator of this server, its seal and who may sign up. Null if the operator has not
 * configured it.
 */
export const installation = z.object({
  operator: z.string().nullable(),
  supportEmail: z.string().nullable(),
  supportPhone: z.string().nullable(),
  /** Emails are sent, or written to the outbox of this server. */
  mail: z.enum(['sent', 'outbox']),
  /** Support messages are emailed, or kept until the operator looks at the outbox. */
  supportMessages: z.enum(['mailed', 'kept']),
  /** Hours within which the operator replies to support messages; null if no time is promised. */
  supportReplyHours: z.number().int().nullable(),
  seal: z.enum(['self-issued', 'provided']),
  signUp: z.object({
    /**
     * Determines who may create an account: everyone, invited people, invited people and those with an
     * address at `domains`, or no one.
     */
    rule: z.enum(['open', 'invited', 'domain', 'closed']),
    domains: z.array(z.string()),
    /** Whether a visitor without an invitation can create an account now. The first account always can. */
    offered: z.boolean(),
  }),
});
export type Installation = z.infer<typeof installation>;

/** GET /api/health */
export const health = z.object({ status: z.literal('ok') });

/** GET /api/ready. 200 if requests can be served, otherwise 503; `components` has details in both cases. */
export const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  components: z.partialRecord(z.enum(componentNames), z.enum(['ok', 'degraded'])),
  /** Why a component is degraded, as a sentence for the operator, if known. */
  reasons: z.partialRecord(z.enum(componentNames), z.string()).optional(),
  /**
   * Protection of the audit trail against changes by the server: by missing privileges, or only by triggers,
   * which the owner of the tables can disable. Absent while the database does not respond.
   */
  trail: z.enum(['only-grows', 'guarded-by-triggers']).optional(),
  /** Start time of the responding process, ISO 8601. */
  upSince: z.string(),
  /** While not ready, the component it is waiting for. */
  waitingFor: z.enum(componentNames).optional(),
  /** Set while the process shuts down: it completes current requests and should get no new ones. */
  stopping: z.literal(true).optional(),
});
export type Readiness = z.infer<typeof readiness>;
