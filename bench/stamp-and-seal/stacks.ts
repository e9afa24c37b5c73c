import { cantoo } from './cantoo.ts';
import { countersign } from './countersign.ts';
import type { Job, Stack } from './job.ts';
import { floor, floorName } from './floor.ts';
import { libpdf } from './libpdf.ts';

/** Every way that is measured; the first is what the others are compared with, the second makes no sealed file. */
export const stacks: Record<string, (job: Job) => Stack> = {
  countersign,
  [floorName]: floor,
  '@libpdf/core, incremental': libpdf,
  '@cantoo/pdf-lib + @signpdf, incremental': (job) => cantoo(job, { incremental: true }),
  '@cantoo/pdf-lib + @signpdf, rewritten': (job) => cantoo(job, { incremental: false }),
};
