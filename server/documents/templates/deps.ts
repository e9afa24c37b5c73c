import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { ParseApart } from '../../foundation/parsing/parse-apart.ts';
import type { IngestDeps } from '../files/deps.ts';
import type { Thumbnails } from '../files/thumbnails.ts';
import type { UploadTurns } from '../files/upload-turns.ts';

export type TemplatesDeps = IngestDeps & {
  jobs: JobQueue;
  parsing: ParseApart;
  uploads: UploadTurns;
  thumbnails: Thumbnails;
};
