import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { formatSource } from '#testing/format-source.ts';
import { describeOnEveryDatabase, describeOnServer } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openDatabase } from './database.ts';
import { describeSchema } from './describe-schema.ts';
import { migrate, readMigrations, refuseOtherShape } from './migrate.ts';

describeOnEveryDatabase('migrations', (open) => {
  test('all migrations run once on an empty database', async () => {
    const { owner: pool } = await open({ empty: true });
    const names = (await readMigrations()).map(({ name }) => name);
    expect(await migrate(pool)).toEqual(names);
    expect(await migrate(pool)).toEqual([]);
  });

  test('new migrations run in the order of their names', async () => {
    const { owner: pool } = await open({ empty: true });
    const folder = await migrationsFolder({
      '0002-letters-get-a-date.sql': 'ALTER TABLE letters ADD COLUMN sent_at timestamptz;',
      '0001-letters.sql': 'CREATE TABLE letters (id int); INSERT INTO letters VALUES (1);',
      'notes.txt': 'no migration',
    });
    expect(await migrate(pool, folder)).toEqual(['0001-letters.sql', '0002-letters-get-a-date.sql']);
    await writeFile(join(folder, '0003-more.sql'), 'INSERT INTO letters VALUES (2);');
    expect(await migrate(pool, folder)).toEqual(['0003-more.sql']);
    expect((await pool.query('SELECT id FROM letters ORDER BY id')).rows).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('a failing migration rolls back the others, and the pool remains usable', async () => {
    const { owner: pool } = await open({ empty: true });
    const folder = await migrationsFolder({
      '0001-letters.sql': 'CREATE TABLE letters (id int);',
      '0002-broken.sql': 'CREATE TABLE stamps (id int); SELECT * FROM no_such_table;',
    });
    await expect(migrate(pool, folder)).rejects.toMatchObject({ code: '42P01' });
    const { rows } = await pool.query(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    expect(rows).toEqual([]);
  });

  test('rejects a modified migration and a database from a newer version', async () => {
    const { owner: pool } = await open({ empty: true });
    const folder = await migrationsFolder({ '0001-letters.sql': 'CREATE TABLE letters (id int);' });
    await migrate(pool, folder);
    await writeFile(join(folder, '0001-letters.sql'), 'CREATE TABLE letters (id bigint);');
    await expect(migrate(pool, folder)).rejects.toThrow('0001-letters.sql was changed after it had run');
    await rm(join(folder, '0001-letters.sql'));
    await expect(migrate(pool, folder)).rejects.toThrow('The database is newer than this program');
  });

  test('read-only commands report an empty or outdated database', async () => {
    const { owner: pool } = await open({ empty: true });
    await expect(refuseOtherShape(pool)).rejects.toThrow('it contains no Countersign data');
    const names = (await readMigrations()).map(({ name }) => name);
    await migrate(pool, undefined, new Set(names.slice(0, -1)));
    await expect(refuseOtherShape(pool)).rejects.toThrow('Start this version on it once');
    await migrate(pool);
    await refuseOtherShape(pool);
    await pool.query("INSERT INTO migrations (name, sha256) VALUES ('9999-later.sql', '')");
    await expect(refuseOtherShape(pool)).rejects.toThrow('newer than this program');
  });

  test('a database from before the first release is rejected with one sentence and not changed', async () => {
    const { owner: pool } = await open({ empty: true });
    const folder = await migrationsFolder({ '0001-foundation.sql': 'CREATE TABLE accounts (id uuid);' });
    await migrate(pool, folder);
    await expect(migrate(pool)).rejects.toThrow(/from before the first release.*Move the data folder away/);
    const { rows } = await pool.query('SELECT name FROM migrations');
    expect(rows).toEqual([{ name: '0001-foundation.sql' }]);
  });

  test('schema.ts matches the migrated database', async () => {
    const { owner: pool } = await open();
    const path = fileURLToPath(new URL('./schema.ts', import.meta.url));
    const source = await formatSource(path, await describeSchema(pool));
    expect(await readFile(path, 'utf8'), 'Run scripts/generate-schema.ts').toBe(source);
  });

  test('generating types fails for a column type without a mapping', async () => {
    const { owner: pool } = await open({ empty: true });
    await pool.query('CREATE TABLE letters (tags text[])');
    await expect(describeSchema(pool)).rejects.toThrow('letters.tags is of type ARRAY');
  });
});

describeOnServer('several instances', (open) => {
  test('of several instances starting at the same time, one migrates, and all of them start', async () => {
    const first = await open({ empty: true });
    const others = await Promise.all([1, 2, 3].map(() => openDatabase(first.location)));
    onTestFinished(async () => void (await Promise.all(others.map((other) => other.close()))));
    const ran = await Promise.all([first, ...others].map(({ owner }) => migrate(owner)));
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
  });
});

async function migrationsFolder(files: Record<string, string>): Promise<string> {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}
