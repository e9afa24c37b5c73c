import { codeTries } from '#core/ceremony/gate.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { endCounterLinks } from '../../records/link-store.ts';
import type { PublicFormsDeps } from './deps.ts';
import { saveCodeOver } from './form-counts.ts';
import { lockEntry, turnOf } from './form-store.ts';

/**
 * Ends the code and the signing links of a visit on a device that many visitors use. Visitors who have
 * not finished can continue by email. Returns false for an entry that was not made on such a device.
 */
export function endCounterVisit(
  { db, clock }: Pick<PublicFormsDeps, 'db' | 'clock'>,
  entryId: string,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const entry = await lockEntry(tx, entryId);
    if (!entry?.atCounter) return false;
    await saveCodeOver(tx, entry, codeTries);
    const { recipientId } = await turnOf(tx, entry);
    const { accountId, documentId } = entry;
    if (documentId !== null && recipientId !== undefined)
      await endCounterLinks(tx, { accountId, documentId, recipientId }, clock());
    return true;
  });
}
