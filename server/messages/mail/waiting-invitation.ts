import { sql } from 'kysely';
import type { Tx } from '../../foundation/db/transaction.ts';

/**
 * Returns when the unsent invitation of a mailbox to this document is due (ms UTC), or undefined if there is
 * none. A new account's invitations may wait for days.
 */
export async function waitingInvitation(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
  address: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('mails')
    .select('due_at')
    .where('account_id', '=', accountId)
    .where('document_id', '=', id)
    .where('kind', '=', 'invitation')
    .where('state', '=', 'queued')
    .where(sql<string>`lower(to_address)`, '=', address.toLowerCase())
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at.getTime();
}
