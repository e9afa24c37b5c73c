import type { Config } from '../../foundation/config/config.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { SealKey } from '../../ports/seal-key.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';

export type SupportDeps = {
  config: Config;
  db: Kysely<Schema>;
  jobs: JobQueue;
  key: SealKey;
  clock: Clock;
  plans: PlanSetting;
};
