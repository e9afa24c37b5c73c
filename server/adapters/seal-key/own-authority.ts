import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signP256 } from '#pdf/sign/sign-deterministic.ts';
import type { SealKey, SealKeyProblem } from '../../ports/seal-key.ts';
import { writePem } from '../pem.ts';
import {
  makeAuthority,
  nobody,
  readAuthorityFile,
  renewDue,
  writeAuthorityFile,
  type Authority,
  type Operator,
} from './authority-file.ts';
import { describeCertificate } from './describe-certificate.ts';
import { keptList, keptListEnds, makeList } from './withdrawn.ts';
import { createOnce, replaceFile } from '../../durable-files.ts';

/**
 * The installation's own authority in DATA_DIR/keys. At first boot it makes a root for 20 years and a sealing certificate
 * for three (both P-256); the keys and certificates are one file, `seal.pem`, so that they can never be half there.
 * `root.pem` beside it is the root certificate alone, to hand out. While the key of the root is there, a boot changes the
 * sealing key before its end; `npm run seal-key` puts it away. `now` is ms UTC.
 *
 * Several processes may start at once: the first complete file wins, and all use it.
 */
export async function openOwnAuthority(
  dataDir: string,
  now: number,
  operator: Operator = nobody,
): Promise<SealKey | SealKeyProblem> {
  const folder = join(dataDir, 'keys');
  const path = join(folder, 'seal.pem');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const stored =
      (await readIfThere(path)) ??
      (await createOnce(path, writeAuthorityFile(await makeAuthority(now, operator)), 0o600));
    const authority = readAuthorityFile(stored);
    const renewed = authority && (await renewDue(authority, operator, now));
    if (renewed !== undefined) await replaceFile(path, writeAuthorityFile(renewed), 0o600);
    const key = sealKeyOf(dataDir, renewed ?? authority, now);
    if (!('problem' in key)) await replaceFile(join(folder, 'root.pem'), key.rootPem, 0o644);
    return key;
  } catch (error) {
    if (!isFileError(error)) throw error;
    return { problem: `DATA_DIR cannot hold the seal key: ${error.message}.` };
  }
}

function sealKeyOf(dataDir: string, authority: Authority | undefined, now: number): SealKey | SealKeyProblem {
  const described = authority && describeCertificate(authority.certificate, 'self-issued');
  if (authority === undefined || described === undefined)
    return { problem: 'DATA_DIR holds a damaged seal key (keys/seal.pem): restore it from a backup.' };
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
      if (rootKey) return [await makeList(dataDir, root, rootKey, at)];
      const kept = await keptList(dataDir);
      return kept ? [kept] : [];
    },
    listEnds: async () => (rootKey ? undefined : keptListEnds(dataDir)),
    changedAtStart: rootKey !== undefined,
  };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isFileError(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
