import type { Config } from '../../foundation/config/config.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { SealKey } from '../../ports/seal-key.ts';
import type { TimestampAuthorities } from '../../ports/timestamps.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SealedTrails } from '../../records/trail/sealed-trails.ts';
import type { TrailLog } from '../log/open-log.ts';

export type SealingDeps = {
  config: Config;
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  pdf: PdfEngine;
  key: SealKey;
  /** Timestamp authorities. If undefined, times come from our own clock. */
  timestamps: TimestampAuthorities | undefined;
  clock: Clock;
  sealedTrails: SealedTrails;
  log: TrailLog;
};
