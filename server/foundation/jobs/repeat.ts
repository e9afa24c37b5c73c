import { reportLine } from '../process/report-line.ts';
type Watch = {
  /** Name in the log. */
  name: string;
  everyMs: number;
  /** May run on several instances concurrently, and again after an interruption, so it must be idempotent. */
  act: (stopping: AbortSignal) => Promise<unknown>;
};

/** Runs `act` immediately and then repeatedly. A run that is due during another is skipped. */
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
