import { cantoo } from './cantoo.ts';
import { countersign } from './countersign.ts';
import type { Job, Stack } from './job.ts';
import { libpdf } from './libpdf.ts';

/** Every way that is measured; the first is what the others are compared with. */
export const stacks: Record<string, (job: Job) => Stack> = {
  countersign,
  '@libpdf/core, incremental': libpdf,
  '@cantoo/pdf-lib + @signpdf, incremental': (job) => cantoo(job, { incremental: true }),
  '@cantoo/pdf-lib + @signpdf, rewritten': (job) => cantoo(job, { incremental: false }),
};
