import type { Kysely } from 'kysely';
import type { ProvisioningAnswer } from '#contract/accounts/provisioning.ts';
import { accountIsClosing } from '#core/account/closure.ts';
import { accountSuspended } from '#core/account/suspension.ts';
import { mustHaveTeam } from '#core/account/team.ts';
import { blankToEmpty } from '#core/language/visible.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { newProvisioningToken, readProvisioningToken } from '../../foundation/crypto/api-key.ts';
import { isId, newId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { recordKeyUse } from '../../records/key-use.ts';
import { memberColumns, memberOf } from '../../records/member.ts';
import { lockTeam, nameOf } from '../team/team-store.ts';
import type { ProvisioningDeps } from './deps.ts';

/** Maximum tokens per account: enough to replace one and to have a second directory. */
const maxTokens = 10;

export type TokenRole = 'member' | 'viewer';
type Given = { name: string; role: TokenRole };

/** A directory's token, and the owner in whose name the directory acts. */
export type FoundToken = {
  token: { id: string; name: string; role: TokenRole };
  owner: ReturnType<typeof memberOf>;
};

export async function createToken(
  services: ProvisioningDeps,
  { accountId, userId, ip }: SignedInUser,
  given: Given,
): Promise<{ id: string; secret: string } | Refusal> {
  const name = blankToEmpty(given.name.trim());
  if (name === '') return nameMissing;
  return inTransaction(services.db, async (tx) => {
    const { plan, members } = await lockTeam(tx, accountId, services);
    const noTeam = mustHaveTeam(plan);
    if (noTeam) return noTeam;
    if (!members.some(({ id, role }) => id === userId && role === 'owner')) return ownersOnly;
    const tokens = await tx
      .selectFrom('provisioning_tokens')
      .select('id')
      .where('account_id', '=', accountId)
      .execute();
    if (tokens.length >= maxTokens) return tooMany;
    const now = services.clock();
    const { secret, hash, lastFour } = newProvisioningToken();
    const id = newId(now);
    await tx
      .insertInto('provisioning_tokens')
      .values({
        account_id: accountId,
        id,
        user_id: userId,
        name,
        secret_hash: hash,
        last_four: lastFour,
        role: given.role,
        created_at: new Date(now),
      })
      .execute();
    const detail = `${name} (…${lastFour}, adds people as ${given.role})`;
    const event = { type: 'provisioning_token_created' as const, userId, ip, detail };
    await recordAccountEvent(tx, accountId, event, now);
    return { id, secret };
  });
}

export async function listTokens(
  db: Kysely<Schema>,
  accountId: string,
): Promise<ProvisioningAnswer['tokens']> {
  const rows = await db
    .selectFrom('provisioning_tokens as token')
    .innerJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'token.account_id').onRef('users.id', '=', 'token.user_id'),
    )
    .select(['token.id', 'token.name', 'token.last_four', 'token.role', 'token.created_at'])
    .select(['token.last_used_at', 'users.first_name', 'users.last_name', 'users.email'])
    .select('users.role as maker_role')
    .where('token.account_id', '=', accountId)
    .orderBy('token.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    lastFour: row.last_four,
    role: tokenRole(row.role),
    maker: nameOf(row),
    works: row.maker_role === 'owner',
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

export async function deleteToken(
  { db, clock }: ProvisioningDeps,
  { accountId, userId, ip }: SignedInUser,
  id: string,
): Promise<Refusal | undefined> {
  if (!isId(id)) return unknown;
  return inTransaction(db, async (tx) => {
    const token = await tx
      .deleteFrom('provisioning_tokens')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning(['name', 'last_four'])
      .executeTakeFirst();
    if (!token) return unknown;
    const detail = `${token.name} (…${token.last_four})`;
    const event = { type: 'provisioning_token_revoked' as const, userId, ip, detail };
    await recordAccountEvent(tx, accountId, event, clock());
    return undefined;
  });
}

/** Returns the directory with this secret, if its account and its owner may add members now. */
export async function findToken(
  { db, clock, plans }: Pick<ProvisioningDeps, 'db' | 'clock' | 'plans'>,
  secret: string,
  ip: string,
): Promise<FoundToken | Refusal | undefined> {
  const hash = readProvisioningToken(secret);
  const row =
    hash === undefined
      ? undefined
      : await db
          .selectFrom('provisioning_tokens as token')
          .innerJoin('users', (join) =>
            join.onRef('users.account_id', '=', 'token.account_id').onRef('users.id', '=', 'token.user_id'),
          )
          .innerJoin('accounts', 'accounts.id', 'token.account_id')
          .select(['token.id', 'token.name', 'token.role as token_role', 'token.last_used_at'])
          .select(memberColumns)
          .where('token.secret_hash', '=', hash)
          .where('users.removed_at', 'is', null)
          .executeTakeFirst();
  if (!row || row.role !== 'owner') return undefined;
  const at = clock();
  const owner = memberOf(row, at, plans);
  if (owner.suspended) return accountSuspended;
  if (owner.closesAt !== null) return accountIsClosing;
  const noTeam = mustHaveTeam(owner.plan);
  if (noTeam) return noTeam;
  await recordKeyUse(db, 'provisioning_tokens', row, at, ip);
  return { token: { id: row.id, name: row.name, role: tokenRole(row.token_role) }, owner };
}

const tokenRole = (role: string): TokenRole => (role === 'viewer' ? 'viewer' : 'member');

const nameMissing = refuse('key-name-missing', 'Give the token a name that shows which directory uses it.');
const ownersOnly = refuse('not-permitted', 'Only an owner can create a provisioning token.');
const unknown = refuse('not-found', 'This token does not exist or was revoked.');
const tooMany = refuse(
  'too-many-keys',
  `This account already has ${maxTokens} provisioning tokens. Revoke one you no longer need.`,
  { max: maxTokens },
);
