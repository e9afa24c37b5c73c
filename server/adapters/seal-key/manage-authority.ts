import type { KeyObject } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { nobody, renewSeal, writeAuthorityFile, type Authority, type Operator } from './authority-file.ts';
import {
  keyOf,
  OtherRootKey,
  readStoredRoot,
  removeRootKey,
  sealFileOf,
  separateRootKey,
  writeRootKey,
} from './root-key-file.ts';
import { saveRevocationList, createRevocationList, recordWithdrawnSeal, serialOf } from './withdrawn.ts';
import { replaceFile, syncFolder, writeSynced } from '../../foundation/process/durable-files.ts';

/** An operation that is not possible. The message is for the operator. */
export class AuthorityProblem extends Error {}

export async function readAuthority(dataDir: string): Promise<Authority> {
  const authority = await readStoredRoot(dataDir).catch((error: unknown) => {
    throw error instanceof OtherRootKey ? new AuthorityProblem(error.message) : error;
  });
  if (!authority) throw new AuthorityProblem('DATA_DIR contains no self-issued seal key (keys/seal.pem).');
  return authority;
}

/**
 * Moves the root key to a file for offline storage, and leaves a certificate revocation list that is valid
 * for more than a year. Running the command again continues an interrupted move.
 */
export async function exportRootKey(dataDir: string, file: string, now: number): Promise<void> {
  const { rootKey, root } = await readAuthority(dataDir);
  if (!rootKey) {
    if (await holdsKeyOf(root, file)) return;
    throw new AuthorityProblem('The root key is not here because it was already moved offline.');
  }
  await writeKeyFile(file, writeRootKey(rootKey, root));
  await saveRevocationList(dataDir, await createRevocationList(dataDir, root, rootKey, now, 'putAway'));
  await removeRootKey(dataDir);
}

const holdsKeyOf = (root: Uint8Array, file: string): Promise<boolean> =>
  readRootKey(root, file).then(
    () => true,
    () => false,
  );

/**
 * Writes the file to disk before the only other copy is deleted. A file with the beginning of the text was
 * left by an interrupted run; any other existing file is not overwritten. Does not use a hard link, because
 * FAT file systems do not support them.
 */
async function writeKeyFile(file: string, text: string): Promise<void> {
  const there = await readFile(file, 'utf8').catch(() => undefined);
  if (there !== undefined && !text.startsWith(there))
    throw new AuthorityProblem(`${file} already exists with other content. Name another file.`);
  if (there !== undefined) await rm(file);
  await writeSynced(file, 'wx', 0o600, (open) => open.writeFile(text));
  await syncFolder(dirname(file));
}

/** Creates a new sealing key under the same root. The previous key is deleted, and its seals remain valid. */
export async function renewKey(
  dataDir: string,
  now: number,
  { rootKeyFile, operator = nobody }: { rootKeyFile?: string | undefined; operator?: Operator } = {},
): Promise<Authority> {
  const authority = await readAuthority(dataDir);
  const rootKey = await rootKeyOf(authority, rootKeyFile);
  const renewed = await renewSeal({ root: authority.root, rootKey }, now, operator);
  const kept = { ...renewed, rootKey: authority.rootKey };
  await separateRootKey(dataDir);
  await replaceFile(sealFileOf(dataDir), writeAuthorityFile(kept), 0o600);
  if (!authority.rootKey)
    await saveRevocationList(
      dataDir,
      await createRevocationList(dataDir, authority.root, rootKey, now, 'putAway'),
    );
  return kept;
}

/** Renews the certificate revocation list for more than a year, with a root key that was stored offline. */
export async function renewList(
  dataDir: string,
  now: number,
  rootKeyFile: string | undefined,
): Promise<void> {
  const authority = await readAuthority(dataDir);
  if (authority.rootKey)
    throw new AuthorityProblem(
      'The root key is on this server, so the server creates the list automatically.',
    );
  const rootKey = await rootKeyOf(authority, rootKeyFile);
  await saveRevocationList(
    dataDir,
    await createRevocationList(dataDir, authority.root, rootKey, now, 'putAway'),
  );
}

/**
 * Revokes a certificate after its key was stolen. Seals from `since` on (ms UTC) are not trusted, unless a
 * timestamp proves them to be earlier. Also replaces the key in use.
 */
export async function withdrawKey(
  dataDir: string,
  now: number,
  withdrawn: { serial: string; since: number },
  given: { rootKeyFile?: string | undefined; operator?: Operator } = {},
): Promise<void> {
  const authority = await readAuthority(dataDir);
  const rootKey = await rootKeyOf(authority, given.rootKeyFile);
  if (!/^(?:[0-9a-f]{2}){1,20}$/.test(withdrawn.serial))
    throw new AuthorityProblem('A serial number is written in hexadecimal digits.');
  if (!Number.isFinite(withdrawn.since) || withdrawn.since > now)
    throw new AuthorityProblem('Give a time in the past: --since 2026-11-23T08:00:00Z.');
  await recordWithdrawnSeal(dataDir, { serial: withdrawn.serial, at: withdrawn.since });
  if (serialOf(authority.certificate) === withdrawn.serial) await renewKey(dataDir, now, given);
  if (!authority.rootKey)
    await saveRevocationList(
      dataDir,
      await createRevocationList(dataDir, authority.root, rootKey, now, 'putAway'),
    );
}

async function rootKeyOf({ root, rootKey }: Authority, file: string | undefined): Promise<KeyObject> {
  if (rootKey) return rootKey;
  if (file === undefined)
    throw new AuthorityProblem('The root key is stored offline. Pass its file with --root-key FILE.');
  return readRootKey(root, file);
}

async function readRootKey(root: Uint8Array, file: string): Promise<KeyObject> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (!text.includes('PRIVATE KEY')) throw new AuthorityProblem(`${file} contains no readable private key.`);
  const key = keyOf(root, text);
  if (!key) throw new AuthorityProblem(`${file} contains the key of another root.`);
  return key;
}
