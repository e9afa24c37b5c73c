import { createHmac, randomInt } from 'node:crypto';
import type { Tx } from '../../foundation/db/transaction.ts';

/** Crockford's base32 without letters and digits that look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const howMany = 10;

/**
 * Creates ten codes of fifty bits each, such as 'x7k2m-9pq4d', which replace all earlier ones. They are shown
 * once and stored as hashes.
 */
export async function replaceRecoveryCodes(tx: Tx, key: Buffer, identityId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await tx.deleteFrom('identity_recovery_codes').where('identity_id', '=', identityId).execute();
  await tx
    .insertInto('identity_recovery_codes')
    .values(codes.map((code) => ({ identity_id: identityId, code_hash: hashOf(key, identityId, code) })))
    .execute();
  return codes;
}

/** Uses up a code. Of two concurrent requests with the same code only one succeeds. */
export async function redeemRecoveryCode(
  tx: Tx,
  key: Buffer,
  use: { identityId: string; typed: string; now: number },
): Promise<boolean> {
  const code = sameLetters(use.typed);
  if (code.length !== 10) return false;
  const taken = await tx
    .updateTable('identity_recovery_codes')
    .set({ used_at: new Date(use.now) })
    .where('identity_id', '=', use.identityId)
    .where('code_hash', '=', hashOf(key, use.identityId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

/** Keyed hash, so that someone who can read the database but lacks SECRET_KEY cannot guess codes. */
function hashOf(key: Buffer, identityId: string, code: string): string {
  return createHmac('sha256', key)
    .update(`${identityId} ${sameLetters(code)}`)
    .digest('base64url');
}

function newCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Normalizes typed codes: uppercase, spaces, O for 0, and l or I for 1. */
function sameLetters(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
}
