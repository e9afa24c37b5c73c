import type { Config } from '../../foundation/config/config.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { DocxConverter } from '../../ports/docx-converter.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { Clock } from '../../ports/clock.ts';

export type ExportDeps = {
  config: Config;
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  pdf: PdfEngine;
  docx: DocxConverter;
  clock: Clock;
  /** Key that encrypts the signing secrets of webhooks. */
  webhookKey: Buffer;
};
