import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { Clock } from '../../ports/clock.ts';

export type StoredFilesDeps = {
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  clock: Clock;
};
