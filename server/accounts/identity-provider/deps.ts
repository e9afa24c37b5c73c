import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { Clock } from '../../ports/clock.ts';

export type IdentityProviderDeps = {
  db: Kysely<Schema>;
  jobs: JobQueue;
  clock: Clock;
  publicUrl: string;
};
