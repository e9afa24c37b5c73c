import { once } from 'node:events';
import pg from 'pg';

/**
 * A connection pooler between this process and PostgreSQL. With `session`, each connection to the pooler
 * keeps its PostgreSQL connection while it is open. With `transaction`, each transaction may get a different
 * one.
 */
export type Pooler = 'none' | 'session' | 'transaction';

/**
 * Milliseconds within which PostgreSQL must deliver a notification. A pooler in transaction mode never
 * delivers it.
 */
const maxNotificationMs = 5_000;

/**
 * Connects without any settings, since a pooler refuses them at the start of a connection. @throws if the
 * connection fails
 */
export async function findPooler(databaseUrl: string): Promise<Pooler> {
  const first = await connect(databaseUrl);
  try {
    const backend = await backendOf(first);
    // For canceling a query, a pooler returns an invented process id instead of PostgreSQL's.
    if ((first as unknown as { processID: number | null }).processID === backend) return 'none';
    const second = await connect(databaseUrl);
    try {
      if ((await backendOf(second)) === backend) return 'transaction';
      return (await hears(first, second)) ? 'session' : 'transaction';
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'countersign',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

async function hears(listener: pg.Client, speaker: pg.Client): Promise<boolean> {
  const arrival = once(listener, 'notification', { signal: AbortSignal.timeout(maxNotificationMs) }).then(
    () => true,
    () => false,
  );
  await listener.query('LISTEN countersign_pooler');
  await speaker.query('NOTIFY countersign_pooler');
  const answer = await arrival;
  await listener.query('UNLISTEN countersign_pooler');
  return answer;
}
