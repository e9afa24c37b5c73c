import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { startMaintenance } from './embedded/maintenance.ts';
import { takeSingleOwnerLock } from './embedded/single-owner-lock.ts';
import { startEngine } from './embedded/start-engine.ts';
import { JsonColumnsPlugin } from './json-columns.ts';
import { refuseUnsafeServer } from './refuse-unsafe-server.ts';
import { jsonColumns } from './schema.ts';
import type { Schema } from './schema.ts';
import { valueParsers } from './value-parsers.ts';

export interface Database {
  kind: 'embedded' | 'postgres';
  db: Kysely<Schema>;
  /** The pool below `db`, for what is not a query: migrations, LISTEN, the job queue. */
  pool: pg.Pool;
  /** A connection of its own, outside of the pool; the caller ends it. */
  connect(): Promise<pg.Client>;
  /** True when no other process can be using this database (the embedded one, which is locked). */
  ownedAlone: boolean;
  /** Times the embedded database has synced to disk since it was opened; 0 for a server, which does its own. */
  syncs(): Promise<number>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** postgres://… of a PostgreSQL 15 or newer; without it the embedded database is used. */
  databaseUrl?: string | undefined;
  /** The embedded database lives in `<dataDir>/database`. */
  dataDir: string;
  /** Told of errors of idle connections and of the maintenance; nobody waits for them. */
  report?: (error: Error) => void;
  /** Ends the process with a sentence, when the embedded database can no longer be trusted. */
  die?: (reason: string) => void;
}

/**
 * Opens the one database that everything lives in: documents, trail, jobs. Both engines speak the same wire
 * protocol to the same driver, so callers cannot tell them apart.
 *
 * Throws an Error with a sentence for the operator: directory taken by another process, written by another
 * PostgreSQL, server too old or set to lose commits (F-13).
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl ? openServer(options.databaseUrl, options) : openEmbedded(options);
}

async function openServer(connectionString: string, options: DatabaseOptions): Promise<Database> {
  const config: pg.PoolConfig = {
    connectionString,
    application_name: 'countersign',
    max: 10,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: valueParsers,
  };
  const pool = openPool(config, options);
  try {
    await refuseUnsafeServer(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return assemble('postgres', config, pool, { syncs: async () => 0, close: () => pool.end() });
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const lock = await takeSingleOwnerLock(options.dataDir);
  try {
    const engine = await startEngine(join(options.dataDir, 'database'), options.die ?? endProcess);
    // More connections would only queue before the one session; idle ones cost nothing.
    const config: pg.PoolConfig = {
      stream: () => engine.connect(),
      ssl: false,
      user: 'postgres',
      password: '',
      database: 'postgres',
      max: 8,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 10_000,
      types: valueParsers,
    };
    const pool = openPool(config, options);
    const maintenance = startMaintenance({ pool, report: options.report ?? writeError });
    const close = async (): Promise<void> => {
      await maintenance.stop();
      await pool.end();
      await engine.close();
      await lock.release();
    };
    return assemble('embedded', config, pool, { syncs: () => engine.syncs(), close });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function assemble(
  kind: Database['kind'],
  config: pg.ClientConfig,
  pool: pg.Pool,
  own: Pick<Database, 'syncs' | 'close'>,
): Database {
  let closed: Promise<void> | undefined;
  return {
    kind,
    ownedAlone: kind === 'embedded',
    db: new Kysely<Schema>({
      dialect: new PostgresDialect({ pool }),
      plugins: [new JsonColumnsPlugin(jsonColumns)],
    }),
    pool,
    async connect() {
      const client = new pg.Client(config);
      await client.connect();
      return client;
    },
    syncs: own.syncs,
    close: () => (closed ??= own.close()),
  };
}

function openPool(config: pg.PoolConfig, options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool(config);
  const report = options.report ?? writeError;
  pool.on('error', report);
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
