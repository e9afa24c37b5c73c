import { reportLine } from '../process/report-line.ts';
type Watch = {
  /** Name used in the log. */
  name: string;
  everyMs: number;
  /**
   * Must be idempotent, because it may run on several instances at the same time and again after an
   * interruption.
   */
  act: (stopping: AbortSignal) => Promise<unknown>;
};

/** Runs `act` immediately and then at the interval. Skips a run that is due during another one. */
export function repeat({ name, everyMs, act }: Watch): {
  firstRun: Promise<void> | undefined;
  stop(): Promise<void>;
} {
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const turn = (): void => {
    running ??= act(stopping.signal)
      .then(() => undefined)
      .catch((error: unknown) => {
        reportLine(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      })
      .finally(() => (running = undefined));
  };
  const timer = setInterval(turn, everyMs);
  timer.unref();
  turn();
  return {
    firstRun: running,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
