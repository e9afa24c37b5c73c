import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/foundation/db/database.ts';
import type { Database } from '#server/foundation/db/database.ts';
import { startPostgres as startEmbeddedPostgres } from '#server/foundation/db/embedded/start-postgres.ts';
import { migrate } from '#server/foundation/db/migrate.ts';
import { openJobQueue } from '#server/foundation/jobs/job-queue.ts';
import { findPostgres, runStatement, runStatements, startPostgres } from './postgres.ts';
import type { PostgresCluster } from './postgres.ts';

/**
 * Creates databases for test files. The test run provides it, and each template is made on the first request.
 */
export interface DatabaseTemplates {
  /**
   * Returns the URL of a new migrated (or empty) database in a cluster with the settings of the embedded
   * database.
   */
  embedded(empty: boolean): Promise<string>;
  /** Returns the URL of a new migrated (or empty) database in this machine's temporary PostgreSQL. */
  postgres(empty: boolean): Promise<string>;
  /** Returns a summary line for the end of the run; undefined if no database was requested. */
  summary(): string | undefined;
  stop(): Promise<void>;
}

const TEMPLATE = 'countersign_template';

export function databaseTemplates(): DatabaseTemplates {
  const clusters = new Map<string, Promise<PostgresCluster>>();
  let databases = 0;
  const create = async (kind: keyof typeof starts, empty: boolean): Promise<string> => {
    const cluster = clusters.get(kind) ?? withTemplate(starts[kind]);
    clusters.set(kind, cluster);
    const { url } = await cluster;
    const name = `test_${(databases += 1)}`;
    // Copying files takes a third of the time of writing each page to the log.
    const from = empty ? 'template0' : TEMPLATE;
    await runStatements(
      url('postgres'),
      `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`,
      // The template already grants rights on its tables to the role that the product would create.
      ...(empty ? [] : [`CREATE ROLE ${name}_app NOLOGIN IN ROLE ${TEMPLATE}_app`]),
    );
    return url(name);
  };
  return {
    embedded: (empty) => create('embedded', empty),
    postgres: (empty) => create('PostgreSQL server', empty),
    summary() {
      const ran = [...clusters.keys()].join(', ');
      if (!ran) return undefined;
      return findPostgres()
        ? `Databases tested: ${ran}.`
        : `Databases tested: ${ran}; PostgreSQL is not installed here.`;
    },
    stop: async () => void (await Promise.all([...clusters.values()].map(async (one) => (await one).stop()))),
  };
}

const starts = {
  embedded: startEmbedded,
  'PostgreSQL server': async (): Promise<PostgresCluster> => {
    const binaries = findPostgres();
    if (!binaries) throw new Error('PostgreSQL is not installed here.');
    return startPostgres(binaries);
  },
};

/** Started like the product's database, but with many databases instead of one. */
async function startEmbedded(): Promise<PostgresCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-embedded-'));
  const cluster = await startEmbeddedPostgres(join(folder, 'postgres'), {
    die: (reason) => process.stderr.write(`${reason}\n`),
    more: { max_connections: '200', autovacuum: 'off' },
  });
  return {
    url: cluster.url,
    async stop() {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function withTemplate(start: () => Promise<PostgresCluster>): Promise<PostgresCluster> {
  const cluster = await start();
  await runStatement(cluster.url('postgres'), `CREATE DATABASE ${TEMPLATE}`);
  const database = await openDatabase({ databaseUrl: cluster.url(TEMPLATE), dataDir: '' });
  await prepare(database);
  await database.close();
  return cluster;
}

/**
 * Prepares the state after a server's first start: the product's tables, and the job queue's tables and
 * queues.
 */
export async function prepare(database: Database): Promise<void> {
  await migrate(database.owner);
  await database.grant();
  await (await openJobQueue(database)).stop();
}
