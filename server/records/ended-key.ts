import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/**
 * Whether the key, or the connection of an app, by which a program began something was ended by somebody since: its
 * program is out. One that only ran out was good when it began.
 */
export async function isEnded(
  db: Kysely<Schema>,
  { accountId, keyId }: { accountId: string; keyId: string },
): Promise<boolean> {
  const key = await db
    .selectFrom('api_keys')
    .select('revoked_at as at')
    .where('account_id', '=', accountId)
    .where('id', '=', keyId)
    .executeTakeFirst();
  if (key) return key.at !== null;
  const connection = await db
    .selectFrom('connections')
    .select('ended_at as at')
    .where('account_id', '=', accountId)
    .where('id', '=', keyId)
    .executeTakeFirst();
  return (connection?.at ?? null) !== null;
}
