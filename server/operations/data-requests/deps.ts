import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Clock } from '../../ports/clock.ts';

export type DataRequestsDeps = {
  db: Kysely<Schema>;
  jobs: JobQueue;
  mailer: Mailer;
  clock: Clock;
  publicUrl: string;
  /** Sender of our mails, and the address that bounces go to. */
  from: { name: string; address: string };
  bounces?: string | undefined;
  /** Authenticates links for reading one's own personal data. */
  ownDataKey: Uint8Array;
};
