import type { Kysely } from 'kysely';
import type { Schema } from './db/schema.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Clock } from './ports/clock.ts';
import type { DocxConverter } from './ports/docx-converter.ts';
import type { FileStore } from './ports/file-store.ts';
import type { PdfEngine } from './ports/pdf-engine.ts';
import type { PlanSetting } from './records/plan-store.ts';

/** What the acts of every feature work with; put together in product.ts. An act names the parts it needs. */
export type Services = {
  db: Kysely<Schema>;
  files: FileStore;
  jobs: JobQueue;
  pdf: PdfEngine;
  docx: DocxConverter;
  clock: Clock;
  plans: PlanSetting;
};
