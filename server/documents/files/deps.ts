import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { DocxConverter } from '../../ports/docx-converter.ts';
import type { FileScanner } from '../../ports/file-scanner.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import type { TrailLog } from '../../evidence/log/open-log.ts';

/** Dependencies for accepting an uploaded file. */
export type IngestDeps = {
  db: Kysely<Schema>;
  files: FileStore;
  pdf: PdfEngine;
  docx: DocxConverter;
  scanner: FileScanner;
  clock: Clock;
  plans: PlanSetting;
  /** How to handle PDFs that others have signed (decision 0049). */
  signedUploads: 'refuse' | 'append';
};

export type FilesDeps = IngestDeps & {
  /** Files are deleted only if the log shows that the database is current. */
  log: Pick<TrailLog, 'grow' | 'keyChangedAt' | 'problem'>;
};
