import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { FromEngine, ToEngine } from './engine-messages.ts';
import { WireStream } from './wire-stream.ts';

export interface EmbeddedEngine {
  /** A new wire connection, to be given to pg as its `stream`. */
  connect(): Duplex;
  /** How often the engine has synced a file to disk since it was opened. */
  syncs(): Promise<number>;
  /** Checkpoint and end. Resolves when the directory may be opened by someone else. */
  close(): Promise<void>;
}

const PING_EVERY_MS = 10_000;
/** Longer than any checkpoint, vacuum or migration of a database of the size that PGlite can hold (2 GiB). */
const SILENT_TOO_LONG_MS = 300_000;

/**
 * Starts the thread of the embedded database on a directory that this process has locked.
 *
 * `die` is called with a sentence when the database can no longer be trusted: after a PANIC (a failed
 * fsync), when the thread ends, or when it no longer answers. The process must end then, because every
 * later query would hang for ever; the next start recovers from the log.
 */
export async function startEngine(directory: string, die: (reason: string) => void): Promise<EmbeddedEngine> {
  const worker = new Worker(new URL('./engine.ts', import.meta.url), {
    workerData: { directory },
    execArgv: [],
  });
  const streams = new Map<number, WireStream>();
  const pings = new Map<number, (syncs: number) => void>();
  let connections = 0;
  let pingCount = 0;
  let closing = false;
  const tell = (message: ToEngine, transfer: ArrayBuffer[] = []): void =>
    worker.postMessage(message, transfer);

  await untilReady(worker);
  worker.on('error', (error: Error) => die(`The embedded database failed: ${error.message}`));
  worker.on('exit', (code) => {
    if (!closing) die(`The embedded database's thread ended with code ${code}.`);
  });
  worker.on('message', (message: FromEngine) => {
    switch (message.type) {
      case 'data':
        return streams.get(message.connection)?.arrived(message.bytes);
      case 'end':
        streams.get(message.connection)?.arrived(null);
        return void streams.delete(message.connection);
      case 'pong':
        pings.get(message.id)?.(message.syncs);
        return void pings.delete(message.id);
      case 'panic':
        return die(`The embedded database panicked: ${message.message}.`);
      case 'ready':
      case 'refused':
      case 'closed':
        // Answers for whoever waits for them: the start above, and the end below.
        return;
    }
  });
  const syncs = (): Promise<number> =>
    new Promise((resolve) => {
      const id = (pingCount += 1);
      pings.set(id, resolve);
      tell({ type: 'ping', id });
    });
  const stopWatching = watch(syncs, () => die('The embedded database does not answer any more.'));

  return {
    connect() {
      const connection = (connections += 1);
      const stream = new WireStream({
        open: () => tell({ type: 'connect', connection }),
        write(bytes) {
          const own = new Uint8Array(bytes); // a copy: pg's buffer may be a slice of one that it still uses
          tell({ type: 'data', connection, bytes: own }, [own.buffer]);
        },
        close: () => tell({ type: 'disconnect', connection }),
      });
      streams.set(connection, stream);
      return stream;
    },
    syncs,
    async close() {
      if (closing) return;
      closing = true;
      stopWatching();
      const ended = once(worker, 'exit');
      tell({ type: 'close' });
      await ended;
    },
  };
}

/** Rejects with the engine's sentence when it refuses to open the directory. */
function untilReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      outcome();
    };
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (): void =>
      settle(() => reject(new Error('The embedded database ended while it started.')));
    const onMessage = (message: FromEngine): void => {
      if (message.type === 'ready') settle(resolve);
      if (message.type === 'refused') settle(() => reject(new Error(message.message)));
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}

function watch(ping: () => Promise<unknown>, silent: () => void): () => void {
  let heard = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - heard > SILENT_TOO_LONG_MS) silent();
    void ping().then(() => (heard = performance.now()));
  }, PING_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
