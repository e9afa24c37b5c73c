import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keyModes, type KeyMode } from '#core/permission/scope.ts';

/**
 * An API key: `csk_live_` or `csk_test_`, then 256 random bits in base62 (43 characters), then the CRC-32 of
 * all that in base62 (6 characters). Secret scanners find leaked keys by their prefix and exclude false
 * positives by their checksum. There is no hyphen, so a double click selects the whole key. Only its hash is
 * stored.
 */
const shape = /^csk_(live|test)_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export type NewKey = { secret: string; hash: string; lastFour: string };

export const newApiKey = (mode: KeyMode): NewKey => newKey(`csk_${mode}_`);

function newKey(prefix: string): NewKey {
  const random = BigInt(`0x${randomBytes(32).toString('hex')}`);
  const body = `${prefix}${base62(random, 43)}`;
  const secret = body + checksum(body);
  return { secret, hash: hash(secret), lastFour: secret.slice(-4) };
}

/**
 * Returns a new secret for a directory (SCIM). It has the same form as an API key, with the prefix `csp_`.
 */
export const newProvisioningToken = (): NewKey => newKey('csp_');

/** Returns the hash of a directory's secret; undefined if its form or checksum is wrong. */
export function readProvisioningToken(text: string): string | undefined {
  const isWhole = /^csp_[0-9A-Za-z]{49}$/.test(text) && text.slice(-6) === checksum(text.slice(0, -6));
  return isWhole ? hash(text) : undefined;
}

/** Parses a key. Rejects a mistyped one without a database query. */
export function readApiKey(text: string): { mode: KeyMode; hash: string } | undefined {
  const named = shape.exec(text)?.[1];
  const mode = keyModes.find((known) => known === named);
  if (!mode || text.slice(-6) !== checksum(text.slice(0, -6))) return undefined;
  return { mode, hash: hash(text) };
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), 6);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)]! + text;
  return text;
}

/** An unsalted, fast hash is enough, because 256 random bits cannot be guessed. */
function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
