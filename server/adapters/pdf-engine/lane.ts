import { Worker, type Job, type WorkerLimits } from './worker.ts';

export type LaneLimits = WorkerLimits & {
  /** Maximum number of worker processes, which are started on demand. */
  workers: number;
  /** Maximum number of concurrent tasks per account. The other workers remain free for other accounts. */
  atOnce: number;
  /** Seconds without tasks after which workers are stopped to free memory; null keeps them. */
  idleSeconds: number | null;
  /** After a large file, an idle worker that uses more memory than this is stopped immediately. */
  keptMegabytes: number;
};

export type Lane = {
  /** Runs the job when its account's turn comes. `account` is '' for work without an account. */
  add(account: string, job: Job): void;
  /** Memory of each process in bytes. */
  memory(): number[];
  close(): Promise<void>;
};

/**
 * A pool of workers for one type of work. Accounts take turns, so that an account with many tasks delays only
 * itself, and an account with one task waits for at most one task of each other account.
 */
export function openLane(limits: LaneLimits): Lane {
  /** Accounts with waiting tasks, in the order of their turns. */
  const waiting = new Map<string, Job[]>();
  const running = new Map<string, number>();
  const workers = new Set<Worker>();
  let idle: NodeJS.Timeout | undefined;

  const nextJob = (): { account: string; job: Job } | undefined => {
    const account = [...waiting.keys()].find((name) => (running.get(name) ?? 0) < limits.atOnce);
    if (account === undefined) return undefined;
    const [job, ...others] = waiting.get(account)!;
    setLast(account, others);
    return { account, job: job! };
  };
  /** Moves the account to the end of the queue, behind accounts that arrived while its task was running. */
  const setLast = (account: string, jobs = waiting.get(account) ?? []): void => {
    waiting.delete(account);
    if (jobs.length > 0) waiting.set(account, jobs);
  };
  const findWorker = (): Worker | undefined => {
    const free = [...workers].find((worker) => !worker.busy);
    if (free || workers.size >= limits.workers) return free;
    const started = new Worker(limits, (worker) => {
      workers.delete(worker);
      next();
    });
    workers.add(started);
    return started;
  };
  const next = (): void => {
    while (waiting.size > 0) {
      const worker = findWorker();
      const turn = worker && nextJob();
      if (!turn) return;
      clearTimeout(idle);
      running.set(turn.account, (running.get(turn.account) ?? 0) + 1);
      void worker.run(turn.job).then(() => {
        finished(turn.account);
        if (!worker.busy && worker.megabytes() > limits.keptMegabytes) void worker.stop();
      });
    }
    if (running.size === 0) endWhenIdle();
  };
  const finished = (account: string): void => {
    const left = (running.get(account) ?? 1) - 1;
    if (left === 0) running.delete(account);
    else running.set(account, left);
    setLast(account);
    next();
  };
  const endWhenIdle = (): void => {
    clearTimeout(idle);
    if (limits.idleSeconds === null) return;
    idle = setTimeout(() => {
      for (const worker of workers) void worker.stop();
    }, limits.idleSeconds * 1000).unref();
  };

  return {
    add(account, job) {
      waiting.set(account, [...(waiting.get(account) ?? []), job]);
      next();
    },
    memory: () => Array.from(workers, (worker) => Math.round(worker.megabytes() * 1_048_576)),
    async close() {
      clearTimeout(idle);
      for (const { reject } of [...waiting.values()].flat()) reject(new Error('The PDF engine was closed.'));
      waiting.clear();
      await Promise.all([...workers].map((worker) => worker.stop()));
    },
  };
}
