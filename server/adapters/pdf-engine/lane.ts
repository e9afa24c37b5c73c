import { Worker, type Job, type WorkerLimits } from './worker.ts';

export type LaneLimits = WorkerLimits & {
  /** Processes at once. They are started when they are needed. */
  workers: number;
  /** Tasks of one account at once; the other workers stay free for the other accounts. */
  atOnce: number;
  /** After so many seconds without a task its workers are ended, and their memory is free; null: kept. */
  idleSeconds: number | null;
  /** One that holds more than this after a task is ended at once when no other task waits: a large file was in it. */
  keptMegabytes: number;
};

export type Lane = {
  /** Runs the job when its account's turn has come. `account`: '' for work that is nobody's. */
  add(account: string, job: Job): void;
  close(): Promise<void>;
};

/**
 * Workers of their own for one kind of work. Accounts take turns: whoever brings many tasks waits for their own, and
 * somebody who brings one waits for at most one of each other.
 */
export function openLane(limits: LaneLimits): Lane {
  /** In the order of their turns; an account with nothing waiting is not in it. */
  const waiting = new Map<string, Job[]>();
  const running = new Map<string, number>();
  const workers = new Set<Worker>();
  let idle: NodeJS.Timeout | undefined;

  const takeNext = (): { account: string; job: Job } | undefined => {
    const account = [...waiting.keys()].find((name) => (running.get(name) ?? 0) < limits.atOnce);
    if (account === undefined) return undefined;
    const [job, ...others] = waiting.get(account)!;
    setLast(account, others);
    return { account, job: job! };
  };
  /** Behind all who wait now, whoever came while its task ran among them. */
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
      const turn = worker && takeNext();
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
    async close() {
      clearTimeout(idle);
      for (const { reject } of [...waiting.values()].flat()) reject(new Error('The PDF engine was closed.'));
      waiting.clear();
      await Promise.all([...workers].map((worker) => worker.stop()));
    },
  };
}
