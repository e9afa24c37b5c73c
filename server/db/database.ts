import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { DirectoryTakenError, takeSingleOwnerLock } from './embedded/single-owner-lock.ts';
import { runningIn, runningUrl, startPostgres } from './embedded/start-postgres.ts';
import { JsonColumnsPlugin } from './json-columns.ts';
import { refuseUnsafeServer } from './refuse-unsafe-server.ts';
import { grantToRunningRole, openRunningRole } from './running-role.ts';
import { jsonColumns } from './schema.ts';
import type { Schema } from './schema.ts';
import { valueParsers } from './value-parsers.ts';

export interface Database {
  kind: 'embedded' | 'postgres';
  db: Kysely<Schema>;
  /** The pool below `db`, for what is not a query: LISTEN, the job queue. */
  pool: pg.Pool;
  /** For what makes tables, at the start: migrations, the job queue's own. */
  owner: pg.Pool;
  /** True where `db` and `pool` may not do what `owner` may: where there is a running role (running-role.ts). */
  hasRunningRole: boolean;
  /** Gives the running role its rights on tables that `owner` has made. */
  grant(): Promise<void>;
  /** A connection of its own, outside of the pool; the caller ends it. */
  connect(): Promise<pg.Client>;
  /** True when no other process can be using this database (the embedded one, which is locked). */
  ownedAlone: boolean;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** postgres://… of a PostgreSQL 15 or newer; without it the embedded database is used. */
  databaseUrl?: string | undefined;
  /** The same database as the user who owns its tables, where `databaseUrl` is of one who does not. */
  ownerUrl?: string | undefined;
  /** The embedded database lives in `<dataDir>/postgres`. */
  dataDir: string;
  /** Told of errors of idle connections; nobody waits for them. */
  report?: (error: Error) => void;
  /** Ends the process with a sentence, when the embedded database can no longer be trusted. */
  die?: (reason: string) => void;
}

/**
 * Opens the one database that everything lives in: documents, trail, jobs. It is PostgreSQL in both cases: a server
 * that somebody runs, or one that is started on the data folder and ends with us.
 *
 * Throws an Error with a sentence for the operator: directory taken by another process, written by another
 * PostgreSQL, server too old or set to lose commits (F-13).
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl ? openServer('postgres', options.databaseUrl, options) : openEmbedded(options);
}

async function openServer(
  kind: Database['kind'],
  databaseUrl: string,
  options: DatabaseOptions,
): Promise<Database> {
  const config: pg.PoolConfig = {
    application_name: 'countersign',
    max: 10,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: valueParsers,
  };
  const { ownerUrl } = options;
  // Used at the start and then hardly ever, so its connections are given back at once.
  const ownerConfig = {
    ...config,
    connectionString: ownerUrl ?? databaseUrl,
    max: 2,
    idleTimeoutMillis: 1000,
  };
  const owner = openPool(ownerConfig, options);
  let pool: pg.Pool | undefined;
  try {
    await refuseUnsafeServer(owner);
    const role = ownerUrl ? undefined : await openRunningRole(owner);
    const settings = { ...(role && { role }), search_path: await schemaOf(owner), ...plain };
    const running = { ...config, connectionString: withSettings(databaseUrl, settings) };
    pool = openPool(running, options);
    const runsAs = ownerUrl ? await userOf(pool) : role;
    const grant = async (): Promise<void> => {
      if (runsAs) await grantToRunningRole(owner, runsAs);
    };
    await grant();
    const close = async (): Promise<void> => void (await Promise.all([pool!.end(), owner.end()]));
    const rights = { owner, hasRunningRole: runsAs !== undefined, grant };
    return assemble(kind, running, pool, { ...rights, close });
  } catch (error) {
    await Promise.all([pool?.end(), owner.end()]);
    throw error;
  }
}

/**
 * Whatever is asked here is answered in milliseconds. Compiling it, or starting workers for it, costs ten and more of them
 * each time, and a large account, of which much is expected to be read, would be slow by that alone.
 */
const plain = { jit: 'off', max_parallel_workers_per_gather: '0' };

/** Each connection has them before its first statement. The options that stand in the address stay. */
function withSettings(databaseUrl: string, settings: Readonly<Record<string, string>>): string {
  const url = new URL(databaseUrl);
  const given = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, '\\$&')}`,
  );
  const own = url.searchParams.get('options');
  url.searchParams.set('options', [...(own ? [own] : []), ...given].join(' '));
  return url.href;
}

/** Where the owner's tables are, since the search path of another user may lead elsewhere. */
async function schemaOf(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('SELECT quote_ident(current_schema()) AS name');
  return rows[0]!.name;
}

async function userOf(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_user AS name');
  return rows[0]?.name;
}

/**
 * As openDatabase; an embedded database that a server is using is reached beside it, so that what only reads need not
 * stop it. Such a database is not owned alone. Nothing may be migrated by this.
 */
export async function openBeside(options: DatabaseOptions): Promise<Database> {
  try {
    return await openDatabase(options);
  } catch (error) {
    const directory = join(options.dataDir, 'postgres');
    const url = error instanceof DirectoryTakenError ? runningUrl(directory) : undefined;
    if (!url) throw error;
    const database = await openServer('embedded', url(databaseName), options).catch((problem: Error) => {
      throw isOutOfReach(problem) ? notReached(options.dataDir, runningIn(directory) ?? '') : problem;
    });
    return { ...database, ownedAlone: false };
  }
}

const isOutOfReach = ({ code }: Error & { code?: unknown }): boolean =>
  code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'EACCES';

function notReached(dataDir: string, socketFolder: string): Error {
  return new Error(
    `A server is using ${dataDir}, and its database is not reached at ${socketFolder} from here. If it is just ` +
      `starting or stopping, try again. Otherwise run this as its user, and where it sees the same folders as the ` +
      `server (in its container, say), or stop the server first.`,
  );
}

/** The database of the product in the embedded cluster. */
const databaseName = 'countersign';

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  refuseFolderOfEarlierEngine(options.dataDir);
  refuseMoved(options.dataDir);
  const lock = await takeSingleOwnerLock(options.dataDir);
  try {
    const die = options.die ?? endProcess;
    const postgres = await startPostgres(join(options.dataDir, 'postgres'), { die });
    try {
      await makeDatabase(postgres.url('postgres'));
      const database = await openServer('embedded', postgres.url(databaseName), options);
      const close = async (): Promise<void> => {
        await database.close();
        await postgres.stop();
        await lock.release();
      };
      return { ...database, close: once(close) };
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function makeDatabase(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client(maintenanceUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}

/** Nothing had been released when the engine changed (docs/decisions/0020), so there is nothing that reads them. */
function refuseFolderOfEarlierEngine(dataDir: string): void {
  const earlier = join(dataDir, 'database');
  if (!existsSync(earlier)) return;
  throw new Error(
    `${earlier} was written by a version of Countersign from before its first release, and cannot be read. ` +
      `Move it away, or set DATA_DIR to another place.`,
  );
}

/** After the move an empty database here would be taken for the one that everything was in. */
function refuseMoved(dataDir: string): void {
  const moved = join(dataDir, 'postgres.moved');
  if (!existsSync(moved) || existsSync(join(dataDir, 'postgres'))) return;
  throw new Error(
    `The database of ${dataDir} was moved to a PostgreSQL server (npm run move): set DATABASE_URL to it. ` +
      `To begin with an empty database here, set DATA_DIR to another place.`,
  );
}

const once = (act: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
};

function assemble(
  kind: Database['kind'],
  config: pg.ClientConfig,
  pool: pg.Pool,
  own: Pick<Database, 'owner' | 'hasRunningRole' | 'grant' | 'close'>,
): Database {
  return {
    kind,
    ownedAlone: kind === 'embedded',
    db: queriesOver(pool),
    pool,
    async connect() {
      const client = new pg.Client(config);
      // A server that ends the connection in the breath in which it made it would end the process (F-11).
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    owner: own.owner,
    hasRunningRole: own.hasRunningRole,
    grant: own.grant,
    close: once(own.close),
  };
}

/** The queries of the product, over connections of a pool. */
export function queriesOver(pool: pg.Pool): Kysely<Schema> {
  const dialect = new PostgresDialect({ pool });
  return new Kysely<Schema>({ dialect, plugins: [new JsonColumnsPlugin(jsonColumns)] });
}

function openPool(config: pg.PoolConfig, options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool(config);
  const report = options.report ?? writeError;
  // A pool that ends does not wait for its connections, which the embedded database may then end first.
  pool.on('error', (error) => void (pool.ending || report(error)));
  // The pool listens to idle connections only. A server that ends a connection between two statements of a
  // transaction would crash the process with an unheard 'error'; its next query fails anyway (F-11).
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function writeError(error: Error): void {
  process.stderr.write(`database: ${error.message}\n`);
}

function endProcess(reason: string): never {
  process.stderr.write(`${reason} Countersign ends now; start it again, nothing acknowledged is lost.\n`);
  process.exit(70); // EX_SOFTWARE
}
