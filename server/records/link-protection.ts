import type { Kysely } from 'kysely';
import type { Schema } from '../foundation/db/schema.ts';

/** True if links that senders of the account deliver themselves need a code or a passkey. */
export async function mustProtectLinks(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('links_protected')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.links_protected ?? false;
}
