import type { Job, Stack } from './job.ts';
import { floor, floorName } from './floor.ts';

/**
 * All measured stacks. The first is the reference, and the second makes no sealed file. Each is loaded only
 * in its own process, because data in memory slows down garbage collection.
 */
export const stacks: Record<string, (job: Job) => Promise<Stack>> = {
  countersign: async (job) => (await import('./countersign.ts')).countersign(job),
  [floorName]: (job) => Promise.resolve(floor(job)),
  '@libpdf/core, incremental': async (job) => (await import('./libpdf.ts')).libpdf(job),
  '@cantoo/pdf-lib + @signpdf, incremental': async (job) =>
    (await import('./cantoo.ts')).cantoo(job, { incremental: true }),
  '@cantoo/pdf-lib + @signpdf, rewritten': async (job) =>
    (await import('./cantoo.ts')).cantoo(job, { incremental: false }),
};
