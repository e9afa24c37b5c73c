import type { JobWithMetadata, PgBoss } from 'pg-boss';

export interface QueueWorker {
  /** There may be something to do. */
  wake(): void;
  /** Stops taking jobs; resolves when those in flight are done, or after graceMs have been given back. */
  stop(graceMs: number): Promise<void>;
}

export interface QueueWorkerOptions {
  boss: PgBoss;
  name: string;
  concurrency: number;
  /** How often a running job tells that it is alive. */
  touchMs: number;
  run: (job: JobWithMetadata<unknown>, signal: AbortSignal) => Promise<void>;
  /** False when the job was given to another worker meanwhile; then its end is not ours to tell. */
  isOurs: (job: JobWithMetadata<unknown>) => Promise<boolean>;
  report: (error: Error) => void;
}

/**
 * Takes jobs of one queue, several at a time, and settles each by itself. pg-boss's own worker loop would
 * sleep its polling interval after each job, though more are waiting.
 */
export function workQueue(options: QueueWorkerOptions): QueueWorker {
  const { boss, name, concurrency, report } = options;
  const running = new Map<string, { abort: AbortController; done: Promise<void> }>();
  let stopping = false;
  let taking: Promise<void> | undefined;
  let wokenMeanwhile = false;

  const take = async (): Promise<void> => {
    do {
      wokenMeanwhile = false;
      const free = concurrency - running.size;
      if (stopping || free <= 0) return; // the end of a running job wakes us again
      const jobs = await boss.fetch(name, { batchSize: free, includeMetadata: true });
      for (const job of jobs) start(job);
      if (jobs.length > 0) wokenMeanwhile = true;
    } while (wokenMeanwhile);
  };
  const wake = (): void => {
    wokenMeanwhile = true;
    taking ??= take()
      .catch((error: unknown) => report(asError(error)))
      .finally(() => (taking = undefined));
  };
  const start = (job: JobWithMetadata<unknown>): void => {
    const abort = new AbortController();
    const done = settle(options, job, abort).finally(() => {
      running.delete(job.id);
      wake();
    });
    running.set(job.id, { abort, done });
  };

  return {
    wake,
    async stop(graceMs) {
      stopping = true;
      await taking;
      await Promise.race([Promise.all([...running.values()].map(({ done }) => done)), after(graceMs)]);
      const late = [...running.values()];
      for (const { abort } of late) abort.abort(new Error('The server stops.'));
      await Promise.all(late.map(({ done }) => done));
    },
  };
}

/** The rows that a payload names, such as an account and a document, for whoever reads the log; nothing else is in one. */
function rowsOf(payload: unknown): string {
  const ids = Object.entries(payload ?? {}).filter(([, value]) => typeof value === 'string');
  return ids.length === 0 ? '' : ` (${ids.map(([name, id]) => `${name} ${id}`).join(', ')})`;
}

/** Runs a job and tells pg-boss how it ended. Never rejects: a job that cannot be settled comes back by itself. */
async function settle(
  options: QueueWorkerOptions,
  job: JobWithMetadata<unknown>,
  abort: AbortController,
): Promise<void> {
  const { boss, name, report } = options;
  const tooLong = new Error(`The job took longer than ${job.expireInSeconds} s.`);
  const expiry = setTimeout(() => abort.abort(tooLong), job.expireInSeconds * 1000);
  const touch = setInterval(() => void boss.touch(name, job.id).catch(() => undefined), options.touchMs);
  try {
    const failure = await failureOf(options, job, abort);
    if (failure)
      report(
        new Error(`The job ${name} ${job.id}${rowsOf(job.data)} failed: ${failure.message}`, {
          cause: failure,
        }),
      );
    if (!(await options.isOurs(job))) return;
    // The stack and the details of a database error may hold personal data; the queue keeps neither.
    if (failure) await boss.fail(name, job.id, { name: failure.name, message: failure.message });
    else await boss.complete(name, job.id);
  } catch (error) {
    report(asError(error));
  } finally {
    clearTimeout(expiry);
    clearInterval(touch);
  }
}

async function failureOf(
  { run }: QueueWorkerOptions,
  job: JobWithMetadata<unknown>,
  { signal }: AbortController,
): Promise<Error | undefined> {
  try {
    await Promise.race([run(job, signal), aborted(signal)]);
    return undefined;
  } catch (error) {
    return asError(error);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(asError(signal.reason)), { once: true });
  });
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
