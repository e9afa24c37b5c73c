import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Schema } from '../db/schema.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Clock } from '../ports/clock.ts';
import type { SealKey } from '../ports/seal-key.ts';

/** What the support pages work with; put together in product.ts. */
export type SupportServices = {
  db: Kysely<Schema>;
  jobs: JobQueue;
  key: SealKey;
  clock: Clock;
  config: Pick<Config, 'operatorName' | 'supportEmail' | 'supportPhone' | 'smtpUrl'>;
};
