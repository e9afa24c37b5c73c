import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { DirectoryInUseError, acquireSingleOwnerLock } from './embedded/single-owner-lock.ts';
import { runningIn, runningUrl, startPostgres } from './embedded/start-postgres.ts';
import { connectionProblem } from './connection-problem.ts';
import { findPooler, type Pooler } from './find-pooler.ts';
import { JsonColumnsPlugin } from './json-columns.ts';
import { refuseUnsafeServer } from './refuse-unsafe-server.ts';
import { grantToRunningRole, openRunningRole } from './running-role.ts';
import { jsonColumns } from './schema.ts';
import type { Schema } from './schema.ts';
import { valueParsers } from './value-parsers.ts';
import { reportLine } from '../process/report-line.ts';

export interface Database {
  kind: 'embedded' | 'postgres';
  db: Kysely<Schema>;
  /** The connection pool behind `db`, for LISTEN and the job queue. */
  pool: pg.Pool;
  /** Pool for creating tables at startup: migrations and the job queue's tables. */
  owner: pg.Pool;
  /** True if `db` and `pool` use a running role with fewer rights than `owner` (running-role.ts). */
  hasRunningRole: boolean;
  /** Grants the running role its rights on the tables that `owner` has created. */
  grant(): Promise<void>;
  /** Opens a dedicated connection outside the pool. The caller must close it. */
  connect(): Promise<pg.Client>;
  /** True if no other process can use this database, as with the embedded one, which is locked. */
  ownedAlone: boolean;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** postgres://… of PostgreSQL 15 or newer. If undefined, the embedded database is used. */
  databaseUrl?: string | undefined;
  /** URL with the user who owns the tables, if that is not the user in `databaseUrl`. */
  ownerUrl?: string | undefined;
  /** The embedded database is in `<dataDir>/postgres`. */
  dataDir: string;
  /** Called for errors of idle connections, which no query would report. */
  report?: (error: Error) => void;
  /** Ends the process with this message when the embedded database is no longer reliable. */
  die?: (reason: string) => void;
}

/**
 * Opens the database for documents, audit trail and jobs. It is always PostgreSQL: an existing server, or one
 * that this process starts on the data folder and stops again.
 * @throws Error with a message for the operator: the directory is in use by another process or was written by
 * another PostgreSQL version, or the server is too old or configured to lose commits (F-13).
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl ? openServer('postgres', options.databaseUrl, options) : openEmbedded(options);
}

async function openServer(
  kind: Database['kind'],
  databaseUrl: string,
  options: DatabaseOptions,
): Promise<Database> {
  const { ownerUrl } = options;
  // The message omits the embedded database's address, which the operator did not configure.
  const reached = (setting: string, url: string): Promise<Pooler> =>
    kind === 'embedded' ? Promise.resolve('none') : reach(setting, url);
  const ownerPooler = await reached(
    ownerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL',
    ownerUrl ?? databaseUrl,
  );
  const pooler = ownerUrl ? await reached('DATABASE_URL', databaseUrl) : ownerPooler;
  // This pool is needed at startup and rarely afterwards, so idle connections are closed immediately.
  const ownerConfig = {
    ...connectionConfig(ownerUrl ?? databaseUrl, {}, ownerPooler),
    max: 2,
    idleTimeoutMillis: 1000,
  };
  const owner = openPool(ownerConfig, options);
  let pool: pg.Pool | undefined;
  try {
    await refuseUnsafeServer(owner);
    const role = ownerUrl ? undefined : await openRunningRole(owner);
    const settings = { ...(role && { role }), search_path: await schemaOf(owner), ...plain };
    const running = connectionConfig(databaseUrl, settings, pooler);
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

/** @throws Error with a message that names the setting */
async function reach(setting: string, url: string): Promise<Pooler> {
  const pooler = await findPooler(url).catch((error: unknown) => {
    throw connectionProblem(error, setting, url);
  });
  if (pooler !== 'transaction') return pooler;
  throw new Error(
    `${setting}: a pooler in front of PostgreSQL gives each transaction a different connection, so notifications, ` +
      `locks and settings of a session are lost. Set pool_mode = session for this database in PgBouncer, or use the ` +
      `address of PostgreSQL itself.`,
  );
}

type ConnectionConfig = Omit<pg.PoolConfig, 'onConnect'> & {
  onConnect?: (client: pg.ClientBase) => Promise<void>;
};

/** A pooler refuses settings at the start of a connection, so they are set by the first statement. */
function connectionConfig(
  url: string,
  settings: Readonly<Record<string, string>>,
  pooler: Pooler,
): ConnectionConfig {
  const config = {
    application_name: 'countersign',
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: valueParsers,
  };
  const idle = 60_000;
  if (pooler === 'none')
    return {
      ...config,
      idle_in_transaction_session_timeout: idle,
      connectionString: Object.keys(settings).length > 0 ? withSettings(url, settings) : url,
    };
  const all = { ...settings, idle_in_transaction_session_timeout: String(idle) };
  return {
    ...config,
    connectionString: url,
    async onConnect(client) {
      await client.query('SELECT set_config(key, value, false) FROM jsonb_each_text($1)', [all]);
    },
  };
}

/**
 * All our queries take milliseconds. JIT compilation and parallel workers would add at least ten to each,
 * especially in large accounts, for which the planner expects many rows.
 */
const plain = { jit: 'off', max_parallel_workers_per_gather: '0' };

/** Applies the settings to each connection before its first statement. Options in the URL are preserved. */
function withSettings(databaseUrl: string, settings: Readonly<Record<string, string>>): string {
  const url = new URL(databaseUrl);
  const given = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, '\\$&')}`,
  );
  const own = url.searchParams.get('options');
  url.searchParams.set('options', [...(own ? [own] : []), ...given].join(' '));
  return url.href;
}

/** The schema of the owner's tables. Another user may have a different search path. */
async function schemaOf(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('SELECT quote_ident(current_schema()) AS name');
  return rows[0]!.name;
}

async function userOf(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_user AS name');
  return rows[0]?.name;
}

/**
 * Like openDatabase, but can also connect to the embedded database of a running server, so that read-only
 * commands work without stopping it. `ownedAlone` is false in that case. Callers must not run migrations.
 */
export async function openSecondConnection(options: DatabaseOptions): Promise<Database> {
  try {
    return await openDatabase(options);
  } catch (error) {
    const directory = join(options.dataDir, 'postgres');
    const url = error instanceof DirectoryInUseError ? runningUrl(directory) : undefined;
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
    `A server is using ${dataDir}, and its database cannot be reached at ${socketFolder} from here. If it is just ` +
      `starting or stopping, try again. Otherwise run this as its user, and with access to the same folders as the ` +
      `server (for example in its container), or stop the server first.`,
  );
}

/** Name of the database in the embedded cluster. */
const databaseName = 'countersign';

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  refuseFolderOfEarlierEngine(options.dataDir);
  refuseMoved(options.dataDir);
  const lock = await acquireSingleOwnerLock(options.dataDir);
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

/**
 * The database engine changed before the first release (docs/decisions/0020), so no version can read the old
 * format.
 */
function refuseFolderOfEarlierEngine(dataDir: string): void {
  const earlier = join(dataDir, 'database');
  if (!existsSync(earlier)) return;
  throw new Error(
    `${earlier} was written by a version from before the first release and cannot be read. ` +
      `Move it away, or set DATA_DIR to another place.`,
  );
}

/** If the data was moved elsewhere, an empty database here could be mistaken for it. */
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
  config: ConnectionConfig,
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
      // A server may close a connection right after accepting it. Without a listener, that error would end
      // the process (F-11).
      client.on('error', () => undefined);
      await client.connect();
      await config.onConnect?.(client);
      return client;
    },
    owner: own.owner,
    hasRunningRole: own.hasRunningRole,
    grant: own.grant,
    close: once(own.close),
  };
}

/** Returns a Kysely instance that uses the pool. */
export function queriesOver(pool: pg.Pool): Kysely<Schema> {
  const dialect = new PostgresDialect({ pool });
  return new Kysely<Schema>({ dialect, plugins: [new JsonColumnsPlugin(jsonColumns)] });
}

function openPool(config: ConnectionConfig, options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool(config);
  const report = options.report ?? writeError;
  // When a pool ends, it does not wait for its connections, so the embedded database may close them first.
  pool.on('error', (error) => void (pool.ending || report(error)));
  // The pool only handles errors of idle connections. Without this listener, the process would crash if a
  // server closed a connection between two statements of a transaction. The next query fails anyway (F-11).
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function writeError(error: Error): void {
  reportLine(`database: ${error.message}`);
}

function endProcess(reason: string): never {
  reportLine(`${reason} Countersign stops now. Start it again; nothing acknowledged is lost.`);
  process.exit(70); // EX_SOFTWARE
}
