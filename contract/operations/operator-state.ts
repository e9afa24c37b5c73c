import { z } from 'zod';
import { mailProblems } from '#core/mail/mail-problem.ts';
import { componentNames } from '#core/support/support.ts';

/** GET /api/operator/state. State of this installation, without personal names, addresses or titles. */
export const operatorState = z.object({
  /** Time at which the state was read. */
  at: z.string(),
  /** Version of this program, and of the newest database migration. */
  version: z.string(),
  schema: z.string(),
  /** Versions of Node.js and PostgreSQL, and whether the database is the embedded one. */
  platform: z.object({ node: z.string(), database: z.string(), embedded: z.boolean() }),
  components: z.partialRecord(z.enum(componentNames), z.enum(['ok', 'degraded'])),
  /** Number of waiting and running jobs by kind. `oldest` is the due time of the oldest. */
  queues: z.array(
    z.object({
      name: z.string(),
      due: z.number().int(),
      running: z.number().int(),
      oldest: z.string().nullable(),
    }),
  ),
  /** Jobs that were given up, oldest first, at most a hundred. */
  failed: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      problem: z.string(),
      failedAt: z.string(),
      documentId: z.string().nullable(),
    }),
  ),
  failedTotal: z.number().int(),
  /** Documents signed by all recipients but not sealed. */
  stuck: z.array(
    z.object({
      id: z.string(),
      accountId: z.string(),
      since: z.string(),
      pages: z.number().int(),
      problem: z.string(),
    }),
  ),
  /** Emails waiting for a retry, and emails of the last week that failed, at most fifty. */
  mails: z.array(
    z.object({
      id: z.string(),
      documentId: z.string(),
      kind: z.string(),
      /** Part of the address after the @. */
      domain: z.string(),
      state: z.enum(['deferred', 'bounced', 'blocked']),
      attempts: z.number().int(),
      createdAt: z.string(),
    }),
  ),
  /** Why the mail server refuses this installation, worst problem first; empty if it accepts emails. */
  mailProblems: z.array(
    z.object({
      kind: z.enum(mailProblems),
      /** True if every email is refused. The emails wait, and are sent once the server accepts one. */
      all: z.boolean(),
      /** Original message of the server. */
      words: z.string(),
      tries: z.number().int(),
      since: z.string(),
      lastAt: z.string(),
    }),
  ),
  /** Accounts that use the most storage, in bytes. */
  storage: z.array(z.object({ accountId: z.string(), bytes: z.number(), documents: z.number().int() })),
  seal: z.object({
    subject: z.string(),
    issuer: z.string(),
    notAfter: z.string(),
    level: z.enum(['self-issued', 'provided']),
  }),
  /**
   * Certificates that others have to trust: the root of the seal, and the roots of the timestamp authorities.
   */
  roots: z.array(z.object({ of: z.enum(['seal', 'timestamps']), subject: z.string(), notAfter: z.string() })),
  /** The newest signed tree heads, newest first, and the problem if signing is suspended. */
  log: z.object({
    size: z.number().int(),
    signedAt: z.string().nullable(),
    problem: z.string().nullable(),
    heads: z.array(z.object({ size: z.number().int(), signedAt: z.string(), key: z.string() })),
  }),
});
export type OperatorState = z.infer<typeof operatorState>;
