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
  /** Sender of the emails, and the address for bounces. */
  from: { name: string; address: string };
  bounces?: string | undefined;
  /** Key for the links with which people read their own data. */
  ownDataKey: Uint8Array;
};
