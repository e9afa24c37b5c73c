import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** Uses of the secret key. Each has a derived key. */
export type SecretUse =
  | 'signing link'
  | 'ceremony draft'
  | 'sign-in transaction'
  | 'provider cookies'
  | 'provider client'
  | 'provider signing key'
  | 'authenticator secret'
  | 'recovery code'
  | 'identity link'
  | 'known browser'
  | 'unsubscribe'
  | 'mail choice'
  | 'app cookies'
  | 'webhook secret'
  | 'destination secret'
  | 'single sign-on secret'
  | 'sender key'
  | 'reply to link'
  | 'public form'
  | 'own data'
  | 'outbox pass'
  | 'backup check'
  | 'database check';

/**
 * Derives the key for one use with HKDF-SHA-256 (RFC 5869). A derived key reveals nothing about the others.
 */
export function deriveSecret(secretKey: Buffer, use: SecretUse, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'countersign', use, bytes));
}

/**
 * Loads the key from DATA_DIR/keys/secret. Creates it on first start, readable only by its owner. If the key
 * is lost, all signing links and sessions become invalid, but sealed files are unaffected.
 */
export function openSecretKey(dataDir: string): Buffer | { problem: string } {
  const folder = join(dataDir, 'keys');
  const path = join(folder, 'secret');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const secret = read(path) ?? make(folder, path);
    if (secret.length >= 32) return secret;
    return { problem: `The key in DATA_DIR (keys/secret) is damaged. Restore it from a backup.` };
  } catch (error) {
    return { problem: `The secret key cannot be stored in DATA_DIR: ${(error as Error).message}.` };
  }
}

function read(path: string): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The key is written to a temporary file and then linked, so that two processes starting at the same time get
 * the same complete key.
 */
function make(folder: string, path: string): Buffer {
  const aside = join(folder, `secret.${process.pid}.${randomBytes(6).toString('hex')}`);
  const file = openSync(aside, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside);
  }
  const directory = openSync(folder, 'r');
  fsyncSync(directory);
  closeSync(directory);
  return read(path)!;
}
