import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeOnServer } from '#testing/databases.ts';
import { longTest } from '#testing/long-test.ts';
import { freePort } from '#testing/servers/free-port.ts';
import { runServer } from '#testing/servers/run-server.ts';
import { s3Credentials, startS3Server } from '#testing/servers/s3-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { isConfigProblem, loadConfig } from './foundation/config/config.ts';
import { openPorts } from './open-ports.ts';
import { findPortProblem, statusOf, type StartProblem } from './foundation/process/start-problem.ts';

/** Returns the startup problem with these settings. Fails if the server would start. */
async function startProblem(settings: Record<string, string>): Promise<StartProblem> {
  const config = loadConfig({ DATA_DIR: temporaryFolder(), ...settings });
  if (isConfigProblem(config)) return config;
  const ports = await openPorts(config);
  if ('problem' in ports) return ports;
  await ports.database.close();
  await ports.pdf.close();
  return expect.fail('It starts.');
}

describeOnServer('startup errors', (open) => {
  longTest(
    'does not start with a different SECRET_KEY on the same database',
    async () => {
      const { location } = await open();
      const on = { DATABASE_URL: location.databaseUrl! };
      const first = await runServer(temporaryFolder(), on);
      expect(first).toMatchObject({ status: undefined });
      const second = await runServer(temporaryFolder(), {
        ...on,
        SECRET_KEY: 'a key for a test of the harbour office',
      });
      expect(second).toMatchObject({
        status: 78,
        output: expect.stringContaining('SECRET_KEY is not') as string,
      });
      const third = await runServer(temporaryFolder(), { ...on, PORT: String(first.port) });
      expect(third).toMatchObject({
        status: 75,
        output: `Countersign cannot start. PORT: another program listens on port ${first.port} of 127.0.0.1 (HOST). Stop it, or set PORT to another port.\n`,
      });
      await first.stop();
    },
    60_000,
  );

  test('the problem names the missing database, but not the password', async () => {
    const { location } = await open();
    const url = new URL(location.databaseUrl!);
    url.pathname = '/no-such-database';
    url.password = 'hunter2';
    const { problem } = await startProblem({ DATABASE_URL: url.href });
    expect(problem).toMatch(/^DATABASE_URL: PostgreSQL at \/.* has no database "no-such-database"/);
    expect(problem).not.toContain('hunter2');
  });

  test('the problem names the table owner that cannot connect to the database', async () => {
    const { location } = await open();
    const port = await freePort();
    const ownerUrl = `postgres://owner:hunter2@127.0.0.1:${port}/harbour`;
    const found = await startProblem({ DATABASE_URL: location.databaseUrl!, DATABASE_OWNER_URL: ownerUrl });
    expect(found.problem).toMatch(
      new RegExp(`^DATABASE_OWNER_URL: PostgreSQL at 127.0.0.1:${port} does not answer .*ECONNREFUSED`),
    );
    expect(found.problem).not.toContain('hunter2');
    expect(statusOf(found)).toBe(75);
  });
});

test('the problem names the unreachable database, but not the password', async () => {
  const port = await freePort();
  const found = await startProblem({ DATABASE_URL: `postgres://ada:hunter2@127.0.0.1:${port}/harbour` });
  expect(found.problem).toMatch(
    new RegExp(`^DATABASE_URL: PostgreSQL at 127.0.0.1:${port} does not answer .*ECONNREFUSED`),
  );
  expect(found.problem).not.toContain('hunter2');
  expect(statusOf(found)).toBe(75);
});

test.each([
  ['SMTP_URL', 'smtps:u:p@h', 78],
  ['SMTP_URL', 'smtps://u:a%40b%@h', 78],
  ['SMTP_URL', 'smtps://u:@h', 78],
  ['DATABASE_URL', 'postgres://u:a%40b%@h/d', 78],
  ['PUBLIC_URL', 'sign.example.org', 78],
  ['PUBLIC_URL', 'https://example.org/sign', 78],
  ['DATA_DIR', '/proc/no-such-folder', 78],
])('%s=%s is rejected, and the problem names the setting', async (name, value, status) => {
  const found = await startProblem({ [name]: value });
  expect(found.problem).toMatch(new RegExp(`^${name}\\b.*\\.$`));
  expect(statusOf(found)).toBe(status);
});

test('the problem names a data folder that is a file or is inside one', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'data'), '');
  for (const path of [join(folder, 'data'), join(folder, 'data', 'below')])
    expect((await startProblem({ DATA_DIR: path })).problem).toMatch(
      /^DATA_DIR: the folder .* \((?:ENOTDIR|EACCES)\)/,
    );
});

test('the problem names an address and port that cannot be opened', async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const at = { setting: 'HEALTH_PORT', host: '127.0.0.1' } as const;
  const busy = await findPortProblem({ ...at, port });
  expect(busy).toEqual({
    problem: expect.stringMatching(
      `^HEALTH_PORT: another program listens on port ${port} of 127.0.0.1`,
    ) as string,
    passing: true,
  });
  expect(await findPortProblem({ ...at, host: '192.0.2.7', port: 0 })).toMatchObject({
    problem: 'HOST: 192.0.2.7 is not an address of this machine (EADDRNOTAVAIL).',
  });
  expect(await findPortProblem({ ...at, port: await freePort() })).toBeUndefined();
});

test('the problem says what is wrong with a bucket', async () => {
  const server = await startS3Server();
  onTestFinished(() => server.stop());
  const settings = {
    S3_ENDPOINT: server.endpoint,
    S3_BUCKET: server.bucket,
    S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
  };
  const { host } = new URL(server.endpoint);
  expect(await startProblem({ ...settings, S3_BUCKET: 'missing' })).toMatchObject({
    problem: `S3_BUCKET: there is no bucket missing at ${host}. Create it, or set another.`,
  });
  expect((await startProblem({ ...settings, S3_SECRET_ACCESS_KEY: 'guessed' })).problem).toMatch(
    /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: .*SignatureDoesNotMatch/,
  );
  server.fail = { status: 503 };
  const down = await startProblem(settings);
  expect([statusOf(down), down.problem]).toEqual([75, expect.stringMatching(/^S3_BUCKET: .*503/)]);
  const port = await freePort();
  const nowhere = await startProblem({ ...settings, S3_ENDPOINT: `http://127.0.0.1:${port}` });
  expect([statusOf(nowhere), nowhere.problem]).toEqual([
    75,
    `S3_ENDPOINT: no store responds at 127.0.0.1:${port} (ECONNREFUSED).`,
  ]);
});
