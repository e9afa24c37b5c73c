import { createHmac, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSame } from '../crypto/is-same.ts';
import { mailPaths, pathOf } from '#contract/paths.ts';

/** How long a browser stays let in; milliseconds. */
export const letInFor = 7 * 86_400_000;

/**
 * Makes the address that lets its holder read the outbox, and keeps it in DATA_DIR/keys/outbox-address (0600). A new one
 * at each start: what once stood in a log or in a browser's history opens nothing later. See decision 0015.
 */
export async function makeOutboxAddress(dataDir: string, publicUrl: string): Promise<string> {
  const folder = join(dataDir, 'keys');
  const address = `${publicUrl}${pathOf(mailPaths.showOutbox)}?key=${randomBytes(24).toString('base64url')}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'outbox-address');
  await writeFile(file, `${address}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return address;
}

/** Whether a key is that of the address which holds now. Read each time: another process may have made a newer one. */
export async function isOutboxKey(dataDir: string, given: string): Promise<boolean> {
  const address = await readFile(join(dataDir, 'keys', 'outbox-address'), 'utf8').catch(() => '');
  const key = /\?key=([\w-]+)\s*$/.exec(address)?.[1];
  return key !== undefined && isSame(given, key);
}

/** `<end, ms UTC>.<HMAC>`: what a browser shows that was let in by the key. */
export function outboxPass(secret: Uint8Array, now: number): string {
  const end = String(now + letInFor);
  return `${end}.${mac(secret, end)}`;
}

export function isOutboxPass(secret: Uint8Array, given: string, now: number): boolean {
  const [end = '', proof = ''] = given.split('.');
  return /^\d{1,16}$/.test(end) && Number(end) > now && isSame(proof, mac(secret, end));
}

function mac(secret: Uint8Array, end: string): string {
  return createHmac('sha256', secret).update('outbox pass').update(end).digest('base64url');
}
