import type { JobWithMetadata, PgBoss } from 'pg-boss';

export interface QueueWorker {
  /** Signals that there may be work. */
  wake(): void;
  /**
   * Stops claiming jobs; resolves when the running ones are done, or were returned to the queue after
   * graceMs.
   */
  stop(graceMs: number): Promise<void>;
}

export interface QueueWorkerOptions {
  boss: PgBoss;
  name: string;
  concurrency: number;
  /** Heartbeat interval of a running job. */
  touchMs: number;
  run: (job: JobWithMetadata<unknown>, signal: AbortSignal) => Promise<void>;
  /** False if the job was given to another worker, so that this one must not record its end. */
  isOurs: (job: JobWithMetadata<unknown>) => Promise<boolean>;
  report: (error: Error) => void;
}

/**
 * Fetches jobs of one queue, several at a time, and completes each individually. pg-boss's own worker loop
 * would sleep its polling interval after each job, even with more jobs waiting.
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
      if (stopping || free <= 0) return; // the end of a running job triggers another call
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

/**
 * Formats the ids in a payload, such as an account and a document, for the log; payloads contain nothing
 * else.
 */
function rowsOf(payload: unknown): string {
  const ids = Object.entries(payload ?? {}).filter(([, value]) => typeof value === 'string');
  return ids.length === 0 ? '' : ` (${ids.map(([name, id]) => `${name} ${id}`).join(', ')})`;
}

/**
 * Runs a job and reports the result to pg-boss. Never rejects: a job whose result cannot be recorded returns
 * automatically.
 */
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
    // The stack and the details of a database error may contain personal data; the queue stores neither.
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
