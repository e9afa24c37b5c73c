import type { Config } from '../../foundation/config/config.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { DomainRecords } from '../../ports/domain-records.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';

export type BrandingDeps = {
  config: Config;
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  domains: DomainRecords;
  mailer: Mailer;
  clock: Clock;
  plans: PlanSetting;
  publicUrl: string;
  /** Sender of the emails, and the address for bounces. */
  from: { name: string; address: string };
  replyToKey: Uint8Array;
};
