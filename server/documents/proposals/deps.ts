import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import type { SealPreflight } from '../../evidence/preflight/sealable.ts';

export type ProposalsDeps = {
  db: Kysely<Schema>;
  jobs: JobQueue;
  pdf: PdfEngine;
  clock: Clock;
  plans: PlanSetting;
  /**
   * Maximum daily emails of a new account (NEW_ACCOUNT_MAILS); null if all accounts belong to known people.
   */
  newAccountMails?: number | null;
  publicUrl: string;
  sealable: SealPreflight;
};
