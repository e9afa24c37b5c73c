import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { deriveSecret } from '../../foundation/crypto/secret-key.ts';
import type { IdentityMailFacts } from './identity-mail-store.ts';
import { newAuthenticatorSecret, stepOfCode } from './one-time-code.ts';
import { actAndNotify, notifyPerson, type ProviderParts } from './notify-owner.ts';
import { replaceRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts';
import { openSecret, sealSecret } from '../../foundation/crypto/sealed-secret.ts';

/**
 * Returns when the second factor was set up and how many recovery codes are left; undefined if there is none.
 */
export async function findSecondFactor(
  db: Kysely<Schema>,
  identityId: string,
): Promise<{ since: Date; recoveryCodesLeft: number } | undefined> {
  const row = await db
    .selectFrom('identity_authenticators')
    .select('enabled_at')
    .select(({ selectFrom, fn }) =>
      selectFrom('identity_recovery_codes')
        .select(fn.countAll<string>().as('left'))
        .where('identity_id', '=', identityId)
        .where('used_at', 'is', null)
        .as('left'),
    )
    .where('identity_id', '=', identityId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return row?.enabled_at ? { since: row.enabled_at, recoveryCodesLeft: Number(row.left) } : undefined;
}

/**
 * Creates an authenticator secret, replacing an earlier unconfirmed one. Returns undefined if a second factor
 * is already active.
 */
export async function beginSecondFactor(
  { db, clock, secretKey }: ProviderParts,
  identityId: string,
): Promise<Buffer | undefined> {
  const secret = newAuthenticatorSecret();
  const sealed = sealSecret(deriveSecret(secretKey, 'authenticator secret'), identityId, secret);
  const row = { secret: sealed, last_step: 0, created_at: new Date(clock()) };
  const saved = await db
    .insertInto('identity_authenticators')
    .values({ identity_id: identityId, ...row })
    .onConflict((conflict) =>
      conflict.column('identity_id').doUpdateSet(row).where('identity_authenticators.enabled_at', 'is', null),
    )
    .executeTakeFirst();
  return saved.numInsertedOrUpdatedRows === 1n ? secret : undefined;
}

/**
 * Activates the second factor with its first code and returns the recovery codes. Returns undefined if the
 * code is wrong.
 */
export async function enableSecondFactor(
  services: ProviderParts,
  identityId: string,
  code: string,
  facts: IdentityMailFacts,
): Promise<string[] | undefined> {
  return actAndNotify(services, { identityId, kind: 'two-factor-on', facts }, async (tx) => {
    if (!(await submitCode(services, tx, identityId, code, 'is'))) return undefined;
    await tx
      .updateTable('identity_authenticators')
      .set({ enabled_at: new Date(services.clock()) })
      .where('identity_id', '=', identityId)
      .execute();
    return replaceRecoveryCodes(tx, deriveSecret(services.secretKey, 'recovery code'), identityId);
  });
}

export async function disableSecondFactor(
  services: ProviderParts,
  identityId: string,
  facts: IdentityMailFacts,
): Promise<boolean> {
  const off = await actAndNotify(services, { identityId, kind: 'two-factor-off', facts }, async (tx) => {
    await tx.deleteFrom('identity_recovery_codes').where('identity_id', '=', identityId).execute();
    // An unconfirmed second factor was never active, so no notification is sent.
    const gone = await tx
      .deleteFrom('identity_authenticators')
      .where('identity_id', '=', identityId)
      .returning('enabled_at')
      .executeTakeFirst();
    return gone?.enabled_at ? true : undefined;
  });
  return off === true;
}

/** Replaces all recovery codes. Returns undefined if there is no second factor. */
export async function renewRecoveryCodes(
  services: ProviderParts,
  identityId: string,
  facts: IdentityMailFacts,
): Promise<string[] | undefined> {
  return actAndNotify(services, { identityId, kind: 'recovery-codes-made', facts }, async (tx) =>
    (await findSecondFactor(tx, identityId))
      ? replaceRecoveryCodes(tx, deriveSecret(services.secretKey, 'recovery code'), identityId)
      : undefined,
  );
}

/**
 * Accepts a code from the authenticator app or a recovery code. Each code works once. The person gets an
 * email when a recovery code is used.
 */
export async function passSecondFactor(
  services: ProviderParts,
  identityId: string,
  typed: string,
  facts: IdentityMailFacts,
): Promise<'app' | 'recovery code' | undefined> {
  const { db, clock, secretKey } = services;
  return inTransaction(db, async (tx) => {
    if (await submitCode(services, tx, identityId, typed.replaceAll(/\s/g, ''), 'is not')) return 'app';
    const key = deriveSecret(secretKey, 'recovery code');
    if (!(await redeemRecoveryCode(tx, key, { identityId, typed, now: clock() }))) return undefined;
    const left = (await findSecondFactor(tx, identityId))?.recoveryCodesLeft ?? 0;
    await notifyPerson(services, tx, { identityId, kind: 'recovery-code-used', facts: { ...facts, left } });
    return 'recovery code';
  });
}

/** Returns true only once per time step, even for concurrent requests with the same code (RFC 6238 §5.2). */
async function submitCode(
  { clock, secretKey }: ProviderParts,
  tx: Tx,
  identityId: string,
  code: string,
  enabled: 'is' | 'is not',
): Promise<boolean> {
  const row = await tx
    .selectFrom('identity_authenticators')
    .select('secret')
    .where('identity_id', '=', identityId)
    .where('enabled_at', enabled, null)
    .executeTakeFirst();
  if (!row) return false;
  const secret = openSecret(deriveSecret(secretKey, 'authenticator secret'), identityId, row.secret);
  const step = stepOfCode(secret, code, clock());
  if (step === undefined) return false;
  const taken = await tx
    .updateTable('identity_authenticators')
    .set({ last_step: step })
    .where('identity_id', '=', identityId)
    .where('secret', '=', row.secret)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}
