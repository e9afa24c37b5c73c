import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { domainOf } from '#core/account/sign-on.ts';
import { sessionTimes } from '#core/permission/session-times.ts';
import { memberColumns, memberOf } from '../../records/member.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { embeddedIssuer } from '../identity-provider/end-sign-ins.ts';
import { removeUnconfirmed, type Removing } from '../identity-provider/remove-identity.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { Sessions } from '../../foundation/http/session.ts';
import type { Clock } from '../../ports/clock.ts';

const { idle, absolute } = sessionTimes;

/** Milliseconds between two writes of the last use, so that most reads do not cause a write. */
const touchEvery = 60_000;

export function openSessions(
  db: Kysely<Schema>,
  now: Clock = Date.now,
  setting: PlanSetting = 'on',
): Sessions {
  return {
    async begin({ accountId, userId }, idToken, origin) {
      const id = newSessionId();
      const at = new Date(now());
      await db
        .insertInto('sessions')
        .values({
          id_hash: hash(id),
          account_id: accountId,
          user_id: userId,
          id_token: idToken ?? null,
          ip: origin?.ip ?? null,
          user_agent: origin?.userAgent?.slice(0, 400) ?? null,
          provider_session: origin?.providerSession ?? null,
          factor: origin?.factor ?? false,
          sign_on: origin?.signOn ?? null,
          created_at: at,
          last_seen_at: at,
        })
        .execute();
      await recordSeen(db, { account_id: accountId, user_id: userId }, at);
      return id;
    },

    moveTo: (id, membership) => moveSession(db, hash(id), membership, new Date(now())),

    async find(id) {
      const row = await findWithUser(db, hash(id));
      if (!row) return undefined;
      const at = now();
      if (at - row.last_seen_at.getTime() > idle || at - row.created_at.getTime() > absolute) {
        await db.deleteFrom('sessions').where('id_hash', '=', hash(id)).execute();
        return undefined;
      }
      if (at - row.last_seen_at.getTime() > touchEvery) await touch(db, hash(id), row, new Date(at));
      return { ...memberOf(row, at, setting), session: row.handle, ...gatesOf(row) };
    },

    async look(id) {
      const row = await findWithUser(db, hash(id));
      return row && { ...memberOf(row, now(), setting), session: row.handle, ...gatesOf(row) };
    },

    async removedFrom(id) {
      const row = await db
        .selectFrom('sessions')
        .select('account_id')
        .where('id_hash', '=', hash(id))
        .where('removed', '=', true)
        .executeTakeFirst();
      return row?.account_id;
    },

    keyOf: hash,

    setFactor: (user, factor) => setFactor(db, user, factor),

    async living(keys) {
      const at = now();
      const rows = await db
        .selectFrom('sessions')
        .select('id_hash')
        .where('id_hash', 'in', [...keys])
        .where('last_seen_at', '>=', new Date(at - idle))
        .where('created_at', '>=', new Date(at - absolute))
        .where('removed', '=', false)
        .execute();
      return new Set(rows.map((row) => row.id_hash));
    },

    async end(id) {
      const row = await db
        .deleteFrom('sessions')
        .where('id_hash', '=', hash(id))
        .returning('id_token')
        .executeTakeFirst();
      return row && { idToken: row.id_token };
    },
  };
}

type Row = NonNullable<Awaited<ReturnType<typeof findWithUser>>>;

/** Returns the account's sign-in requirements that this session does not meet. */
function gatesOf(row: Row) {
  const { sign_on: signOn } = row;
  // A sign-in at the account's own provider counts as two-factor, because the account decides how its
  // provider authenticates. Nothing is known about the provider of another account.
  const vouched = signOn === null ? row.issuer !== embeddedIssuer : signOn === row.account_id;
  const twoFactorMissing = row.two_factor_required && !row.factor && !vouched;
  // An owner must not be locked out by a failing provider. The audit trail records their actions.
  const enforced = row.enforced === true && row.role !== 'owner' && row.domain === domainOf(row.email);
  return { signOn, twoFactorMissing, signOnMissing: enforced && signOn !== row.account_id };
}

function findWithUser(db: Kysely<Schema>, idHash: string) {
  return (
    db
      .selectFrom('sessions')
      .innerJoin('users', (join) =>
        join.onRef('users.account_id', '=', 'sessions.account_id').onRef('users.id', '=', 'sessions.user_id'),
      )
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select(['sessions.created_at', 'sessions.last_seen_at', 'sessions.handle', 'sessions.factor'])
      .leftJoin('account_sign_ons as sign_on', 'sign_on.account_id', 'sessions.account_id')
      .select(['sessions.sign_on', 'sign_on.enforced', 'sign_on.domain'])
      .select(['users.issuer', 'accounts.two_factor_required'])
      .select(memberColumns)
      // A removed member has no access, even if one of their sessions still exists.
      .where('users.removed_at', 'is', null)
      .where('sessions.removed', '=', false)
      .where('sessions.id_hash', '=', idHash)
      .executeTakeFirst()
  );
}

/**
 * Deletes expired sessions, expired records of the embedded provider, and people who did not confirm their
 * address.
 */
export async function deleteExpiredSignIns(services: Removing & { db: Kysely<Schema> }): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  await db
    .deleteFrom('sessions')
    .where('created_at', '<', new Date(now - absolute))
    .execute();
  await db.deleteFrom('provider_records').where('expires_at', '<', new Date(now)).execute();
  await removeUnconfirmed(services);
}

/**
 * Moves a session to another account without changing its cookie. With a new cookie, a concurrent request
 * would be signed out.
 */
function moveSession(
  db: Kysely<Schema>,
  idHash: string,
  { accountId, userId }: { accountId: string; userId: string },
  at: Date,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ account_id: accountId, user_id: userId, last_seen_at: at })
      .where('id_hash', '=', idHash)
      .execute();
    await recordSeen(tx, { account_id: accountId, user_id: userId }, at);
  });
}

async function setFactor(
  db: Kysely<Schema>,
  { accountId, userId, session }: { accountId: string; userId: string; session: string },
  factor: boolean,
): Promise<void> {
  const own = db.updateTable('sessions').set({ factor });
  if (factor) {
    const here = own.where('account_id', '=', accountId).where('user_id', '=', userId);
    await here.where('handle', '=', session).execute();
    return;
  }
  // Updates the sessions in all accounts of the person, because the second factor belongs to the person.
  const them = db
    .selectFrom('users')
    .innerJoin('users as same', (join) =>
      join.onRef('same.issuer', '=', 'users.issuer').onRef('same.subject', '=', 'users.subject'),
    )
    .where('users.account_id', '=', accountId)
    .where('users.id', '=', userId)
    .select('same.id');
  await own.where('user_id', 'in', them).execute();
}

const newSessionId = (): string => randomBytes(32).toString('base64url');

type MembershipRow = { account_id: string; user_id: string };

async function touch(db: Kysely<Schema>, idHash: string, whose: MembershipRow, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: at }).where('id_hash', '=', idHash).execute();
  await recordSeen(db, whose, at);
}

/**
 * Records when the member was last active. Account administrators see it, and it determines the account to
 * which a person returns.
 */
async function recordSeen(
  db: Kysely<Schema>,
  { account_id, user_id }: MembershipRow,
  at: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_seen_at: at })
    .where('account_id', '=', account_id)
    .where('id', '=', user_id)
    .execute();
}

/** A fast hash without salt is enough, because 256 random bits cannot be guessed. */
function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
