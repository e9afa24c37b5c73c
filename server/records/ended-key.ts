import type { Kysely } from 'kysely';
import type { Schema } from '../foundation/db/schema.ts';

/**
 * Returns true if the API key or app connection that started an operation has been revoked since: its program
 * has no access anymore. One that only expired was valid at the start.
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
