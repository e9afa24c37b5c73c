import type { Kysely } from 'kysely';
import type { Asker, PlanSetting } from '../records/plan-store.ts';
import type { Schema } from '../db/schema.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Clock } from '../ports/clock.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';

/** What billing works with; put together in product.ts. */
export type BillingServices = {
  db: Kysely<Schema>;
  jobs: Pick<JobQueue, 'enqueue'>;
  provider: PaymentProvider;
  clock: Clock;
  plans: PlanSetting;
  publicUrl: string;
};

/** Who asks. */
export type Subscriber = {
  accountId: string;
  email: string;
  firstName: string;
  lastName: string;
  asker: Asker;
};
