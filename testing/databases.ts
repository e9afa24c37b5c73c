import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Kysely } from 'kysely';
import { openDatabase, queriesOver } from '#server/db/database.ts';
import type { Database, DatabaseOptions } from '#server/db/database.ts';
import type { Schema } from '#server/db/schema.ts';
import { atTheEndOfTheFile } from './at-the-end.ts';
import { prepare } from './database-templates.ts';
import { longRun } from './long-run.ts';
import type { DatabaseAnswer, DatabaseRequest } from './vitest-global-setup.ts';

export interface TestDatabase extends Database {
  /** As the owner of the tables, who may do on a server what the product may not. */
  ownerDb: Kysely<Schema>;
  /** With this another process, or this one after close, opens the same database. */
  location: Pick<DatabaseOptions, 'databaseUrl' | 'dataDir'>;
}

/** Opens a fresh migrated database; it is closed and removed with the test, or the suite, that opened it. */
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
  describe(`${name} (embedded database)`, () => tests(closedWithTheSuite(openEmbeddedIn)));
}

/** For what only a server can do: several instances, several sessions, lost connections. */
export function describeOnServer(name: string, tests: (open: OpenTestDatabase) => void): void {
  const absent = 'PostgreSQL is not installed here, so its half of the tests does not run.';
  if (inject('hasPostgres'))
    describe(`${name} (PostgreSQL server)`, () => tests(closedWithTheSuite(openServerIn)));
  else if (process.env['CI']) test(`${name} (PostgreSQL server)`, () => expect.fail(absent));
  else describe.skip(`${name} (PostgreSQL server): ${absent}`, () => tests(closedWithTheSuite(openServerIn)));
}

/** Registers what is to be done at the end; later first, so that a database closes before its folder goes. */
type AtTheEnd = (work: () => Promise<void>) => void;
type OpenIn = (atTheEnd: AtTheEnd, options?: { empty?: boolean }) => Promise<TestDatabase>;

/** In a cluster as the embedded database is; one with a folder of its own: `openEmbedded`. */
const openEmbeddedIn: OpenIn = async (atTheEnd, { empty = false } = {}) => {
  const databaseUrl = await ask({ kind: 'embedded', empty });
  return open({ databaseUrl, dataDir: '' }, atTheEnd);
};

const openServerIn: OpenIn = async (atTheEnd, { empty = false } = {}) => {
  const databaseUrl = await ask({ kind: 'postgres', empty });
  return open({ databaseUrl, dataDir: '' }, atTheEnd);
};

const openFolderIn: OpenIn = async (atTheEnd, { empty = false } = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-data-'));
  atTheEnd(() => rm(dataDir, { recursive: true, force: true }));
  const database = await open({ dataDir }, atTheEnd);
  if (!empty) await prepare(database);
  return database;
};

async function open(location: TestDatabase['location'], atTheEnd: AtTheEnd): Promise<TestDatabase> {
  const database = await openDatabase(location);
  atTheEnd(() => database.close());
  return { ...database, ownerDb: queriesOver(database.owner), location };
}

/** A database of a test ends with the test, one of a hook of the suite ends with the suite. */
function closedWithTheSuite(openIn: OpenIn): OpenTestDatabase {
  const works: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const work of works.reverse()) await work();
  });
  return (options) =>
    openIn(
      withTheTestOr((work) => void works.push(work)),
      options,
    );
}

/** The same for what no suite stands around. */
function closedWithTheFile(openIn: OpenIn): OpenTestDatabase {
  return (options) => openIn(withTheTestOr(atTheEndOfTheFile), options);
}

/** At the end of the test that is running; outside of one, `otherwise`. */
function withTheTestOr(otherwise: AtTheEnd): AtTheEnd {
  return (work) => {
    try {
      onTestFinished(work);
    } catch {
      otherwise(work);
    }
  };
}

async function ask(request: DatabaseRequest): Promise<string> {
  const socket = connect(inject('databasesSocket'));
  socket.end(JSON.stringify(request));
  const answer = JSON.parse(await text(socket)) as DatabaseAnswer;
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.made;
}

/** The embedded database in a folder of its own, for the test, or the file, that opens it. */
export const openEmbedded: OpenTestDatabase = closedWithTheFile(openFolderIn);

/** The cheaper one of those that are here, for the test, or the file, that opens it. */
export const openOneDatabase: OpenTestDatabase = closedWithTheFile((...parts) =>
  (inject('hasPostgres') ? openServerIn : openEmbeddedIn)(...parts),
);
