import type { Kysely } from 'kysely';
import type { PlanSetting } from '../../records/plan-store.ts';
import type { Schema } from '../../db/schema.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { Thumbnails } from '../../files/thumbnails.ts';

/** What the acts on the library work with; put together in product.ts. */
export type LibraryServices = {
  db: Kysely<Schema>;
  files: FileStore;
  jobs: JobQueue;
  pdf: PdfEngine;
  clock: Clock;
  plans: PlanSetting;
  thumbnails: Thumbnails;
};
