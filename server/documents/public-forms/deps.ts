import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import type { FairTurns } from '../../foundation/http/admission/fair-turns.ts';
import type { IngestDeps } from '../files/deps.ts';
import type { SealPreflight } from '../../evidence/preflight/sealable.ts';

export type PublicFormsDeps = IngestDeps & {
  db: Kysely<Schema>;
  jobs: JobQueue;
  pdf: PdfEngine;
  mailer: Mailer;
  clock: Clock;
  plans: PlanSetting;
  /**
   * Maximum daily emails of a new account (NEW_ACCOUNT_MAILS); null if all accounts belong to known people.
   */
  newAccountMails?: number | null;
  publicUrl: string;
  /** Sender of our emails, and the address for bounces. */
  from: { name: string; address: string };
  bounces?: string | undefined;
  /** Key for the links that confirm requests made through a public form. */
  formKey: Uint8Array;
  linkKey: Uint8Array;
  files: FileStore;
  /** Page pictures of stored files, for visitors who read before they enter anything. */
  formPages: {
    of(fileSha256: string, account: string, page: number): Promise<Uint8Array | undefined>;
  };
  sealable: SealPreflight;
  /** Limits how many Word files are filled in for visitors at the same time, by account. */
  formFills: FairTurns;
};
