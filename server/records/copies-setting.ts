import type { Kysely } from 'kysely';
import type { Schema } from '../foundation/db/schema.ts';

/** True if emails about completed documents of the account contain a link only. */
export async function hasCopiesAsLinks(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('copies_as_links')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.copies_as_links ?? false;
}
