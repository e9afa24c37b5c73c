import type { LibraryServices } from './library-services.ts';
import { purgeDue } from './purge-documents.ts';

/** How often the bins are looked at, in ms: thirty days are over within the hour. */
const interval = 60 * 60_000;

/** Deletes for ever what has been in a bin for thirty days. Several instances may watch: rows are locked. */
export function watchBin(services: LibraryServices): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const tick = (): void => {
    running = running
      .then(() => purgeDue(services))
      .catch((error: unknown) => {
        process.stderr.write(`bin: ${error instanceof Error ? error.message : String(error)}\n`);
      });
  };
  const timer = setInterval(tick, interval);
  timer.unref();
  tick();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}
