import type pg from 'pg';
import type { Database } from './database.ts';

export interface Subscription {
  close(): Promise<void>;
}

export interface ListenOptions {
  onMessage: (payload: string) => void;
  /**
   * Called after a lost connection was restored. Messages may have been missed, so check the current state.
   */
  onGap: () => void;
  report?: (error: Error) => void;
}

const RECONNECT_FIRST_MS = 250;
const RECONNECT_MOST_MS = 10_000;
const ALIVE_EVERY_MS = 15_000;

/**
 * Listens for NOTIFY messages from all instances on a channel. A dedicated connection is kept alive, and
 * restored if it is lost. A notification is only a hint, so nothing may depend on receiving it. Does not work
 * through a pooler that shares sessions (PgBouncer in transaction mode), so DATABASE_URL must bypass such a
 * pooler.
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
  // Without this query, a silently lost connection would not be noticed.
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
