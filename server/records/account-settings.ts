import type { Kysely } from 'kysely';
import { readMarkKinds, type AllowedMarks } from '#core/ceremony/mark-kind.ts';
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

/** Returns the kinds of signatures that documents of the account allow unless they state others. */
export async function findSignatureKinds(db: Kysely<Schema>, accountId: string): Promise<AllowedMarks> {
  const row = await db
    .selectFrom('accounts')
    .select('signature_kinds')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return readMarkKinds(row?.signature_kinds);
}
