import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';

export type McpDeps = {
  db: Kysely<Schema>;
  jobs: JobQueue;
  clock: Clock;
  plans: PlanSetting;
  publicUrl: string;
};
