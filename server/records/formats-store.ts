import type { Kysely } from 'kysely';
import { guessFormats, readFormats, type DocumentFormats } from '#core/formats/formats.ts';
import type { Schema } from '../foundation/db/schema.ts';
import { findPreferences, type Member } from './preference-store.ts';

/** Returns the formats that an account has chosen, or null. */
export async function findAccountFormats(
  db: Kysely<Schema>,
  accountId: string,
): Promise<DocumentFormats | null> {
  const row = await db
    .selectFrom('accounts')
    .select('formats')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return readFormats(row?.formats);
}

/**
 * Returns the formats of a member's new document: those of the account, or a guess from the member's
 * preferences.
 */
export async function defaultFormats(db: Kysely<Schema>, member: Member): Promise<DocumentFormats> {
  const chosen = await findAccountFormats(db, member.accountId);
  if (chosen) return chosen;
  const { language, timezone } = await findPreferences(db, member);
  return guessFormats(language, timezone);
}
