import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeOnServer } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { memoryFileStore } from '#testing/fakes/memory-file-store.ts';
import { unpackDataFolder } from '#testing/kept/pack.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice } from '#testing/open-office.ts';
import { s3Credentials, startS3Server } from '#testing/servers/s3-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { diskFileStore } from '../../adapters/file-store/disk.ts';
import { s3FileStore } from '../../adapters/file-store/s3.ts';
import { openDatabase } from '../../foundation/db/database.ts';
import { migrate } from '../../foundation/db/migrate.ts';
import { createTables } from '../../foundation/jobs/start-boss.ts';
import { verifyDatabase } from '../../evidence/verification/verify-database.ts';
import { hasEmbedded, verifyMovedData, moveFiles, moveRows } from './move.ts';

describeOnServer('moving a data folder', (open) => {
  longTest(
    'an interrupted move to a PostgreSQL server and a bucket can be resumed',
    async () => {
      const dataDir = temporaryFolder();
      unpackDataFolder('0.1.0', dataDir);
      const openSource = () => openDatabase({ dataDir });
      const running = await openSource();
      await migrate(running.owner);
      await createTables(running, () => undefined);
      const said: string[] = [];
      const say = (line: string): void => void said.push(line);
      const target = await open({ empty: true });
      // Nothing is moved while a server uses the data folder.
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
      await expect(moveFiles(disk, store, say)).rejects.toThrow('is unavailable');
      server.fail = undefined;
      const moved = await moveFiles(disk, store, say);
      expect(moved).toMatchObject({ damaged: [], kept: 0 });
      expect(await moveFiles(disk, store, say)).toMatchObject({ copied: 0, kept: moved.copied });

      // Simulates an interruption after the rows were copied and before the old folder was renamed.
      let grants = 0;
      const grant = () => ((grants += 1) === 2 ? Promise.reject(new Error('killed')) : target.grant());
      const dying = { ...target, grant };
      await expect(moveRows(dataDir, openSource, dying, say)).rejects.toThrow('killed');
      expect(hasEmbedded(dataDir)).toBe(true);
      // The intermediate copy contains all rows, so it must not be left behind unnoticed.
      expect(existsSync(join(dataDir, 'moving'))).toBe(false);
      await moveRows(dataDir, openSource, target, say);
      expect(said.at(-1)).toBe('The rows were already moved.');
      expect(hasEmbedded(dataDir)).toBe(false);
      expect(existsSync(join(dataDir, 'postgres.moved/PG_VERSION'))).toBe(true);
      await target.grant();
      // An earlier version that was killed at the very end left these files behind.
      await mkdir(join(dataDir, 'moving'));
      await moveRows(dataDir, openSource, target, say);
      expect(said.at(-1)).toBe('There is no embedded database: its rows were already moved.');
      expect(existsSync(join(dataDir, 'moving'))).toBe(false);
      // With the old settings, the server must not start with an empty database.
      await expect(openSource()).rejects.toThrow('set DATABASE_URL to it');
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

      const found: string[] = [];
      const looked = await verifyDatabase({ db: target.db, files: store }, (line) => void found.push(line));
      expect(found).toEqual([]);
      expect(looked.documents).toBeGreaterThan(5);
    },
    60_000,
  );

  test('moving to a bucket reports damaged files, and detects a running server by the files that it adds', async () => {
    const folder = temporaryFolder();
    const [disk, bucket] = [diskFileStore(folder), memoryFileStore()];
    const office = await openOffice(await open(), { ports: { files: disk } });
    const ada = await office.desk();
    const { body: lease } = await ada.upload(sampleLease(1));
    const { db } = office.ports.database;
    const move = async (meanwhile?: () => Promise<unknown>) => {
      const said: string[] = [];
      const since = Date.now();
      const { damaged } = await moveFiles(disk, bucket, () => undefined);
      await meanwhile?.();
      const say = (line: string): void => void said.push(line);
      const look = (found: (sentence: string) => void) => verifyDatabase({ db, files: bucket }, found);
      const whole = await verifyMovedData({ look, files: bucket, copied: { from: disk, since }, say });
      return { damaged, whole, said: said.join(' ') };
    };
    expect(await move()).toMatchObject({ damaged: [], whole: true });

    const late = await move(() => disk.put(Buffer.from('an attachment of Grace')));
    expect(late.whole).toBe(false);
    expect(late.said).toContain('A server is running here and added files since the others were copied (1)');
    expect(await move()).toMatchObject({ whole: true });

    const name = lease.baseSha256;
    const path = join(folder, name.slice(0, 2), name.slice(2, 4), name);
    await writeFile(path, 'one bit of it is another');
    await bucket.delete(name);
    const spoilt = await move();
    expect(spoilt).toMatchObject({ damaged: [name], whole: false });
    expect(spoilt.said).toContain(`its base file is missing (${name})`);
  });
});
