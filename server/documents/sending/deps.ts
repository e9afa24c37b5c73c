import type { Config } from '../../foundation/config/config.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import type { PagePictures } from '../../messages/mail/deps.ts';
import type { SealedTrails } from '../../records/trail/sealed-trails.ts';
import type { TrailLog } from '../../evidence/log/open-log.ts';
import type { SealableCheck } from '../../evidence/preflight/check-sealable.ts';

export type SendingDeps = {
  config: Config;
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  pdf: PdfEngine;
  clock: Clock;
  plans: PlanSetting;
  /** NEW_ACCOUNT_MAILS; null if the accounts are not strangers to each other. */
  newAccountMails?: number | null;
  publicUrl: string;
  /** Sender of our mails, and the address that bounces go to. */
  from: { name: string; address: string };
  bounces?: string | undefined;
  /** Authenticates signing links. */
  linkKey: Uint8Array;
  unsubscribeKey: Uint8Array;
  mailChoiceKey: Uint8Array;
  /** The same for mails, smaller. */
  mailPages: PagePictures;
  sealedTrails: SealedTrails;
  log: TrailLog;
  sealable: SealableCheck;
};
