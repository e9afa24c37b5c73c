import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { clusterUser } from '#server/foundation/db/embedded/cluster-user.ts';
import { startPostgres } from '#server/foundation/db/embedded/start-postgres.ts';
import { runStatement } from '../postgres.ts';
import type { Kept } from './fill-data-folder.ts';

/** With this window of 128 MB, the three nearly identical databases of a new cluster compress well. */
const windowLog = 27;

/** Returns a data folder that is not in use as a tar file compressed with zstd. */
export async function packDataFolder(dataDir: string): Promise<Buffer> {
  await leaveLittleBehind(join(dataDir, 'postgres'));
  const tar = execFileSync('tar', ['-cf', '-', '-C', dataDir, '.'], { maxBuffer: 2 ** 30 });
  return zstdCompressSync(tar, {
    params: {
      [constants.ZSTD_c_compressionLevel]: 22,
      [constants.ZSTD_c_windowLog]: windowLog,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  });
}

/** Keeps only those parts of the write-ahead log that the next start reads, and removes deleted data. */
async function leaveLittleBehind(directory: string): Promise<void> {
  const postgres = await startPostgres(directory, {
    die: (reason) => process.stderr.write(`${reason}\n`),
    more: { wal_recycle: 'off', min_wal_size: '32MB' },
  });
  for (const database of ['countersign', 'postgres', 'template1'])
    await runStatement(postgres.url(database), 'VACUUM FULL');
  for (const statement of ['SELECT pg_switch_wal()', 'CHECKPOINT'])
    await runStatement(postgres.url('postgres'), statement);
  await postgres.stop();
}

const folder = import.meta.dirname;

export function readKept(version: string): Kept {
  return JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8')) as Kept;
}

/** Unpacks a stored folder and makes the user that runs PostgreSQL on this machine its owner. */
export function unpackDataFolder(version: string, dataDir: string): void {
  const tar = zstdDecompressSync(readFileSync(join(folder, `${version}.tar.zst`)), {
    params: { [constants.ZSTD_d_windowLogMax]: windowLog },
  });
  mkdirSync(dataDir, { recursive: true });
  execFileSync('tar', ['-xf', '-', '--no-same-owner', '-C', dataDir], { input: tar });
  const user = clusterUser(join(dataDir, 'postgres'));
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, join(dataDir, 'postgres')]);
}
