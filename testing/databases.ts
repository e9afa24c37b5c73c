import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Kysely } from 'kysely';
import { openDatabase, queriesOver } from '#server/db/database.ts';
import type { Database, DatabaseOptions } from '#server/db/database.ts';
import type { Schema } from '#server/db/schema.ts';
import { atTheEnd, endSince, registeredSoFar } from './at-the-end.ts';
import { prepare } from './database-templates.ts';
import { longRun } from './long-run.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { DatabaseAnswer, DatabaseRequest } from './vitest-global-setup.ts';

export interface TestDatabase extends Database {
  /** As the owner of the tables, who may do on a server what the product may not. */
  ownerDb: Kysely<Schema>;
  /** With this another process, or this one after close, opens the same database. */
  location: Pick<DatabaseOptions, 'databaseUrl' | 'dataDir'>;
}

/** Opens a fresh migrated database; it is closed and removed with the test, suite or file that opened it. */
export type OpenTestDatabase = (options?: {
  /** Without any migration. */ empty?: boolean;
}) => Promise<TestDatabase>;

/**
 * The same tests on the embedded database and on a PostgreSQL server, for what engines do each in their own way:
 * locks, races, limits, sorting, jobs, notifications, guards in the tables. Without PostgreSQL on this machine its
 * half is skipped, or fails where CI is set.
 *
 *     describeOnEveryDatabase('accounts', (open) => {
 *       test('…', async () => { const { db } = await open(); … });
 *     });
 */
export function describeOnEveryDatabase(name: string, tests: (open: OpenTestDatabase) => void): void {
  describeOnEmbedded(name, tests);
  describeOnServer(name, tests);
}

/**
 * Tests that ask nothing of an engine that `describeOnEveryDatabase` has not asked. `npm test` runs them on one,
 * the PostgreSQL server; on the embedded database where there is no server.
 * `npm run test:long` runs them on both.
 */
export function describeOnOneDatabase(name: string, tests: (open: OpenTestDatabase) => void): void {
  if (longRun) describeOnEveryDatabase(name, tests);
  else if (inject('hasPostgres')) describeOnServer(name, tests);
  else describeOnEmbedded(name, tests);
}

function describeOnEmbedded(name: string, tests: (open: OpenTestDatabase) => void): void {
  describe(`${name} (embedded database)`, () => closedWithTheSuite(tests, openEmbeddedOne));
}

/** For what only a server can do: several instances, several sessions, lost connections. */
export function describeOnServer(name: string, tests: (open: OpenTestDatabase) => void): void {
  const absent = 'PostgreSQL is not installed here, so its half of the tests does not run.';
  const title = `${name} (PostgreSQL server)`;
  if (inject('hasPostgres')) describe(title, () => closedWithTheSuite(tests, openServerOne));
  else if (process.env['CI']) test(title, () => expect.fail(absent));
  else describe.skip(`${title}: ${absent}`, () => tests(openServerOne));
}

/** Whatever hooks of the suite have opened ends with the suite, and not only with its file. */
function closedWithTheSuite(tests: (open: OpenTestDatabase) => void, open: OpenTestDatabase): void {
  let before = 0;
  beforeAll(() => void (before = registeredSoFar()));
  afterAll(() => endSince(before));
  tests(open);
}

/** In a cluster as the embedded database is; one with a folder of its own: `openEmbedded`. */
const openEmbeddedOne: OpenTestDatabase = async ({ empty = false } = {}) =>
  open({ databaseUrl: await ask({ kind: 'embedded', empty }), dataDir: '' });

const openServerOne: OpenTestDatabase = async ({ empty = false } = {}) =>
  open({ databaseUrl: await ask({ kind: 'postgres', empty }), dataDir: '' });

/** The embedded database in a folder of its own. */
export const openEmbedded: OpenTestDatabase = async ({ empty = false } = {}) => {
  const database = await open({ dataDir: temporaryFolder() });
  if (!empty) await prepare(database);
  return database;
};

/** The cheaper one of those that are here. */
export const openOneDatabase: OpenTestDatabase = (options) =>
  (inject('hasPostgres') ? openServerOne : openEmbeddedOne)(options);

async function open(location: TestDatabase['location']): Promise<TestDatabase> {
  const database = await openDatabase(location);
  atTheEnd(() => database.close());
  return { ...database, ownerDb: queriesOver(database.owner), location };
}

async function ask(request: DatabaseRequest): Promise<string> {
  const socket = connect(inject('databasesSocket'));
  socket.end(JSON.stringify(request));
  const answer = JSON.parse(await text(socket)) as DatabaseAnswer;
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.made;
}
