import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';

export type BillingDeps = {
  db: Kysely<Schema>;
  jobs: JobQueue;
  provider: PaymentProvider;
  clock: Clock;
  plans: PlanSetting;
  publicUrl: string;
};
