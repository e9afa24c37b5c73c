import { createHmac, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSame } from '../../../foundation/crypto/is-same.ts';
import { mailPaths, pathOf } from '#contract/paths.ts';

/** Milliseconds for which a browser has access. */
export const OPERATOR_KEY_LIFETIME_MS = 7 * 86_400_000;

/**
 * Creates the URL that gives access to the outbox and stores it in DATA_DIR/keys/outbox-address (0600). The
 * URL changes at every start, so that earlier ones in logs or browser histories are useless. See decision
 * 0015.
 */
export async function createOutboxAddress(dataDir: string, publicUrl: string): Promise<string> {
  const folder = join(dataDir, 'keys');
  const address = `${publicUrl}${pathOf(mailPaths.showOutbox)}?key=${randomBytes(24).toString('base64url')}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'outbox-address');
  await writeFile(file, `${address}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return address;
}

/**
 * Returns true if the key belongs to the current URL. The file is read each time, since another process may
 * have created a newer one.
 */
export async function isOutboxKey(dataDir: string, given: string): Promise<boolean> {
  const address = await readFile(join(dataDir, 'keys', 'outbox-address'), 'utf8').catch(() => '');
  const key = /\?key=([\w-]+)\s*$/.exec(address)?.[1];
  return key !== undefined && isSame(given, key);
}

/** Returns `<end, ms UTC>.<HMAC>`, the cookie of a browser that opened the URL with the key. */
export function outboxPass(secret: Uint8Array, now: number): string {
  const end = String(now + OPERATOR_KEY_LIFETIME_MS);
  return `${end}.${mac(secret, end)}`;
}

export function isOutboxPass(secret: Uint8Array, given: string, now: number): boolean {
  const [end = '', proof = ''] = given.split('.');
  return /^\d{1,16}$/.test(end) && Number(end) > now && isSame(proof, mac(secret, end));
}

function mac(secret: Uint8Array, end: string): string {
  return createHmac('sha256', secret).update('outbox pass').update(end).digest('base64url');
}
