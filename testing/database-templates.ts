import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { findPostgres, runStatement, startPostgres } from './postgres.ts';
import type { PostgresCluster } from './postgres.ts';

/** What a test file can ask the test run for; made once, on the first request. */
export interface DatabaseTemplates {
  /** A data directory with a migrated (or empty) embedded database, to be copied. */
  embedded(empty: boolean): Promise<string>;
  /** The url of a new migrated (or empty) database of the throw-away PostgreSQL. */
  postgres(empty: boolean): Promise<string>;
  /** One line about what has run, for the end of the run; nothing when no test asked. */
  summary(): string | undefined;
  stop(): Promise<void>;
}

const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
const CACHE = join(PACKAGE, 'node_modules/.cache/countersign-databases');
const ENGINE = 'node_modules/@electric-sql/pglite/package.json';
const JOB_QUEUE = [
  'node_modules/pg-boss/package.json',
  'server/jobs/jobs.ts',
  'server/jobs/job-queue.ts',
  'server/jobs/start-boss.ts',
];
const TEMPLATE = 'countersign_template';

export function databaseTemplates(): DatabaseTemplates {
  const embedded = new Map<boolean, Promise<string>>();
  let cluster: Promise<PostgresCluster> | undefined;
  let databases = 0;
  return {
    embedded(empty) {
      const template = embedded.get(empty) ?? embeddedTemplate(empty);
      embedded.set(empty, template);
      return template;
    },
    async postgres(empty) {
      const { url } = await (cluster ??= clusterWithTemplate());
      const name = `test_${(databases += 1)}`;
      await runStatement(
        url('postgres'),
        `CREATE DATABASE ${name} TEMPLATE ${empty ? 'template0' : TEMPLATE}`,
      );
      return url(name);
    },
    summary() {
      const ran = [embedded.size > 0 && 'embedded', cluster && 'PostgreSQL server']
        .filter(Boolean)
        .join(', ');
      if (!ran) return undefined;
      return findPostgres()
        ? `Databases tested: ${ran}.`
        : `Databases tested: ${ran}; PostgreSQL is not installed here.`;
    },
    stop: async () => (await cluster)?.stop(),
  };
}

async function clusterWithTemplate(): Promise<PostgresCluster> {
  const binaries = findPostgres();
  if (!binaries) throw new Error('PostgreSQL is not installed here.');
  const cluster = await startPostgres(binaries);
  await runStatement(cluster.url('postgres'), `CREATE DATABASE ${TEMPLATE}`);
  const database = await openDatabase({ databaseUrl: cluster.url(TEMPLATE), dataDir: '' });
  await prepare(database);
  await database.close();
  return cluster;
}

/** As a server leaves it that has started once: the tables of the product, of its job queue, and the queues. */
async function prepare(database: Database): Promise<void> {
  await migrate(database.owner);
  await database.grant();
  await (await openJobQueue(database)).stop();
}

/** Made once for each shape of the database and kept between runs: a first start takes some seconds. */
async function embeddedTemplate(empty: boolean): Promise<string> {
  const hash = createHash('sha256');
  const migrations = empty ? [] : await readMigrations();
  for (const { name, sha256 } of migrations) hash.update(`${name} ${sha256}\n`);
  const shapedBy = empty ? [ENGINE] : [ENGINE, ...JOB_QUEUE];
  for (const name of shapedBy) hash.update(await readFile(join(PACKAGE, name)));
  const kind = empty ? 'empty' : 'migrated';
  const template = join(CACHE, kind, hash.digest('hex').slice(0, 16));
  if (existsSync(template)) return template;
  await mkdir(dirname(template), { recursive: true });
  const made = await mkdtemp(`${template}-`);
  const database = await openDatabase({ dataDir: made });
  if (!empty) await prepare(database);
  await database.close();
  await rename(made, template).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(made, { recursive: true }); // another test run was faster
  });
  await forgetOthers(template);
  return template;
}

/** Old shapes only; what another run is just making has a longer name and stays. */
async function forgetOthers(template: string): Promise<void> {
  for (const name of await readdir(dirname(template))) {
    const path = join(dirname(template), name);
    if (path !== template && !name.includes('-')) await rm(path, { recursive: true, force: true });
  }
}
