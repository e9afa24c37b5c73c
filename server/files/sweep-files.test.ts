import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase, type TestDatabase } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openFolderStore } from '../adapters/file-store/open-file-store.ts';
import { sweepFiles, watchFiles } from './sweep-files.ts';

const day = 86_400_000;

describeOnOneDatabase('files that no row needs', (open) => {
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
    return { services: { db: database.db, files, clock: () => Date.now() + 2 * day }, put, left };
  }

  test('go when they were put since the database was made; a database of today takes no file of last year', async () => {
    const { services, put, left } = store();
    const [refused, earlier] = [await put(3), await put(3, new Date('2020-02-29'))];
    expect(await sweepFiles(services)).toBe(3);
    expect([await left(refused), await left(earlier)]).toEqual([0, 3]);
  });

  test('stay when they are most of all that is there: a server on the database of another installation removes nothing', async () => {
    const { services, put, left } = store();
    const theirs = await put(40);
    await expect(sweepFiles(services)).rejects.toThrow('40 of 40 stored files are needed by no row');
    expect(await left(theirs)).toBe(40);
  });

  test('stay while the log says that the database is an older one, and go when it is the right one', async () => {
    const { services, put, left } = store();
    const refused = await put(3);
    const turn = async (problem?: string): Promise<number> => {
      const log = { grow: () => Promise.resolve(false), problem: () => Promise.resolve(problem) };
      await watchFiles({ ...services, log }).stop();
      return left(refused);
    };
    expect(await turn('The database is older than the newest head.')).toBe(3);
    expect(await turn()).toBe(0);
  });
});
