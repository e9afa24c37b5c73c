import { z } from 'zod';
import { mailTroubles } from '#core/mail/trouble.ts';
import { componentNames } from '#core/support/support.ts';

/** GET /api/operator/state: how this installation does, without a title, a name or an address of anybody. */
export const operatorState = z.object({
  /** When it was looked at. */
  at: z.string(),
  /** Of this program, and of the newest migration of the database. */
  version: z.string(),
  schema: z.string(),
  /** The ground it runs on: the versions of Node.js and PostgreSQL, and whether the database came along. */
  platform: z.object({ node: z.string(), database: z.string(), embedded: z.boolean() }),
  components: z.partialRecord(z.enum(componentNames), z.enum(['ok', 'degraded'])),
  /** Jobs that wait or run, by their kind; `oldest` has been due since then. */
  queues: z.array(
    z.object({
      name: z.string(),
      due: z.number().int(),
      running: z.number().int(),
      oldest: z.string().nullable(),
    }),
  ),
  /** Jobs that were given up, the oldest first, a hundred at most. */
  failed: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      problem: z.string(),
      failedAt: z.string(),
      documentId: z.string().nullable(),
    }),
  ),
  failedInAll: z.number().int(),
  /** Signed by everybody, and not sealed. */
  stuck: z.array(
    z.object({
      id: z.string(),
      accountId: z.string(),
      since: z.string(),
      pages: z.number().int(),
      problem: z.string(),
    }),
  ),
  /** Mails that wait for another try, and those of the last week that did not arrive; fifty at most. */
  mails: z.array(
    z.object({
      id: z.string(),
      documentId: z.string(),
      kind: z.string(),
      /** The part behind the @. */
      domain: z.string(),
      state: z.enum(['deferred', 'bounced', 'blocked']),
      attempts: z.number().int(),
      createdAt: z.string(),
    }),
  ),
  /** Why the mail server refuses this installation, the worst first; nothing where it takes emails. */
  mailTroubles: z.array(
    z.object({
      kind: z.enum(mailTroubles),
      /** Every email is refused: they wait, and all go out once the server takes one. */
      all: z.boolean(),
      /** The server's own words. */
      words: z.string(),
      tries: z.number().int(),
      since: z.string(),
      lastAt: z.string(),
    }),
  ),
  /** Accounts that hold most, in bytes. */
  storage: z.array(z.object({ accountId: z.string(), bytes: z.number(), documents: z.number().int() })),
  seal: z.object({
    subject: z.string(),
    issuer: z.string(),
    notAfter: z.string(),
    level: z.enum(['self-issued', 'provided']),
  }),
  /** Certificates that others have to trust: the root above the seal, and those of the authorities for time. */
  roots: z.array(z.object({ of: z.enum(['seal', 'timestamps']), subject: z.string(), notAfter: z.string() })),
  /** The newest signed heads of the log, the newest first; the problem, where none is signed any more. */
  log: z.object({
    size: z.number().int(),
    signedAt: z.string().nullable(),
    problem: z.string().nullable(),
    heads: z.array(z.object({ size: z.number().int(), signedAt: z.string(), key: z.string() })),
  }),
});
export type OperatorState = z.infer<typeof operatorState>;
