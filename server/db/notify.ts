import type pg from 'pg';
import type { Database } from './database.ts';

export interface Subscription {
  close(): Promise<void>;
}

export interface ListenOptions {
  onMessage: (payload: string) => void;
  /** Called after the connection was lost and is back: messages may have been missed, look for yourself. */
  onGap: () => void;
  report?: (error: Error) => void;
}

const RECONNECT_FIRST_MS = 250;
const RECONNECT_MOST_MS = 10_000;
const ALIVE_EVERY_MS = 15_000;

/**
 * Hears what any instance says by NOTIFY on a channel, over a connection of its own that is kept alive and
 * made again when it is lost. A notification is a hint and never the only way to learn something.
 * Not for a pooler that shares sessions (PgBouncer in transaction mode); point DATABASE_URL past it.
 */
export async function listen(
  database: Database,
  channel: string,
  options: ListenOptions,
): Promise<Subscription> {
  let closed = false;
  let client: pg.Client | undefined;
  let retryTimer: NodeJS.Timeout | undefined;

  const open = async (): Promise<void> => {
    const fresh = await database.connect();
    const lost = (error?: Error): void => {
      if (client !== fresh) return;
      client = undefined;
      if (error) options.report?.(error);
      fresh.end().catch(() => undefined);
      if (!closed) reopen(RECONNECT_FIRST_MS);
    };
    client = fresh;
    fresh.on('error', lost).on('end', () => lost());
    fresh.on('notification', (message) => {
      if (message.channel === channel) options.onMessage(message.payload ?? '');
    });
    await fresh.query(`LISTEN ${fresh.escapeIdentifier(channel)}`);
  };
  const reopen = (delayMs: number): void => {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => {
      open().then(options.onGap, () => {
        client = undefined;
        if (!closed) reopen(Math.min(delayMs * 2, RECONNECT_MOST_MS));
      });
    }, delayMs);
  };

  await open();
  // A connection that dies without a word is noticed only by using it.
  const alive = setInterval(() => void client?.query('SELECT 1').catch(() => undefined), ALIVE_EVERY_MS);
  alive.unref();
  return {
    async close() {
      closed = true;
      clearInterval(alive);
      clearTimeout(retryTimer);
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
}
