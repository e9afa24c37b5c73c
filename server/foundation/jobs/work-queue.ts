import type { JobWithMetadata, PgBoss } from 'pg-boss';

export interface QueueWorker {
  /** Signals to the worker that jobs may be due. */
  wake(): void;
  /** Stops claiming jobs. Resolves when running jobs are done, or were requeued after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export interface QueueWorkerOptions {
  boss: PgBoss;
  name: string;
  concurrency: number;
  /** Interval of heartbeats while a job is running. */
  touchMs: number;
  run: (job: JobWithMetadata<unknown>, signal: AbortSignal) => Promise<void>;
  /**
   * Returns false if the job now belongs to another worker, so that this one must not record how it ended.
   */
  isOurs: (job: JobWithMetadata<unknown>) => Promise<boolean>;
  report: (error: Error) => void;
}

/**
 * Fetches several jobs of a queue at a time and completes each one individually. The worker loop of pg-boss
 * would sleep for its polling interval after each job, even if more are waiting.
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
      if (stopping || free <= 0) return; // the end of a running job calls this again
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
 * Formats the ids in a payload (such as an account and a document) for the log. A payload contains nothing
 * else.
 */
function rowsOf(payload: unknown): string {
  const ids = Object.entries(payload ?? {}).filter(([, value]) => typeof value === 'string');
  return ids.length === 0 ? '' : ` (${ids.map(([name, id]) => `${name} ${id}`).join(', ')})`;
}

/**
 * Runs a job and reports the result to pg-boss. Never rejects. If the result cannot be recorded, the job
 * returns to the queue automatically.
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
    // The stack, and the details of a database error, may contain personal data, so the queue stores neither.
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
