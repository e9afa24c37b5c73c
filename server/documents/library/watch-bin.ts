import { repeat } from '../../foundation/jobs/repeat.ts';
import { deleteEmptyRemovedFolders } from '../../records/removed-folder-store.ts';
import type { LibraryDeps } from './deps.ts';
import { deleteEnded } from './delete-ended.ts';
import { purgeDue, batch, purgeOfAccounts } from './purge-documents.ts';

/**
 * Applies the accounts' deletion rules, and permanently deletes documents that have been in the bin for
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

/** Milliseconds for which a test document is kept after its last change. */
const kept = 30 * 86_400_000;

/**
 * Permanently deletes test documents that have not changed for thirty days. Documents out for signature
 * expire first.
 */
export async function deleteTests(services: LibraryDeps): Promise<void> {
  const { db, clock } = services;
  const before = new Date(clock() - kept);
  for (;;) {
    const due = await db
      .updateTable('documents')
      .set({ deleted_at: new Date(clock()) })
      .where('id', 'in', (documents) =>
        documents
          .selectFrom('documents')
          .select('id')
          .where('test', '=', true)
          .where('held_at', 'is', null)
          .where('updated_at', '<', before)
          .where('status', 'not in', ['sent', 'sealing'])
          .where('purged_at', 'is', null)
          .limit(batch),
      )
      // Checks the row again, because it may have been put on hold or sent since the query.
      .where('held_at', 'is', null)
      .where('status', 'not in', ['sent', 'sealing'])
      .returning(['account_id', 'id'])
      .execute();
    await purgeOfAccounts(services, due);
    if (due.length < batch) return;
  }
}
