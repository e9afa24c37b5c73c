import { X509Certificate } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { isSecretKeyOf } from '../../foundation/db/secret-key-check.ts';
import type { Schema } from '../../foundation/db/schema.ts';

/**
 * Checks by its keys that the data folder belongs to the server that wrote these rows, because a backup
 * without the keys could not be restored. `ownSeal` is true if the sealing key is in that folder.
 * @throws Error with a message if the folder belongs to another server.
 */
export async function refuseOtherFolder(
  db: Kysely<Schema>,
  of: DataFolder & { secretKey: Buffer },
): Promise<void> {
  if ((await isThere(db, 'secret_key_check')) && !(await isSecretKeyOf(db, of.secretKey)))
    throw new Error(
      'SECRET_KEY is not the key that this server uses. Nothing was copied. Give this command all settings of the ' +
        'server, including SECRET_KEY and DATA_DIR.',
    );
  const missing = await missingKey(db, of);
  if (missing === undefined) return;
  throw new Error(
    `DATA_DIR (${of.dataDir}) is not the data folder of this server: ${missing} is missing. Nothing was copied. ` +
      `Give this command all settings of the server, including DATA_DIR and those of the sealing key.`,
  );
}

type DataFolder = { dataDir: string; ownSeal: boolean };

/** Returns which key is missing from the data folder although the rows were written with it, or undefined. */
export async function missingKey(
  db: Kysely<Schema>,
  { dataDir, ownSeal }: DataFolder,
): Promise<string | undefined> {
  const keys = join(dataDir, 'keys');
  const isOwn = ownSeal ? await holdsSealKey(db, keys) : await holdsLogKey(db, keys);
  if (isOwn) return undefined;
  return ownSeal ? 'the sealing key (keys/seal.pem)' : 'the key of its log (keys/log)';
}

/**
 * Compares the root certificate, which stays the same when the key is renewed or the root key is stored
 * elsewhere.
 */
async function holdsSealKey(db: Kysely<Schema>, keys: string): Promise<boolean> {
  if (!(await isThere(db, 'seal_keys'))) return true;
  const known = await db.selectFrom('seal_keys').select('root').distinct().execute();
  if (known.length === 0) return true;
  const own = rootIn(await readFile(join(keys, 'seal.pem'), 'utf8').catch(ifAbsent('')));
  return known.some(({ root }) => root === own);
}

/** Returns the fingerprint of the last certificate in the file; undefined if the file is damaged. */
function rootIn(pem: string): string | undefined {
  const root = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)?.at(-1);
  try {
    return root && sha256(new X509Certificate(root).raw);
  } catch {
    return undefined;
  }
}

/** Returns true if there is a log key. A key that a restore has set aside counts too. */
async function holdsLogKey(db: Kysely<Schema>, keys: string): Promise<boolean> {
  if (!(await isThere(db, 'log_heads'))) return true;
  const head = await db.selectFrom('log_heads').select('size').limit(1).executeTakeFirst();
  if (!head) return true;
  const names = await readdir(keys).catch(ifAbsent([]));
  return names.some((name) => /^log(?:\.|$)/.test(name));
}

type CheckedTable = 'seal_keys' | 'log_heads' | 'secret_key_check';

/** Databases from earlier versions may lack tables. */
async function isThere(db: Kysely<Schema>, table: CheckedTable): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS there`.execute(
    db,
  );
  return rows[0]!.there;
}

const ifAbsent =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
