import { once } from 'node:events';
import pg from 'pg';

/**
 * A pooler between this process and PostgreSQL. `session`: each connection to it has a connection to PostgreSQL for as
 * long as it is open. `transaction`: it has a different one for each transaction.
 */
export type Pooler = 'none' | 'session' | 'transaction';

/** Milliseconds in which PostgreSQL delivers a notification; with a pooler for transactions it never arrives. */
const maxNotificationMs = 5_000;

/** Connects as simply as possible, since a pooler refuses settings at the start of a connection. @throws where that fails */
export async function findPooler(databaseUrl: string): Promise<Pooler> {
  const first = await connect(databaseUrl);
  try {
    const backend = await backendOf(first);
    // A pooler returns a process id that it invented, for canceling a query.
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
  const heard = once(listener, 'notification', { signal: AbortSignal.timeout(maxNotificationMs) }).then(
    () => true,
    () => false,
  );
  await listener.query('LISTEN countersign_pooler');
  await speaker.query('NOTIFY countersign_pooler');
  const answer = await heard;
  await listener.query('UNLISTEN countersign_pooler');
  return answer;
}
