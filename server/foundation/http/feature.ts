import type { JobHandlers } from '../jobs/job-queue.ts';
import type { JobPayloads } from '../jobs/jobs.ts';
import type { Routes } from './fastify-app.ts';

/**
 * A part of the product that lives in one folder. Its feature.ts creates it, and server/features.ts lists it.
 */
export type Feature = {
  routes?: Routes[];
  /** Job handlers by queue name. */
  jobs?: JobHandlers<JobPayloads>;
  /** Starts the scheduled tasks. Called on every instance with the worker role. */
  schedules?: (() => Schedule)[];
};

export type Schedule = {
  /** Resolves when the task's first run ends. */
  firstRun?: Promise<void> | undefined;
  stop(): Promise<void>;
};
