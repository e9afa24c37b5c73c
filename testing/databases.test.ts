import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeOnEveryDatabase, openEmbedded } from './databases.ts';
import type { TestDatabase } from './databases.ts';

const opened: TestDatabase[] = [];

describeOnEveryDatabase('a database for a test', (open) => {
  let shared: TestDatabase;
  beforeAll(async () => {
    shared = await open();
    opened.push(shared);
    await shared.owner.query('CREATE TABLE notes (body text)');
  });

  test('a database opened by the suite remains open for its tests', async () => {
    expect((await shared.owner.query('SELECT * FROM notes')).rows).toEqual([]);
  });

  test('a database opened by a test is a different one', async () => {
    const { owner } = await open();
    await expect(owner.query('SELECT * FROM notes')).rejects.toMatchObject({ code: '42P01' });
    expect((await shared.owner.query('SELECT * FROM notes')).rows).toEqual([]);
  });
});

describe('a file’s database', () => {
  let ofTheFile: TestDatabase;
  beforeAll(async () => {
    ofTheFile = await openEmbedded({ empty: true });
  });

  test('a hook of a file can also open its database', async () => {
    expect((await ofTheFile.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('the end of a suite', () => {
  test('the suite’s databases are closed and their folders removed', async () => {
    expect(opened.length).toBeGreaterThan(0);
    for (const { pool, location } of opened) {
      expect(pool.ended).toBe(true);
      expect(location.dataDir !== '' && existsSync(location.dataDir)).toBe(false);
    }
  });
});
