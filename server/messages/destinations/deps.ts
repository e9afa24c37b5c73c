import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileDestinations } from '../../ports/file-destinations.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { PlanSetting } from '../../records/plan-store.ts';

export type DestinationsDeps = {
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  destinations: FileDestinations;
  mailer: Mailer;
  /** Sender of the emails. */
  from: { name: string; address: string };
  clock: Clock;
  plans: PlanSetting;
  /** Key that encrypts the secrets of destinations. */
  destinationKey: Buffer;
};
