import {
  createHash,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fromBase64, keyIdOf, toBase64, writeLogKey, type LogKey } from '#core/log/checkpoint.ts';
import type { LogSigner, LogSignerProblem } from '../../ports/log-signer.ts';
import { createOnce, readIfThere, replaceFile } from '../../foundation/process/durable-files.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

const damaged =
  'The log key in DATA_DIR (keys/log) is damaged. Restore it from a backup. Until then no log head is signed.';

/**
 * Loads DATA_DIR/keys/log, or creates it on first start: an Ed25519 key in signed-note format with the name
 * of the log, which remains the same when the server's URL changes. Several processes may start concurrently;
 * the first complete file wins.
 */
export async function openLogKey(dataDir: string, publicUrl: string): Promise<LogSigner | LogSignerProblem> {
  const folder = join(dataDir, 'keys');
  const path = join(folder, 'log');
  const [headPath, problemPath] = [join(folder, 'log-head'), join(folder, 'log-problem')];
  const keysPath = join(folder, 'log-keys');
  const keptKeys = (): Promise<string | undefined> => readIfThere(keysPath);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const text = (await readIfThere(path)) ?? (await createOnce(path, await makeKey(publicUrl), 0o600));
    const opened = await readKey(text.trim());
    if (opened === undefined) return { problem: damaged, keptKeys };
    const { key, secret } = opened;
    return {
      key,
      text: writeLogKey(key),
      sign: (note) => sign(null, Buffer.from(note), secret),
      keptHead: () => readIfThere(headPath),
      keepHead: (checkpoint) => replaceFile(headPath, checkpoint, 0o600),
      keptProblem: () => readIfThere(problemPath),
      keepProblem: (problem) =>
        problem === undefined ? rm(problemPath, { force: true }) : replaceFile(problemPath, problem, 0o600),
      keptKeys,
      // World-readable, because the server publishes this list for verifiers.
      keepKeys: (list) => replaceFile(keysPath, list, 0o644),
    };
  } catch (error) {
    return { problem: `The log key cannot be stored in DATA_DIR: ${(error as Error).message}.` };
  }
}

/**
 * Creates a key. Its name contains a random mark, so that two logs with the same URL differ, for example
 * before and after a restore.
 */
async function makeKey(publicUrl: string): Promise<string> {
  const name = `${new URL(publicUrl).host}/log/${randomBytes(4).toString('hex')}`;
  const seed = randomBytes(32);
  const keyId = await keyIdOf(name, publicOf(secretOf(seed)), sha256);
  return `PRIVATE+KEY+${name}+${keyId}+${toBase64(Uint8Array.of(1, ...seed))}\n`;
}

async function readKey(text: string): Promise<{ key: LogKey; secret: KeyObject } | undefined> {
  const [, name = '', keyId = '', base64 = ''] =
    /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(base64);
  if (bytes?.length !== 33 || bytes[0] !== 1) return undefined;
  const secret = secretOf(bytes.subarray(1));
  const publicKey = publicOf(secret);
  const isOwn = (await keyIdOf(name, publicKey, sha256)) === keyId;
  return isOwn ? { key: { name, keyId, publicKey }, secret } : undefined;
}

/** Start of the PKCS #8 encoding of an Ed25519 key, followed by the seed (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function secretOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
}

function publicOf(secret: KeyObject): Uint8Array {
  return createPublicKey(secret).export({ type: 'spki', format: 'der' }).subarray(-32);
}
