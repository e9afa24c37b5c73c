import { repeat } from '../../foundation/jobs/repeat.ts';
import { deleteEmptyRemovedFolders } from '../../records/removed-folder-store.ts';
import type { LibraryDeps } from './deps.ts';
import { deleteEnded } from './delete-ended.ts';
import { deleteTests } from './delete-tests.ts';
import { purgeDue } from './purge-documents.ts';

/**
 * Applies the deletion rules of accounts, and permanently deletes documents that have been in a bin for
 * thirty days, within the hour. Several instances may run this, because rows are locked.
 */
export function watchBin(services: LibraryDeps): { stop(): Promise<void> } {
  return repeat({
    name: 'bin',
    everyMs: 60 * 60_000,
    act: async () => {
      await deleteEnded(services);
      await purgeDue(services);
      await deleteTests(services);
      await deleteEmptyRemovedFolders(services.db);
    },
  });
}
