import { expect, onTestFinished, test } from 'vitest';
import { describeOnServer } from '#testing/databases.ts';
import { startPooler } from '#testing/servers/pooler.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openDatabase } from './database.ts';
import { findPooler } from './find-pooler.ts';

describeOnServer('PostgreSQL behind a pooler', (open) => {
  test('a pooler is distinguished from PostgreSQL itself, and its pooling mode is detected', async () => {
    const { databaseUrl } = (await open()).location;
    expect(await findPooler(databaseUrl!)).toBe('none');
    expect(await findPooler(await startPooler(databaseUrl!, 'session'))).toBe('session');
    expect(await findPooler(await startPooler(databaseUrl!, 'transaction'))).toBe('transaction');
  });

  test('a pooler is refused with a reason if transactions share connections', async () => {
    const { databaseUrl } = (await open()).location;
    const options = {
      databaseUrl: await startPooler(databaseUrl!, 'transaction'),
      dataDir: temporaryFolder(),
    };
    await expect(openDatabase(options)).rejects.toThrow(/^DATABASE_URL: a pooler .*pool_mode = session/);
  });

  test('a pooler works if each session has its own connection, with the same rights and settings', async () => {
    const direct = await open();
    const databaseUrl = await startPooler(direct.location.databaseUrl!, 'session');
    const database = await openDatabase({ databaseUrl, dataDir: temporaryFolder() });
    onTestFinished(() => database.close());
    const settings = `SELECT current_user AS role, current_setting('search_path') AS path, current_setting('jit') AS jit,
      current_setting('idle_in_transaction_session_timeout') AS idle`;
    const wanted = (await direct.pool.query(settings)).rows;
    expect((await database.pool.query(settings)).rows).toEqual(wanted);
    const client = await database.connect();
    onTestFinished(() => client.end());
    expect((await client.query(settings)).rows).toEqual(wanted);
    expect(database.hasRunningRole).toBe(direct.hasRunningRole);
  });
});
