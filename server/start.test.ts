import { expect, test } from 'vitest';
import { describeOnServer } from '#testing/databases.ts';
import { runServer } from '#testing/run-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const aKey = 'a key for a test of the harbour office';

describeOnServer('a process with another SECRET_KEY', (open) => {
  test('does not start on the same database, and says which setting is wrong', async () => {
    const { location } = await open();
    const on = { DATABASE_URL: location.databaseUrl! };
    const first = await runServer(temporaryFolder(), on);
    expect(first).toMatchObject({ status: undefined });
    const second = await runServer(temporaryFolder(), { ...on, SECRET_KEY: aKey });
    expect(second).toMatchObject({
      status: 78,
      output: expect.stringContaining('SECRET_KEY is not') as string,
    });
    await first.stop();
  });
});
