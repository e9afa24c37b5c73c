import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';

/**
 * When the invitation of a mailbox to this document is due that has not been tried yet (ms UTC): of a new account's many it
 * waits its turn, for days maybe. Undefined where none waits.
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
