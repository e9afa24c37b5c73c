import { z } from 'zod';
import { supportStates } from '#core/support/promise.ts';
import { componentNames, supportTopics } from '#core/support/support.ts';

/** POST /api/support/messages. For account holders and visitors. Returns 201. */
export const supportMessageBody = z.object({
  name: z.string(),
  email: z.string(),
  topic: z.enum(supportTopics),
  message: z.string(),
});
export type SupportMessageBody = z.infer<typeof supportMessageBody>;

/** A reply to a message by the operator or the author. */
export const supportReplyBody = z.object({ message: z.string().max(20_000) });

/** GET /api/support/messages. Messages of the signed-in person, newest first. */
export const memberSupportMessage = z.object({
  id: z.string(),
  topic: z.string(),
  message: z.string(),
  createdAt: z.string(),
  state: z.enum(supportStates),
  /**
   * `priority` is true if the message is answered before others. `dueAt` is the time at which a reply is due;
   * null if no response time is promised.
   */
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
 * GET /api/installation. The operator of this server, its seal, and who can sign up. Null if the operator has
 * not configured it.
 */
export const installation = z.object({
  operator: z.string().nullable(),
  supportEmail: z.string().nullable(),
  supportPhone: z.string().nullable(),
  /** Whether emails are sent or written to the outbox of this server. */
  mail: z.enum(['sent', 'outbox']),
  /** Whether support messages are emailed or kept until the operator looks at the outbox. */
  supportMessages: z.enum(['mailed', 'kept']),
  /** Number of hours within which the operator promises to reply; null if no response time is promised. */
  supportReplyHours: z.number().int().nullable(),
  seal: z.enum(['self-issued', 'provided']),
  signUp: z.object({
    /**
     * Who can create an account: everyone, invited people, invited people and those with an address at
     * `domains`, or no one.
     */
    rule: z.enum(['open', 'invited', 'domain', 'closed']),
    domains: z.array(z.string()),
    /**
     * True if a visitor without an invitation can create an account now. The first account can always be
     * created.
     */
    offered: z.boolean(),
  }),
});
export type Installation = z.infer<typeof installation>;

/** Response of GET /api/health. */
export const health = z.object({ status: z.literal('ok') });

/**
 * GET /api/ready. 200 if the server can handle requests, otherwise 503. `components` contains details in both
 * cases.
 */
export const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  components: z.partialRecord(z.enum(componentNames), z.enum(['ok', 'degraded'])),
  /** Why a component is degraded, as a sentence for the operator, if known. */
  reasons: z.partialRecord(z.enum(componentNames), z.string()).optional(),
  /**
   * How the audit trail is protected against changes by the server: by missing privileges, or only by triggers,
   * which the owner of the tables can disable. Absent if the database does not respond.
   */
  trail: z.enum(['only-grows', 'guarded-by-triggers']).optional(),
  /** Start time of the responding process in ISO 8601. */
  upSince: z.string(),
  /** Component that the server is waiting for while it is not ready. */
  waitingFor: z.enum(componentNames).optional(),
  /** Set while the process shuts down. It completes current requests and should get no new ones. */
  stopping: z.literal(true).optional(),
});
export type Readiness = z.infer<typeof readiness>;
