import type { Job, Stack } from './job.ts';
import { floor, floorName } from './floor.ts';

/**
 * Every way that is measured; the first is what the others are compared with, the second makes no sealed file. Each is
 * loaded where it is measured and nowhere else: what lies in memory costs time whenever memory is cleared.
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
