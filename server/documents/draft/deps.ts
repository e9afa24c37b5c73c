import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { IngestDeps } from '../files/deps.ts';

export type DraftDeps = IngestDeps & { jobs: JobQueue };
