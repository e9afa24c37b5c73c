import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { signP256 } from '#pdf/sign/sign-deterministic.ts';
import type { SealKey, SealKeyProblem } from '../../ports/seal-key.ts';
import { writePem } from '../pem.ts';
import { nobody, renewDue, writeAuthorityFile, type Authority, type Operator } from './authority-file.ts';
import { describeCertificate } from './describe-certificate.ts';
import { keptList, keptListEnds, createRevocationList } from './withdrawn.ts';
import { replaceFile } from '../../foundation/process/durable-files.ts';
import {
  createStoredRoot,
  OtherRootKey,
  readStoredRoot,
  sealFileOf,
  separateRootKey,
} from './root-key-file.ts';

/**
 * Opens the installation's own certificate authority in DATA_DIR/keys. The first start creates a root valid
 * for 20 years and a sealing certificate for three (both P-256). `seal.pem` contains the sealing key with
 * both certificates, `root-key.pem` the root key, and `root.pem` the public root certificate. The server does
 * not need `root-key.pem`, which belongs offline (`npm run seal-key -- put-away FILE`). While that file
 * exists, the server renews the sealing key at startup before it expires. `now` is ms UTC. Several processes
 * may start concurrently: the first complete files win, and all processes use them.
 */
export async function openOwnAuthority(
  dataDir: string,
  now: number,
  operator: Operator = nobody,
): Promise<SealKey | SealKeyProblem> {
  const folder = join(dataDir, 'keys');
  const path = sealFileOf(dataDir);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const isFirst = !(await isThere(path));
    if (isFirst) await createStoredRoot(dataDir, now, operator);
    const isSeparated = await separateRootKey(dataDir);
    const authority = await readStoredRoot(dataDir);
    const renewed = authority && (await renewDue(authority, operator, now));
    if (renewed !== undefined) await replaceFile(path, writeAuthorityFile(renewed), 0o600);
    const made = sealKeyOf(dataDir, renewed ?? authority, now);
    const key = (isFirst || isSeparated) && !('problem' in made) ? { ...made, advice: moveOffline } : made;
    if (!('problem' in key)) await replaceFile(join(folder, 'root.pem'), key.rootPem, 0o644);
    return key;
  } catch (error) {
    if (error instanceof OtherRootKey) return { problem: error.message };
    if (!isFileError(error)) throw error;
    return { problem: `The seal key cannot be stored in DATA_DIR: ${error.message}.` };
  }
}

/** Anyone with this key can create sealing keys for this installation for 20 years. */
export const moveOffline =
  'The key of the root is in DATA_DIR/keys/root-key.pem. The server runs without it: move it offline with npm run seal-key -- put-away FILE, and keep FILE where the server cannot read it.';

function sealKeyOf(dataDir: string, authority: Authority | undefined, now: number): SealKey | SealKeyProblem {
  const described = authority && describeCertificate(authority.certificate, 'self-issued');
  if (authority === undefined || described === undefined)
    return { problem: 'The seal key in DATA_DIR (keys/seal.pem) is damaged. Restore it from a backup.' };
  const { key, certificate, root, rootKey } = authority;
  if (described.notAfter < now)
    return {
      problem:
        'The seal key in DATA_DIR (keys/seal.pem) has expired. With the key of its root, run: npm run seal-key -- renew --root-key FILE.',
    };
  return {
    chain: [certificate, root],
    algorithm: 'ecdsa-p256-sha256',
    sign: async (bytes) => signP256(bytes, key),
    rootPem: writePem('CERTIFICATE', root),
    describe: () => described,
    async lists(at) {
      if (rootKey) return [await createRevocationList(dataDir, root, rootKey, at)];
      const kept = await keptList(dataDir);
      return kept ? [kept] : [];
    },
    listEnds: async () => (rootKey ? undefined : keptListEnds(dataDir)),
    changedAtStart: rootKey !== undefined,
  };
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isFileError(error) && error.code === 'ENOENT') return false;
    throw error;
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
