import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { ParsingThread } from '../../foundation/parsing/parse-apart.ts';
import type { SealPreflight } from '../../evidence/preflight/sealable.ts';
import type { IngestDeps } from '../files/deps.ts';

export type BulkDeps = IngestDeps & {
  jobs: JobQueue;
  parsing: ParsingThread;
  /**
   * Maximum daily emails of a new account (NEW_ACCOUNT_MAILS); null if all accounts belong to known people.
   */
  newAccountMails?: number | null;
  sealable: SealPreflight;
};
