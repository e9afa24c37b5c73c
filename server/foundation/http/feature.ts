import type { JobHandlers } from '../jobs/job-queue.ts';
import type { JobPayloads } from '../jobs/jobs.ts';
import type { Routes } from './fastify-app.ts';

/** The part of the product that one folder adds. It is created in feature.ts and listed in server/features.ts. */
export type Feature = {
  routes?: Routes[];
  /** Job handlers by queue name. */
  jobs?: JobHandlers<JobPayloads>;
  /** Start the scheduled tasks, on every instance with the worker role. */
  schedules?: (() => Schedule)[];
};

export type Schedule = {
  /** Resolves at the end of its first run. */
  firstRun?: Promise<void> | undefined;
  stop(): Promise<void>;
};
