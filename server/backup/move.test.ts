import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeOnServer } from '#testing/databases.ts';
import { unpackKept } from '#testing/kept/pack.ts';
import { s3Credentials, startS3Server } from '#testing/s3-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { diskFileStore } from '../adapters/file-store/disk.ts';
import { s3FileStore } from '../adapters/file-store/s3.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { makeTables } from '../jobs/start-boss.ts';
import { verifyDatabase } from '../sealing/verify-database.ts';
import { hasEmbedded, moveFiles, moveRows } from './move.ts';

describeOnServer('the move of a data folder', (open) => {
  test('to a PostgreSQL server and a bucket, broken off on the way and begun again', async () => {
    const dataDir = temporaryFolder();
    unpackKept('0.1.0', dataDir);
    const openSource = () => openDatabase({ dataDir });
    const running = await openSource();
    await migrate(running.owner);
    await makeTables(running, () => undefined);
    const said: string[] = [];
    const say = (line: string): void => void said.push(line);
    const target = await open({ empty: true });
    // While a server has it, nothing is moved.
    await expect(moveRows(dataDir, openSource, target, say)).rejects.toThrow('Another Countersign process');
    await running.close();

    const server = await startS3Server({ page: 2 });
    const { bucket, endpoint } = server;
    const at = { bucket, endpoint, region: 'us-east-1', credentials: s3Credentials, encryption: undefined };
    const store = s3FileStore(at);
    onTestFinished(async () => {
      store.close();
      await server.stop();
    });
    const disk = diskFileStore(join(dataDir, 'files'));
    server.fail = { status: 500 };
    await expect(moveFiles(disk, store, say)).rejects.toThrow('cannot be used now');
    server.fail = undefined;
    const moved = await moveFiles(disk, store, say);
    expect(moved).toMatchObject({ damaged: [], kept: 0 });
    expect(await moveFiles(disk, store, say)).toMatchObject({ copied: 0, kept: moved.copied });

    // Ended after the rows were there and before the old folder had its new name.
    let grants = 0;
    const grant = () => ((grants += 1) === 2 ? Promise.reject(new Error('killed')) : target.grant());
    const dying = { ...target, grant };
    await expect(moveRows(dataDir, openSource, dying, say)).rejects.toThrow('killed');
    expect(hasEmbedded(dataDir)).toBe(true);
    await moveRows(dataDir, openSource, target, say);
    expect(said.at(-1)).toBe('The rows are there already.');
    expect(hasEmbedded(dataDir)).toBe(false);
    expect(existsSync(join(dataDir, 'postgres.moved/PG_VERSION'))).toBe(true);
    await target.grant();
    // With the settings of before nobody goes on with an empty database in its place.
    await expect(openSource()).rejects.toThrow('set DATABASE_URL to it');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

    const found: string[] = [];
    const looked = await verifyDatabase({ db: target.db, files: store }, (line) => void found.push(line));
    expect(found).toEqual([]);
    expect(looked.documents).toBeGreaterThan(5);
  }, 60_000);
});
