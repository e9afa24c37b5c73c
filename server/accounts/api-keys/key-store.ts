import { blankToEmpty } from '#core/language/visible.ts';
import type { CreateKeyBody } from '#contract/accounts/api-keys.ts';
import { scopes } from '#core/permission/scope.ts';
import { apiAllowance } from '#core/plan/allowance.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { newApiKey, type NewKey } from '../../foundation/crypto/api-key.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { recordAccountEvent, type NewAccountEvent } from '../../records/account-event-store.ts';
import { endFramesOfKey } from '../../records/link-store.ts';
import { lockPlanUsage, lockPlan } from '../../records/plan-store.ts';
import type { ApiKeysDeps } from './deps.ts';

/** The member who manages the keys, and their IP address. */
export type ActingMember = { accountId: string; userId: string; ip: string };

/** Maximum keys per account: enough in practice, and few enough to show on one page. */
const maxApiKeys = 100;
const hour = 3_600_000;
const day = 24 * hour;

export async function createKey(
  { db, ...rules }: ApiKeysDeps,
  { accountId, userId, ip }: ActingMember,
  body: CreateKeyBody,
): Promise<{ id: string; secret: string } | Refusal> {
  const name = blankToEmpty(body.name.trim());
  if (name === '') return nameMissing;
  return inTransaction(db, async (tx) => {
    const refused = apiAllowance(await lockPlan(tx, accountId, rules)) ?? (await tooMany(tx, accountId));
    if (refused) return refused;
    const now = rules.clock();
    const id = newId(now);
    const { mode, expiresInDays = null } = body;
    const made = newApiKey(mode);
    await tx
      .insertInto('api_keys')
      .values({
        account_id: accountId,
        id,
        user_id: userId,
        name,
        mode,
        scopes: scopes.filter((scope) => body.scopes.includes(scope)),
        created_at: new Date(now),
        expires_at: expiresInDays === null ? null : new Date(now + expiresInDays * day),
      })
      .execute();
    await insertSecret(tx, { accountId, id }, made, now);
    const event = {
      type: 'api_key_created' as const,
      userId,
      ip,
      detail: `${name} (${mode} key, …${made.lastFour})`,
    };
    await recordAccountEvent(tx, accountId, event, now);
    return { id, secret: made.secret };
  });
}

export async function renameKey(
  { db, clock }: ApiKeysDeps,
  keeper: ActingMember,
  id: string,
  wanted: string,
): Promise<Refusal | undefined> {
  const name = blankToEmpty(wanted.trim());
  if (name === '') return nameMissing;
  return inTransaction(db, async (tx) => {
    const key = await lockKey(tx, keeper.accountId, id);
    if (!key) return notFound;
    if (key.name === name) return undefined;
    await changeKey(tx, keeper.accountId, id, { name });
    return recordKeyEvent(tx, keeper, { type: 'api_key_renamed', detail: `${key.name} → ${name}` }, clock());
  });
}

/**
 * Creates a new secret. The previous one remains valid for a while, so that programs can be updated without
 * downtime.
 */
export async function rotateKey(
  { db, ...rules }: ApiKeysDeps,
  keeper: ActingMember,
  id: string,
  overlapHours: number,
): Promise<{ id: string; secret: string } | Refusal> {
  const { accountId } = keeper;
  return inTransaction(db, async (tx) => {
    const now = rules.clock();
    const key = await lockKey(tx, accountId, id);
    const isOver = key?.expires_at && key.expires_at.getTime() <= now;
    if (!key || key.revoked_at || isOver) return notFound;
    // Only the creator can rotate a key, because the key acts in their name.
    if (key.user_id !== keeper.userId) return notYours;
    const refused = apiAllowance(await lockPlanUsage(tx, accountId, rules));
    if (refused) return refused;
    // Deletes secrets that were already expiring, and with no overlap also the current one, so that at most
    // one old secret works besides the new one.
    await tx
      .deleteFrom('api_key_secrets')
      .where('account_id', '=', accountId)
      .where('key_id', '=', id)
      .$if(overlapHours > 0, (rows) => rows.where('ends_at', 'is not', null))
      .execute();
    await tx
      .updateTable('api_key_secrets')
      .set({ ends_at: new Date(now + overlapHours * hour) })
      .where('account_id', '=', accountId)
      .where('key_id', '=', id)
      .execute();
    const made = newApiKey(key.mode === 'test' ? 'test' : 'live');
    await insertSecret(tx, { accountId, id }, made, now);
    const detail = `${key.name} (now …${made.lastFour}, the old secret for ${overlapHours} h)`;
    await recordKeyEvent(tx, keeper, { type: 'api_key_rotated', detail }, now);
    return { id, secret: made.secret };
  });
}

/**
 * Revokes a key and deletes its secrets. The key remains listed, so that its name in audit trails can be
 * looked up.
 */
export async function revokeKey(
  { db, clock }: ApiKeysDeps,
  keeper: ActingMember,
  id: string,
): Promise<Refusal | undefined> {
  return inTransaction(db, async (tx) => {
    const key = await lockKey(tx, keeper.accountId, id);
    if (!key) return notFound;
    if (key.revoked_at) return undefined;
    const now = clock();
    await changeKey(tx, keeper.accountId, id, { revoked_at: new Date(now) });
    await endSecrets(tx, keeper.accountId, id, now);
    return recordKeyEvent(tx, keeper, { type: 'api_key_revoked', detail: key.name }, now);
  });
}

/** Revokes all keys that a member created, since a key acts as its creator. */
export async function revokeKeysOf(
  tx: Tx,
  { accountId, userId }: { accountId: string; userId: string },
  now: number,
): Promise<void> {
  const keys = await tx
    .updateTable('api_keys')
    .set({ revoked_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of keys) await endSecrets(tx, accountId, id, now);
}

/**
 * Also ends all embedded sessions opened with a secret of the key, because revoking a key must stop its
 * program completely.
 */
async function endSecrets(tx: Tx, accountId: string, keyId: string, now: number): Promise<void> {
  await endFramesOfKey(tx, { accountId, keyId }, now);
  await tx
    .updateTable('api_key_secrets')
    .set({ ends_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .execute();
}

async function tooMany(tx: Tx, accountId: string): Promise<Refusal | undefined> {
  const { count } = await tx
    .selectFrom('api_keys')
    .select((key) => key.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) < maxApiKeys) return undefined;
  const detail = `This account already has ${maxApiKeys} API keys. Revoke one you no longer need.`;
  return refuse('too-many-keys', detail, { max: maxApiKeys });
}

async function insertSecret(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
  { hash, lastFour }: NewKey,
  now: number,
): Promise<void> {
  await tx
    .insertInto('api_key_secrets')
    .values({
      secret_hash: hash,
      account_id: accountId,
      key_id: id,
      last_four: lastFour,
      created_at: new Date(now),
      ends_at: null,
    })
    .execute();
}

function lockKey(tx: Tx, accountId: string, id: string) {
  return tx
    .selectFrom('api_keys')
    .select(['name', 'mode', 'user_id', 'expires_at', 'revoked_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

async function changeKey(
  tx: Tx,
  accountId: string,
  id: string,
  change: { name: string } | { revoked_at: Date },
): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

async function recordKeyEvent(
  tx: Tx,
  { accountId, userId, ip }: ActingMember,
  event: Pick<NewAccountEvent, 'type' | 'detail'>,
  now: number,
): Promise<undefined> {
  await recordAccountEvent(tx, accountId, { ...event, userId, ip }, now);
}

const nameMissing = refuse('key-name-missing', 'Give the key a name that shows which program uses it.');
const notYours = refuse(
  'not-permitted',
  'Only the key’s creator can rotate its secret, because it acts in their name. Revoke it and create your own.',
);
export const notFound = refuse('not-found', 'This key does not exist, or it has expired or been revoked.');
