import type { LibraryDeps } from './deps.ts';
import { batch, purgeOfAccounts } from './purge-documents.ts';

/** Milliseconds that a test document is kept after its last change. */
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
      // Check the row again: since the query it may have been put on hold or sent.
      .where('held_at', 'is', null)
      .where('status', 'not in', ['sent', 'sealing'])
      .returning(['account_id', 'id'])
      .execute();
    await purgeOfAccounts(services, due);
    if (due.length < batch) return;
  }
}
