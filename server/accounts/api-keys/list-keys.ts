import type { Kysely } from 'kysely';
import type { ApiKeyView } from '#contract/accounts/api-keys.ts';
import type { KeyMode, Scope } from '#core/permission/scope.ts';
import type { Schema } from '../../foundation/db/schema.ts';

/**
 * Returns the keys of an account, or one of them, as shown to members: all active keys, newest first, then
 * recently revoked ones.
 */
export async function listKeys(
  db: Kysely<Schema>,
  accountId: string,
  now: number,
  id?: string,
): Promise<ApiKeyView[]> {
  let select = db
    .selectFrom('api_keys')
    .innerJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'api_keys.account_id').onRef('users.id', '=', 'api_keys.user_id'),
    )
    .selectAll('api_keys')
    .select(['users.email', 'users.first_name', 'users.last_name'])
    .where('api_keys.account_id', '=', accountId);
  if (id !== undefined) select = select.where('api_keys.id', '=', id);
  const rows = await select
    .orderBy((row) => row('api_keys.revoked_at', 'is not', null))
    .orderBy('api_keys.id', 'desc')
    .limit(200)
    .execute();
  if (rows.length === 0) return [];
  const secrets = await db
    .selectFrom('api_key_secrets')
    .select(['key_id', 'last_four', 'ends_at'])
    .where('account_id', '=', accountId)
    .where(
      'key_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => {
    const [newest, before] = secrets.filter((secret) => secret.key_id === row.id);
    const works = before?.ends_at && before.ends_at.getTime() > now && !row.revoked_at;
    return {
      id: row.id,
      name: row.name,
      mode: row.mode as KeyMode,
      scopes: row.scopes as Scope[],
      lastFour: newest?.last_four ?? '',
      maker: { id: row.user_id, name: `${row.first_name} ${row.last_name}`.trim(), email: row.email },
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      lastUsedIp: row.last_used_ip,
      previous: works ? { lastFour: before.last_four, endsAt: before.ends_at!.toISOString() } : null,
      state: stateOf(row, now),
    };
  });
}

function stateOf(
  row: { revoked_at: Date | null; expires_at: Date | null },
  now: number,
): ApiKeyView['state'] {
  if (row.revoked_at) return 'revoked';
  return row.expires_at && row.expires_at.getTime() <= now ? 'expired' : 'active';
}
