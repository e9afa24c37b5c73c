import type { Config } from '../../foundation/config/config.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { DocxConverter } from '../../ports/docx-converter.ts';
import type { SealKey } from '../../ports/seal-key.ts';
import type { TimestampAuthorities } from '../../ports/timestamps.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TrailLog } from '../../evidence/log/open-log.ts';

export type OperatorDeps = {
  config: Config;
  database: Database;
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  pdf: PdfEngine;
  docx: DocxConverter;
  key: SealKey;
  /** Timestamp authorities. If undefined, times come from our own clock. */
  timestamps: TimestampAuthorities | undefined;
  mailer: Mailer;
  clock: Clock;
  log: TrailLog;
};
