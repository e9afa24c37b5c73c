import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { FileScanner } from '../../ports/file-scanner.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import type { FirstPages } from './first-pages.ts';
import type { SealedTrails } from '../../records/trail/sealed-trails.ts';

export type CeremonyDeps = {
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  pdf: PdfEngine;
  scanner: FileScanner;
  clock: Clock;
  plans: PlanSetting;
  /** NEW_ACCOUNT_MAILS; null if the operator knows all accounts. */
  newAccountMails?: number | null;
  publicUrl: string;
  /** Key that authenticates signing links. */
  linkKey: Uint8Array;
  /** Key that encrypts signers' draft entries. */
  draftKey: Uint8Array;
  firstPages: FirstPages;
  sealedTrails: SealedTrails;
};
