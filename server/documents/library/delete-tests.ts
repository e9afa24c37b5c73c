import type { Services } from '../../services.ts';
import { batch, purgeOfAccounts } from './purge-documents.ts';

/** How long a test document stays after its last change. Ms. */
const kept = 30 * 86_400_000;

/** Deletes test documents for ever that nobody has touched for thirty days; one that is out ends by itself first. */
export async function deleteTests(services: Services): Promise<void> {
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
      // Once more of the row itself: a hold may have been set since it was found, or it may have been sent.
      .where('held_at', 'is', null)
      .where('status', 'not in', ['sent', 'sealing'])
      .returning(['account_id', 'id'])
      .execute();
    await purgeOfAccounts(services, due);
    if (due.length < batch) return;
  }
}
