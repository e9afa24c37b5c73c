import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Kysely } from 'kysely';
import { openDatabase, queriesOver } from '#server/foundation/db/database.ts';
import type { Database, DatabaseOptions } from '#server/foundation/db/database.ts';
import type { Schema } from '#server/foundation/db/schema.ts';
import { onTeardown, endSince, registeredSoFar } from './at-the-end.ts';
import { prepare } from './database-templates.ts';
import { longRun } from './long-run.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { DatabaseAnswer, DatabaseRequest } from './vitest/vitest-global-setup.ts';

export interface TestDatabase extends Database {
  /** Connection as the owner of the tables, who has more rights on a server than the product. */
  ownerDb: Kysely<Schema>;
  /** Location for opening the same database in another process, or in this one after `close`. */
  location: Pick<DatabaseOptions, 'databaseUrl' | 'dataDir'>;
}

/**
 * Opens a new migrated database. It is closed and removed at the end of the test, suite or file that opened
 * it.
 */
export type OpenTestDatabase = (options?: {
  /** True for a database without any migration. */ empty?: boolean;
}) => Promise<TestDatabase>;

/**
 * Runs the same tests on the embedded database and on a PostgreSQL server, for behavior that differs between
 * engines: locks, races, limits, sorting, jobs, notifications, table guards. Without PostgreSQL on this
 * machine, that half is skipped, or fails in CI.
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
 * Runs tests for which the engines do not differ, or differ only in ways that `describeOnEveryDatabase`
 * already covers. `npm test` runs them on the PostgreSQL server, or on the embedded database if there is no
 * server. `npm run test:long` runs them on both.
 */
export function describeOnOneDatabase(name: string, tests: (open: OpenTestDatabase) => void): void {
  if (longRun) describeOnEveryDatabase(name, tests);
  else if (inject('hasPostgres')) describeOnServer(name, tests);
  else describeOnEmbedded(name, tests);
}

function describeOnEmbedded(name: string, tests: (open: OpenTestDatabase) => void): void {
  describe(`${name} (embedded database)`, () => closedWithTheSuite(tests, openEmbeddedOne));
}

/** For features that only a server has: several instances, several sessions, lost connections. */
export function describeOnServer(name: string, tests: (open: OpenTestDatabase) => void): void {
  const absent = 'PostgreSQL is not installed here, so its half of the tests does not run.';
  const title = `${name} (PostgreSQL server)`;
  if (inject('hasPostgres')) describe(title, () => closedWithTheSuite(tests, openServerOne));
  else if (process.env['CI']) test(title, () => expect.fail(absent));
  else describe.skip(`${title}: ${absent}`, () => tests(openServerOne));
}

/** Databases opened in the suite's hooks are closed at the end of the suite, not of its file. */
function closedWithTheSuite(tests: (open: OpenTestDatabase) => void, open: OpenTestDatabase): void {
  let before = 0;
  beforeAll(() => void (before = registeredSoFar()));
  afterAll(() => endSince(before));
  tests(open);
}

/** Opens a database in a shared cluster with the settings of the embedded database. */
const openEmbeddedOne: OpenTestDatabase = async ({ empty = false } = {}) =>
  open({ databaseUrl: await ask({ kind: 'embedded', empty }), dataDir: '' });

const openServerOne: OpenTestDatabase = async ({ empty = false } = {}) =>
  open({ databaseUrl: await ask({ kind: 'postgres', empty }), dataDir: '' });

/** Opens the embedded database in a separate folder. */
export const openEmbedded: OpenTestDatabase = async ({ empty = false } = {}) => {
  const database = await open({ dataDir: temporaryFolder() });
  if (!empty) await prepare(database);
  return database;
};

/** Opens whichever available database costs less. */
export const openOneDatabase: OpenTestDatabase = (options) =>
  (inject('hasPostgres') ? openServerOne : openEmbeddedOne)(options);

async function open(location: TestDatabase['location']): Promise<TestDatabase> {
  const database = await openDatabase(location);
  onTeardown(() => database.close());
  return { ...database, ownerDb: queriesOver(database.owner), location };
}

async function ask(request: DatabaseRequest): Promise<string> {
  const socket = connect(inject('databasesSocket'));
  socket.end(JSON.stringify(request));
  const answer = JSON.parse(await text(socket)) as DatabaseAnswer;
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.made;
}
