import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Kysely } from 'kysely';
import { deriveSecret } from '../crypto/secret-key.ts';
import type { Schema } from './schema.ts';

/**
 * `secretKeyGiven` is true if the key comes from SECRET_KEY, and false if it comes from DATA_DIR/keys/secret.
 */
export type InstallationSecret = { secretKey: Buffer; secretKeyGiven: boolean };

/**
 * Records the fingerprint of the secret key at the first start with a database. Returns a message for the
 * operator if an earlier start recorded another key, otherwise undefined.
 */
export async function checkSecretKey(
  db: Kysely<Schema>,
  secret: InstallationSecret,
): Promise<{ problem: string } | undefined> {
  const known = (await findCheck(db)) ?? (await recordFirst(db, secret.secretKey));
  if (await fits(known, secret.secretKey)) return undefined;
  return { problem: `${otherKey(secret)} ${remedy}` };
}

/**
 * Returns true if this key was recorded, or if none was recorded yet (before the first start, or by a version
 * without this check).
 */
export async function isSecretKeyOf(db: Kysely<Schema>, secretKey: Buffer): Promise<boolean> {
  const known = await findCheck(db);
  return known === undefined || (await fits(known, secretKey));
}

/** Records this key instead of an earlier one that was lost. */
export async function acceptSecretKey(db: Kysely<Schema>, secretKey: Buffer): Promise<void> {
  const row = { ...(await makeCheck(secretKey)), since: new Date() };
  await db
    .insertInto('secret_key_check')
    .values(row)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
    .execute();
}

export const otherKey = ({ secretKeyGiven }: Pick<InstallationSecret, 'secretKeyGiven'>): string =>
  secretKeyGiven
    ? 'SECRET_KEY is not the key that this database is used with.'
    : 'SECRET_KEY is not set, and the key in DATA_DIR/keys/secret is not the key that this database is used with.';

const remedy =
  'With another key, signing links in emails already sent, authenticator apps and webhook secrets stop working. ' +
  'Set SECRET_KEY to the earlier value, or restore keys/secret in DATA_DIR from a backup. ' +
  'If the earlier key is lost for good, run npm run secret-key -- accept to continue with this one.';

/**
 * Lists everything that stops working with another key, and how to fix it, for the command that accepts a new
 * key.
 */
export const lostWithSecretKey = [
  'Signing links in emails already sent: remind the recipients, which sends new links.',
  'Authenticator apps and recovery codes of people who sign in here: they have to be set up again.',
  'Secrets of webhooks, client secrets of single sign-on, and keys of sender domains: renew or enter them again.',
  'Links in other emails, such as confirmations, public forms and unsubscribing: ask for a new email.',
  'Unfinished entries of signers and sign-ins in progress: start again.',
];

type Check = { salt: Buffer; fingerprint: Buffer };

const findCheck = (db: Kysely<Schema>): Promise<Check | undefined> =>
  db.selectFrom('secret_key_check').select(['salt', 'fingerprint']).executeTakeFirst();

/**
 * If several processes start for the first time, one of them records its key, and the others compare theirs
 * with it.
 */
async function recordFirst(db: Kysely<Schema>, secretKey: Buffer): Promise<Check> {
  const own = await makeCheck(secretKey);
  await db
    .insertInto('secret_key_check')
    .values(own)
    .onConflict((conflict) => conflict.column('only_row').doNothing())
    .execute();
  return (await findCheck(db)) ?? own;
}

async function makeCheck(secretKey: Buffer): Promise<Check> {
  const salt = randomBytes(16);
  return { salt, fingerprint: await fingerprintOf(secretKey, salt) };
}

async function fits({ salt, fingerprint }: Check, secretKey: Buffer): Promise<boolean> {
  return timingSafeEqual(fingerprint, await fingerprintOf(secretKey, salt));
}

const stretch = promisify<Buffer, Buffer, number, Buffer>(scrypt);

/** With Node.js's default cost (N = 16384), each start takes about 50 ms longer. */
const fingerprintOf = (secretKey: Buffer, salt: Buffer): Promise<Buffer> =>
  stretch(deriveSecret(secretKey, 'database check'), salt, 32);
