type Watch = {
  /** How the log calls it. */
  name: string;
  everyMs: number;
  /** May run on several instances at once, and again after half a run: what is done already costs nothing. */
  act: (stopping: AbortSignal) => Promise<unknown>;
};

/** Does something at once and again and again. A turn that is due while one is still running is left out. */
export function repeat({ name, everyMs, act }: Watch): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const turn = (): void => {
    running ??= act(stopping.signal)
      .then(() => undefined)
      .catch((error: unknown) => {
        process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      })
      .finally(() => (running = undefined));
  };
  const timer = setInterval(turn, everyMs);
  timer.unref();
  turn();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
