import type { Config } from '../../foundation/config/config.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { SealKey } from '../../ports/seal-key.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import type { SealedTrails } from '../../records/trail/sealed-trails.ts';
import type { TrailLog } from '../log/open-log.ts';

export type ReportsDeps = {
  config: Config;
  db: Kysely<Schema>;
  jobs: JobQueue;
  pdf: PdfEngine;
  key: SealKey;
  mailer: Mailer;
  clock: Clock;
  plans: PlanSetting;
  publicUrl: string;
  /** Sender of the emails, and the address for bounces. */
  from: { name: string; address: string };
  bounces?: string | undefined;
  sealedTrails: SealedTrails;
  log: TrailLog;
};
