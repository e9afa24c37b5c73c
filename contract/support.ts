import { z } from 'zod';
import { supportStates } from '#core/support/promise.ts';
import { componentNames, supportTopics } from '#core/support/support.ts';

/** POST /api/support/messages, by account holders and visitors. Answers 201. */
export const supportMessageBody = z.object({
  name: z.string(),
  email: z.string(),
  topic: z.enum(supportTopics),
  message: z.string(),
});
export type SupportMessageBody = z.infer<typeof supportMessageBody>;

/** Said after a message, by the operator, or by whoever wrote it. */
export const supportReplyBody = z.strictObject({ message: z.string().max(20_000) });

/** GET /api/support/messages: what whoever is signed in has written, the newest first. */
export const ownSupportMessage = z.object({
  id: z.string(),
  topic: z.string(),
  message: z.string(),
  createdAt: z.string(),
  state: z.enum(supportStates),
  /** Answered before others, and until when an answer was promised. */
  priority: z.boolean(),
  dueAt: z.string(),
  replies: z.array(
    z.object({
      id: z.string(),
      author: z.enum(['operator', 'writer']),
      body: z.string(),
      createdAt: z.string(),
    }),
  ),
});
export type OwnSupportMessage = z.infer<typeof ownSupportMessage>;

export const supportMessageAnswer = z.object({ id: z.string() });

/** GET /api/installation: who runs this server and what its seal is. Null where the operator has not said. */
export const installation = z.object({
  operator: z.string().nullable(),
  supportEmail: z.string().nullable(),
  supportPhone: z.string().nullable(),
  /** Whether mails leave this server, or are written to its outbox. */
  mail: z.enum(['sent', 'outbox']),
  /** Whether a message to support is mailed to somebody, or kept until the operator looks at the outbox. */
  supportMessages: z.enum(['mailed', 'kept']),
  seal: z.enum(['self-issued', 'provided']),
});
export type Installation = z.infer<typeof installation>;

/** GET /api/health */
export const health = z.object({ status: z.literal('ok') });

/** GET /api/ready. 200 while requests can be answered at all, else 503; `components` says more in both. */
export const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  components: z.partialRecord(z.enum(componentNames), z.enum(['ok', 'degraded'])),
  /** Why a part is degraded, in a sentence for who runs the server, where the reason is known. */
  reasons: z.partialRecord(z.enum(componentNames), z.string()).optional(),
  /**
   * How the server is kept from changing the trail in its database: by rights that it does not have, or only triggers,
   * which the owner of the tables can switch off. Absent while the database does not answer.
   */
  trail: z.enum(['only-grows', 'guarded-by-triggers']).optional(),
  /** When the process that answers was started, ISO 8601. */
  upSince: z.string(),
  /** While it is not ready: for what. */
  waitingFor: z.enum(componentNames).optional(),
  /** While the process ends: what is under way is answered, and nothing more should be sent here. */
  stopping: z.literal(true).optional(),
});
export type Readiness = z.infer<typeof readiness>;
