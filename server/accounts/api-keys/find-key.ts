import type { Kysely } from 'kysely';
import type { KeyMode, Scope } from '#core/permission/scope.ts';
import { readApiKey } from '../../foundation/crypto/api-key.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import {
  isFrameToken,
  type FindApp,
  type FindFrame,
  type Keys,
  type KeyUser,
} from '../../foundation/http/api-key.ts';
import type { Clock } from '../../ports/clock.ts';
import { memberColumns, memberOf } from '../../records/member.ts';
import { recordKeyUse } from '../../records/key-use.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import { notFromSignOn } from '../../records/held-address.ts';

/** Authenticates API keys. Returns the member who created the key, with their current role and plan. */
export function openKeys(
  db: Kysely<Schema>,
  now: Clock,
  setting: PlanSetting,
  findApp: FindApp = async () => undefined,
  findFrame: FindFrame = async () => undefined,
): Keys {
  return {
    async find(secret, ip, resource) {
      const read = readApiKey(secret);
      if (isFrameToken(secret)) return resource === 'api' ? findFrame(secret) : undefined;
      if (!secret.startsWith('csk_')) return findApp(secret, resource, ip);
      const row = read && (await findWithMember(db, read.hash));
      if (!row || row.mode !== read.mode) return undefined;
      const at = now();
      if (row.revoked_at || isOver(row.expires_at, at) || isOver(row.ends_at, at)) return undefined;
      await recordKeyUse(db, 'api_keys', row, at, ip);
      return keyUser(row, at, setting);
    },
    async reaches(accountId, documentId, mode) {
      if (!isId(documentId)) return false;
      const row = await db
        .selectFrom('documents')
        .select('test')
        .where('account_id', '=', accountId)
        .where('id', '=', documentId)
        .executeTakeFirst();
      return row?.test === (mode === 'test');
    },
  };
}

/** Returns the member who created the key with this id, as long as the key is valid. */
export async function findKeyUser(
  db: Kysely<Schema>,
  { accountId, id }: { accountId: string; id: string },
  at: number,
  setting: PlanSetting,
): Promise<KeyUser | undefined> {
  const row = await withMember(db)
    .where('api_keys.account_id', '=', accountId)
    .where('api_keys.id', '=', id)
    .where((secret) => secret.or([secret('ends_at', 'is', null), secret('ends_at', '>', new Date(at))]))
    .executeTakeFirst();
  return row && !row.revoked_at && !isOver(row.expires_at, at) ? keyUser(row, at, setting) : undefined;
}

function isOver(end: Date | null, at: number): boolean {
  return end !== null && at >= end.getTime();
}

type Row = NonNullable<Awaited<ReturnType<typeof findWithMember>>>;

function keyUser(row: Row, at: number, setting: PlanSetting): KeyUser {
  return {
    ...memberOf(row, at, setting),
    signOnMissing: row.sign_on_missing,
    key: { id: row.id, name: row.name, mode: row.mode as KeyMode, scopes: row.scopes as Scope[] },
  };
}

function findWithMember(db: Kysely<Schema>, hash: string) {
  return withMember(db).where('api_key_secrets.secret_hash', '=', hash).executeTakeFirst();
}

function withMember(db: Kysely<Schema>) {
  return db
    .selectFrom('api_key_secrets')
    .innerJoin('api_keys', (join) =>
      join
        .onRef('api_keys.account_id', '=', 'api_key_secrets.account_id')
        .onRef('api_keys.id', '=', 'api_key_secrets.key_id'),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'api_keys.account_id').onRef('users.id', '=', 'api_keys.user_id'),
    )
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['api_keys.id', 'api_keys.name', 'api_keys.mode', 'api_keys.scopes', 'api_keys.expires_at'])
    .select(['api_keys.last_used_at', 'api_keys.revoked_at', 'api_key_secrets.ends_at'])
    .select(memberColumns)
    .select(notFromSignOn.as('sign_on_missing'))
    .where('users.removed_at', 'is', null);
}
