// The thread that owns the embedded database: one PGlite, reached by messages only.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { prepareDataDirectory } from './data-directory.ts';
import { DurableNodeFS } from './durable-node-fs.ts';
import type { EngineOptions, FromEngine, ToEngine } from './engine-messages.ts';
import { SessionMux } from './session-mux.ts';
import type { Engine } from './session-mux.ts';

const port = parentPort;
if (!port) throw new Error('engine.ts runs in a worker thread only.');
const { directory } = workerData as EngineOptions;

const say = (message: FromEngine, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

try {
  await prepareDataDirectory(directory, async (unfinished) => (await openDurable(unfinished)).pg.close());
  await serve();
} catch (error) {
  say({ type: 'refused', message: error instanceof Error ? error.message : String(error) });
  port.close();
}

async function serve(): Promise<void> {
  const { pg, syncs } = await openDurable(directory);
  const [row] = (await pg.query<{ server_version: string }>('SHOW server_version')).rows;
  const mux = new SessionMux(engineOn(pg, row?.server_version ?? ''), {
    send(connection, bytes) {
      const own = new Uint8Array(bytes); // a copy, because the buffer is handed over to the other thread
      say({ type: 'data', connection, bytes: own }, [own.buffer]);
    },
    end: (connection) => say({ type: 'end', connection }),
    panic: (message) => say({ type: 'panic', message }),
  });
  const waiters = setInterval(() => mux.failWaiters(), 500);
  port?.on('message', (message: ToEngine) => {
    switch (message.type) {
      case 'connect':
        return mux.connect(message.connection);
      case 'data':
        return mux.receive(message.connection, message.bytes);
      case 'disconnect':
        return mux.disconnect(message.connection);
      case 'ping':
        return say({ type: 'pong', id: message.id, syncs: syncs.count });
      case 'close':
        clearInterval(waiters);
        return void close(pg);
    }
  });
  say({ type: 'ready' });
}

/**
 * PostgreSQL that syncs: PGlite's own start parameters switch fsync off (-F), and the default
 * wal_sync_method, fdatasync, does nothing in it.
 */
async function openDurable(root: string): Promise<{ pg: PGlite; syncs: { readonly count: number } }> {
  const fs = new DurableNodeFS(root);
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...['-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB'],
  ];
  const pg = await PGlite.create({ fs, startParams });
  const [row] = (await pg.query<{ fsync: string }>('SHOW fsync')).rows;
  if (row?.fsync !== 'on')
    throw new Error('The embedded database does not sync to disk; it is not safe to use.');
  return { pg, syncs: fs.syncs };
}

function engineOn(pg: PGlite, serverVersion: string): Engine {
  return {
    serverVersion,
    isInTransaction: () => pg.isInTransaction(),
    execute(frames) {
      const chunks: Uint8Array[] = [];
      // Runs to its end before it returns: only the file system sync, which is off, would be awaited.
      // The chunks are copied because they are views into the engine's memory.
      const done = pg.execProtocolRawStream(frames, {
        syncToFs: false,
        onRawData: (bytes) => chunks.push(bytes.slice()),
      });
      done.catch((error: unknown) => say({ type: 'panic', message: String(error) }));
      return Buffer.concat(chunks);
    },
  };
}

/** A clean end: shutdown checkpoint, files closed. */
async function close(pg: PGlite): Promise<void> {
  await pg.close();
  say({ type: 'closed' });
  port?.close();
}
