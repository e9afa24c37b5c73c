import type { Config } from '../../foundation/config/config.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import type { Clock } from '../../ports/clock.ts';

export type AccountDeletionDeps = {
  config: Config;
  db: Kysely<Schema>;
  jobs: JobQueue;
  provider: PaymentProvider;
  clock: Clock;
  publicUrl: string;
};
