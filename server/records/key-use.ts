import type { Kysely } from 'kysely';
import type { Schema } from '../foundation/db/schema.ts';

/** Use is recorded at most once in this many milliseconds, so that read requests rarely write. */
const atMostEvery = 60_000;

/** Records when (ms UTC) and from which IP address an API key, app connection or provisioning token was used. */
export async function recordKeyUse(
  db: Kysely<Schema>,
  table: 'api_keys' | 'connections' | 'provisioning_tokens',
  row: { account_id: string; id: string; last_used_at: Date | null },
  at: number,
  ip: string,
): Promise<void> {
  if (at - (row.last_used_at?.getTime() ?? 0) <= atMostEvery) return;
  await db
    .updateTable(table as 'api_keys')
    .set({ last_used_at: new Date(at), last_used_ip: ip })
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .execute();
}

/**
 * Returns true if the API key or app connection that started an operation has been revoked in the meantime,
 * so that its program no longer has access. If it has only expired, it was valid at the start.
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
