import { blankToEmpty } from '#core/language/visible.ts';
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AppView, ConnectionView, CreateAppBody } from '#contract/accounts/apps.ts';
import { isRedirect } from './is-redirect.ts';
import type { Scope } from '#core/permission/scope.ts';
import { apiAllowance } from '#core/plan/allowance.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { isId, newId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { Clock } from '../../ports/clock.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { lockPlan, type PlanRules } from '../../records/plan-store.ts';
import type { MemberKey } from './app-member.ts';

type By = MemberKey & { ip: string };
type Parts = { db: Kysely<Schema>; clock: Clock };

const maxApps = 50;

export async function createApp(
  { db, ...rules }: { db: Kysely<Schema> } & PlanRules,
  { accountId, userId, ip }: By,
  { name: wanted, redirectUris, confidential }: CreateAppBody,
): Promise<{ id: string; secret: string | null } | Refusal> {
  const name = blankToEmpty(wanted.trim());
  if (name === '') return refuse('key-name-missing', 'Give the app a name that people will recognize.');
  if (!redirectUris.every(isRedirect)) return redirectInvalid;
  return inTransaction(db, async (tx) => {
    const refused = apiAllowance(await lockPlan(tx, accountId, rules));
    if (refused) return refused;
    if ((await listApps(tx, accountId)).length >= maxApps) return tooMany;
    const now = rules.clock();
    const id = newId(now);
    const secret = confidential ? `csa_${randomBytes(32).toString('base64url')}` : null;
    await tx
      .insertInto('apps')
      .values({
        account_id: accountId,
        id,
        user_id: userId,
        name,
        created_at: new Date(now),
        redirect_uris: redirectUris,
        secret_hash: secret === null ? null : sha256(secret),
      })
      .execute();
    await recordAccountEvent(tx, accountId, { type: 'app_registered', userId, ip, detail: name }, now);
    return { id, secret };
  });
}

export async function listApps(db: Kysely<Schema>, accountId: string): Promise<AppView[]> {
  const rows = await db
    .selectFrom('apps')
    .selectAll('apps')
    .select((eb) =>
      eb
        .selectFrom('connections')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('connections.account_id', '=', 'apps.account_id')
        .whereRef('connections.app_id', '=', 'apps.id')
        .where('connections.ended_at', 'is', null)
        .as('count'),
    )
    .where('apps.account_id', '=', accountId)
    .where('apps.removed_at', 'is', null)
    .orderBy('apps.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    redirectUris: row.redirect_uris as string[],
    confidential: row.secret_hash !== null,
    createdAt: row.created_at.toISOString(),
    connections: Number(row.count ?? 0),
  }));
}

export async function removeApp(
  { db, clock }: Parts,
  { accountId, userId, ip }: By,
  id: string,
): Promise<Refusal | undefined> {
  if (!isId(id)) return notFound;
  return inTransaction(db, async (tx) => {
    const now = clock();
    const app = await tx
      .updateTable('apps')
      .set({ removed_at: new Date(now), secret_hash: null })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (!app) return notFound;
    await endConnections(tx, { accountId, appId: id }, now);
    const event = { type: 'app_removed' as const, userId, ip, detail: app.name };
    await recordAccountEvent(tx, accountId, event, now);
    return undefined;
  });
}

export async function listConnections(
  db: Kysely<Schema>,
  { accountId, userId }: MemberKey,
): Promise<ConnectionView[]> {
  const rows = await db
    .selectFrom('connections')
    .innerJoin('apps', (join) =>
      join
        .onRef('apps.account_id', '=', 'connections.account_id')
        .onRef('apps.id', '=', 'connections.app_id'),
    )
    .selectAll('connections')
    .select('apps.name')
    .where('connections.account_id', '=', accountId)
    .where('connections.user_id', '=', userId)
    .where('connections.ended_at', 'is', null)
    .orderBy('connections.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    app: row.name,
    scopes: row.scopes as Scope[],
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

/** Records a person's grant before the browser returns to the app. */
export async function connect(
  { db, clock }: Parts,
  { accountId, userId, ip }: By,
  granted: { appId: string; grantId: string; scopes: readonly Scope[]; name: string },
): Promise<void> {
  const now = clock();
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('connections')
      .values({
        account_id: accountId,
        id: newId(now),
        user_id: userId,
        app_id: granted.appId,
        grant_id: granted.grantId,
        scopes: granted.scopes,
        created_at: new Date(now),
      })
      .execute();
    const detail = `${granted.name} (${granted.scopes.join(' ')})`;
    await recordAccountEvent(tx, accountId, { type: 'app_connected', userId, ip, detail }, now);
  });
}

export async function endConnection(
  { db, clock }: Parts,
  { accountId, userId, ip }: By,
  id: string,
): Promise<Refusal | undefined> {
  if (!isId(id)) return notFound;
  return inTransaction(db, async (tx) => {
    const now = clock();
    const [ended] = await endConnections(tx, { accountId, userId, id }, now);
    if (!ended) return notFound;
    const detail = await appName(tx, accountId, ended.app_id);
    await recordAccountEvent(tx, accountId, { type: 'app_disconnected', userId, ip, detail }, now);
    return undefined;
  });
}

/**
 * Ends connections and deletes all their tokens. The connections can be a single one, those of an app, or
 * those of a member.
 */
export async function endConnections(
  tx: Tx,
  which: { accountId: string; userId?: string; appId?: string; id?: string },
  now: number,
): Promise<{ app_id: string }[]> {
  const ended = await tx
    .updateTable('connections')
    .set({ ended_at: new Date(now) })
    .where('account_id', '=', which.accountId)
    .where('ended_at', 'is', null)
    .$if(which.userId !== undefined, (rows) => rows.where('user_id', '=', which.userId!))
    .$if(which.appId !== undefined, (rows) => rows.where('app_id', '=', which.appId!))
    .$if(which.id !== undefined, (rows) => rows.where('id', '=', which.id!))
    .returning(['grant_id', 'app_id'])
    .execute();
  const grants = ended.map(({ grant_id }) => grant_id);
  if (grants.length > 0) {
    await tx.deleteFrom('provider_records').where('grant_id', 'in', grants).execute();
    await tx
      .deleteFrom('provider_records')
      .where('model', '=', 'app:Grant')
      .where('id', 'in', grants)
      .execute();
  }
  return ended;
}

async function appName(tx: Tx, accountId: string, id: string): Promise<string> {
  const row = await tx
    .selectFrom('apps')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name ?? '';
}

const notFound = refuse('not-found', 'This app does not exist.');
const tooMany = refuse(
  'too-many-keys',
  `This account already has ${maxApps} apps. Remove one you no longer need.`,
  { max: maxApps },
);
const redirectInvalid = refuse(
  'redirect-invalid',
  'Redirect addresses must start with https:// or be on your own machine: http://127.0.0.1/….',
);
