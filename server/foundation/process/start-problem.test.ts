import { expect, test } from 'vitest';
import { openDatabase } from '#server/foundation/db/database.ts';
import { freePort } from '#testing/servers/free-port.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { asProblem, statusOf } from './start-problem.ts';

test('exit codes request a restart if the database is not up yet, but not for wrong settings', async () => {
  const databaseUrl = `postgres://a:b@127.0.0.1:${await freePort()}/c`;
  const opened = await openDatabase({ databaseUrl, dataDir: temporaryFolder() }).catch(asProblem);
  expect(opened).toMatchObject({ problem: expect.stringContaining('ECONNREFUSED') as string, passing: true });
  expect(statusOf(opened as never)).toBe(75);
});

test.each([
  [{ code: '57P03', message: 'the database system is starting up' }, 75],
  [{ code: 'EADDRINUSE', message: 'listen EADDRINUSE: address already in use' }, 75],
  [{ code: 'EADDRNOTAVAIL', message: 'listen EADDRNOTAVAIL: address not available' }, 75],
  [{ message: 'timeout expired' }, 75],
  [{ code: '28P01', message: 'password authentication failed for user "a"' }, 78],
  [{ code: '3D000', message: 'database "c" does not exist' }, 78],
  [{ message: 'The database has the shape of a newer version.' }, 78],
] as const)('the exit code of %j is %i', (error, status) => {
  expect(statusOf(asProblem(Object.assign(new Error(error.message), error)))).toBe(status);
});
