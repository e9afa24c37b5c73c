import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { DocxConverter } from '../../ports/docx-converter.ts';
import type { FileScanner } from '../../ports/file-scanner.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';

export type FilesDeps = {
  db: Kysely<Schema>;
  files: FileStore;
  pdf: PdfEngine;
  docx: DocxConverter;
  scanner: FileScanner;
  clock: Clock;
  plans: PlanSetting;
};
