import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnce, readIfThere, replaceFile, syncFolder } from '../../foundation/process/durable-files.ts';
import { readPem, writePem } from '../pem.ts';
import {
  makeRoot,
  readAuthorityFile,
  renewSeal,
  writeAuthorityFile,
  type Authority,
  type Operator,
} from './authority-file.ts';

/*
 * Returns DATA_DIR/keys, which contains the sealing key in `seal.pem` and, until it is moved offline, the
 * root key in `root-key.pem`.
 */

const folderOf = (dataDir: string): string => join(dataDir, 'keys');
export const sealFileOf = (dataDir: string): string => join(folderOf(dataDir), 'seal.pem');
export const rootKeyFileOf = (dataDir: string): string => join(folderOf(dataDir), 'root-key.pem');

/** The root key in the folder is damaged, or belongs to a different root than the sealing key. */
export class OtherRootKey extends Error {
  constructor() {
    super(
      'The key in DATA_DIR/keys/root-key.pem is damaged, or belongs to another root than the seal key (keys/seal.pem). Move that file out of the folder, or restore it from a backup.',
    );
  }
}

/** Returns a private key and its certificate as PEM, as in `root-key.pem` and the offline file. */
export function writeRootKey(rootKey: KeyObject, root: Uint8Array): string {
  return `${String(rootKey.export({ type: 'pkcs8', format: 'pem' }))}${writePem('CERTIFICATE', root)}`;
}

/**
 * Reads the stored authority. Returns undefined if the sealing key is missing or damaged. In a folder from an
 * earlier version, `seal.pem` also contains the root key, which is then used.
 *
 * @throws OtherRootKey
 */
export async function readStoredRoot(dataDir: string): Promise<Authority | undefined> {
  const authority = readAuthorityFile((await readIfThere(sealFileOf(dataDir))) ?? '');
  const text = await readIfThere(rootKeyFileOf(dataDir));
  if (!authority || text === undefined) return authority;
  const rootKey = keyOf(authority.root, text);
  if (!rootKey) throw new OtherRootKey();
  return { ...authority, rootKey };
}

/**
 * Creates the authority on first start. The root is stored before the sealing key is created under it, so
 * that concurrent processes, and a start after a kill, all use the first root.
 */
export async function createStoredRoot(dataDir: string, now: number, operator: Operator): Promise<void> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
  const { root: made, rootKey: madeKey } = await makeRoot(now);
  const text = await createOnce(rootKeyFileOf(dataDir), writeRootKey(madeKey, made), 0o600);
  const [root] = readPem('CERTIFICATE', text);
  const rootKey = root && keyOf(root, text);
  if (!rootKey) throw new OtherRootKey();
  const sealing = await renewSeal({ root, rootKey }, now, operator);
  await createOnce(sealFileOf(dataDir), writeAuthorityFile(sealing), 0o600);
}

/**
 * Moves the root key out of the `seal.pem` of an earlier version. Its own file is written before `seal.pem`
 * is replaced, so that a kill in between loses nothing and the next start continues.
 */
export async function separateRootKey(dataDir: string): Promise<boolean> {
  const stored = readAuthorityFile((await readIfThere(sealFileOf(dataDir))) ?? '');
  if (!stored?.rootKey) return false;
  const { root, rootKey } = stored;
  const text = await createOnce(rootKeyFileOf(dataDir), writeRootKey(rootKey, root), 0o600);
  if (!keyOf(root, text)) throw new OtherRootKey();
  await replaceFile(sealFileOf(dataDir), writeAuthorityFile(stored), 0o600);
  return true;
}

/** Deletes the root key. The caller has already stored it in another place. */
export async function removeRootKey(dataDir: string): Promise<void> {
  await separateRootKey(dataDir);
  await rm(rootKeyFileOf(dataDir), { force: true });
  await syncFolder(folderOf(dataDir));
}

/** Returns undefined if the text contains no key, or the key of another root. */
export function keyOf(root: Uint8Array, pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return new X509Certificate(root).publicKey.equals(createPublicKey(key)) ? key : undefined;
  } catch {
    return undefined;
  }
}
