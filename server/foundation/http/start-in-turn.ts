import type { Schedule } from './feature.ts';

/** Milliseconds to wait for a first run. A longer run does not delay the other schedules. */
const patience = 2_000;

/**
 * Starts schedules one after the other. If all first runs were concurrent, they would use every database
 * connection while the first requests need them.
 */
export function startInTurn(starts: readonly (() => Schedule)[]): Schedule {
  const started: Schedule[] = [];
  const stopping = Promise.withResolvers<void>();
  let stopped = false;
  const startAll = async (): Promise<void> => {
    for (const start of starts) {
      if (stopped) return;
      const schedule = start();
      started.push(schedule);
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, patience);
      await Promise.race([schedule.firstRun, late.promise, stopping.promise]);
      clearTimeout(timer);
    }
  };
  const firstRun = startAll();
  return {
    firstRun,
    async stop() {
      stopped = true;
      stopping.resolve();
      await Promise.all(started.map((schedule) => schedule.stop()));
      await firstRun;
    },
  };
}
