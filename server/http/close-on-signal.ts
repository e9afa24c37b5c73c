import type { App } from './fastify-app.ts';

/** How long requests in flight may take to finish when the process is asked to end, in ms. */
const grace = 10_000;

/**
 * On SIGTERM or SIGINT: takes no new requests, lets running ones finish, then closes what `close` closes
 * (jobs, database) and ends the process. A second signal, or the end of the grace, ends it at once.
 */
export function closeOnSignal(app: App, close: () => Promise<void>): void {
  let closing = false;
  const end = (): void => {
    if (closing) process.exit(1);
    closing = true;
    setTimeout(() => process.exit(1), grace).unref();
    app
      .close()
      .then(close)
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        app.log.error({ err: error }, 'closing failed');
        process.exit(1);
      });
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
