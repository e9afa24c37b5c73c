import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { DocxConverter } from '../../ports/docx-converter.ts';
import type { FileScanner } from '../../ports/file-scanner.ts';
import type { ParseApart } from '../../foundation/parsing/parse-apart.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import type { UploadTurns } from '../files/upload-turns.ts';
import type { Thumbnails } from '../files/thumbnails.ts';

export type TemplatesDeps = {
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  pdf: PdfEngine;
  docx: DocxConverter;
  scanner: FileScanner;
  parsing: ParseApart;
  clock: Clock;
  plans: PlanSetting;
  uploads: UploadTurns;
  thumbnails: Thumbnails;
};
