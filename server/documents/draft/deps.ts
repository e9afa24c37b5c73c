import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { IngestDeps } from '../files/deps.ts';

/** `signedUploads`: what happens to PDFs that others have signed (decision 0049). */
export type DraftDeps = IngestDeps & { jobs: JobQueue; signedUploads: 'refuse' | 'append' };
