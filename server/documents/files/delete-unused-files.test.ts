import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase, type TestDatabase } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openFolderStore } from '../../adapters/file-store/open-file-store.ts';
import { openLogKey } from '../../adapters/log-key/own-log-key.ts';
import { openLog } from '../../evidence/log/open-log.ts';
import type { LogSigner } from '../../ports/log-signer.ts';
import { deleteUnusedFiles, watchFiles } from './delete-unused-files.ts';

const day = 86_400_000;

describeOnOneDatabase('unused files', (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });

  function store() {
    const folder = temporaryFolder();
    const files = openFolderStore(folder, { current: undefined, previous: [] });
    const put = async (count: number, at?: Date): Promise<string[]> => {
      const names: string[] = [];
      for (let number = 0; number < count; number += 1) {
        const name = await files.put(Buffer.from(`file ${number} of ${String(at)}`));
        names.push(name);
        if (at) await utimes(join(folder, 'files', name.slice(0, 2), name.slice(2, 4), name), at, at);
      }
      return names;
    };
    const left = async (names: readonly string[]): Promise<number> =>
      (await Promise.all(names.map((name) => files.has(name)))).filter(Boolean).length;
    const log = { keyChangedAt: () => Promise.resolve(undefined) };
    return { services: { db: database.db, files, clock: () => Date.now() + 2 * day, log }, put, left };
  }

  test('deletes unused files stored since the database was created, and no older ones', async () => {
    const { services, put, left } = store();
    const [refused, earlier] = [await put(3), await put(3, new Date('2020-02-29'))];
    expect(await deleteUnusedFiles(services)).toBe(3);
    expect([await left(refused), await left(earlier)]).toEqual([0, 3]);
  });

  test('with the database of another installation nothing is deleted, because too many files seem unused', async () => {
    const { services, put, left } = store();
    const theirs = await put(40);
    await expect(deleteUnusedFiles(services)).rejects.toThrow(
      '40 of 40 stored files are not needed by any row',
    );
    expect(await left(theirs)).toBe(40);
  });

  test('after an older database is restored, deletes only files stored after the restore', async () => {
    const { services, put, left } = store();
    const { db, owner } = await open();
    await owner.query("UPDATE migrations SET applied_at = now() - interval '90 days'");
    const [before, now] = await Promise.all(
      [1, 2].map(() => openLogKey(temporaryFolder(), 'https://sign.harbour.example')),
    );
    if (!before || !now || 'problem' in before || 'problem' in now) throw new Error('There is no key.');
    const daysAgo = (days: number) => new Date(Date.now() - days * day);
    const sign = (size: number, { text: key }: LogSigner, at: Date) =>
      db.insertInto('log_heads').values({ size, checkpoint: 'a head', key, signed_at: at }).execute();
    const sweep = () => deleteUnusedFiles({ ...services, db, log: openLog(db, now, Date.now) });
    await sign(1, before, daysAgo(60));
    // Grace signed a week ago. The restored database is a month old, so none of its rows refers to her
    // signature.
    const [signed, refused] = [await put(1, daysAgo(7)), await put(1, daysAgo(3))];
    expect(await sweep()).toBe(0);
    await sign(2, now, daysAgo(5));
    expect(await sweep()).toBe(1);
    expect([await left(signed), await left(refused)]).toEqual([1, 0]);
  });

  test('deletes nothing while the log reports an outdated database', async () => {
    const { services, put, left } = store();
    const refused = await put(3);
    const turn = async (problem?: string): Promise<number> => {
      const log = {
        ...services.log,
        grow: () => Promise.resolve(false),
        problem: () => Promise.resolve(problem),
      };
      await watchFiles({ ...services, log }).stop();
      return left(refused);
    };
    expect(await turn('The database is older than the newest head.')).toBe(3);
    expect(await turn()).toBe(0);
  });
});
