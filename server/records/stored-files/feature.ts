import type { Feature } from '../../foundation/http/feature.ts';
import type { StoredFilesDeps } from './deps.ts';
import { readFilesAgain, watchStoredFiles } from './check-stored-files.ts';
import { releaseFiles } from './release-files.ts';

export const openStoredFiles = (services: StoredFilesDeps): Feature => ({
  jobs: {
    'release-files': ({ accountId, files }) => releaseFiles(services, accountId, files),
    'read-files': async ({ prefix }) => void (await readFilesAgain(services, prefix)),
  },
  schedules: [() => watchStoredFiles(services)],
});
