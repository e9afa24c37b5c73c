import type { Kysely } from 'kysely';
import type Provider from 'oidc-provider';
import { scopesIn, type AppResource } from '#core/permission/app-scopes.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { FindApp } from '../../foundation/http/api-key.ts';
import type { Clock } from '../../ports/clock.ts';
import { memberOf } from '../../records/member.ts';
import { recordKeyUse } from '../../records/key-use.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import { findMember } from './app-member.ts';
import { resourceOf } from './app-provider.ts';

/**
 * Authenticates an app's token. Returns the member who connected it, with their current rights, limited to
 * what they granted.
 */
export function findsApp(
  provider: Provider,
  {
    db,
    now,
    setting,
    publicUrl,
  }: { db: Kysely<Schema>; now: Clock; setting: PlanSetting; publicUrl: string },
): FindApp {
  return async (secret, resource, ip) => {
    const token = await provider.AccessToken.find(secret);
    if (!token?.grantId || token.aud !== resourceOf(publicUrl, resource)) return undefined;
    const row = await connectionOf(db, token.grantId);
    const member = row && (await findMember(db, { accountId: row.account_id, userId: row.user_id }));
    if (!member) return undefined;
    const at = now();
    await recordKeyUse(db, 'connections', row, at, ip);
    const scopes = granted(token.scope, row.scopes, resource);
    const key = { id: row.id, name: row.name, mode: 'live', scopes, app: row.app_id } as const;
    return { ...memberOf(member, at, setting), signOnMissing: member.sign_on_missing, key };
  };
}

/** Returns the scopes of the token that its person granted. */
function granted(scope: string | undefined, stored: unknown, resource: AppResource) {
  const of = new Set(stored as string[]);
  return scopesIn(scope, resource).filter((one) => of.has(one));
}

function connectionOf(db: Kysely<Schema>, grantId: string) {
  return db
    .selectFrom('connections')
    .innerJoin('apps', (join) =>
      join
        .onRef('apps.account_id', '=', 'connections.account_id')
        .onRef('apps.id', '=', 'connections.app_id'),
    )
    .select(['connections.account_id', 'connections.id', 'connections.user_id', 'connections.scopes'])
    .select(['connections.last_used_at', 'connections.app_id', 'apps.name'])
    .where('connections.grant_id', '=', grantId)
    .where('connections.ended_at', 'is', null)
    .where('apps.removed_at', 'is', null)
    .executeTakeFirst();
}
