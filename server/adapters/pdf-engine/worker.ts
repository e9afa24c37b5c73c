import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { PdfTasks } from '../../ports/pdf-engine.ts';

export type WorkerLimits = {
  /** CPU seconds per task, or elapsed seconds where /proc is missing. */
  seconds: number;
  /** Resident memory of the process. */
  megabytes: number;
  /** Niceness of the process, from 0 to 19. */
  nice: number;
};

/** The worker was killed because the task exceeded its limits. */
export class OutOfBounds extends Error {}
/** The machine was too busy to finish the task in time, so the file must not be rejected. */
export class StarvedError extends Error {
  override name = 'StarvedError';
}

export type Job = {
  task: keyof PdfTasks;
  input: unknown;
  resolve: (output: never) => void;
  reject: (error: Error) => void;
};

/** The message with which the process reports the end of a task. */
export type DoneMessage = { id: number; output: unknown } | { id: number; error: string };

/**
 * A task that gets hardly any CPU, because other processes have priority, is ended after this many times its
 * seconds.
 */
const patience = 6;

/** A process that runs one task at a time and may be killed at any moment. */
export class Worker {
  busy = false;
  readonly #child: ChildProcess;
  readonly #limits: WorkerLimits;
  #current: { job: Job; id: number; done: () => void } | undefined;
  #lastId = 0;
  #ending: Error | undefined;

  constructor(limits: WorkerLimits, gone: (worker: Worker) => void) {
    this.#limits = limits;
    this.#child = fork(fileURLToPath(new URL('./pdf-worker.ts', import.meta.url)), [], {
      serialization: 'advanced',
      // A process that opens untrusted files gets no secrets in its environment (S-24).
      env: {
        PATH: process.env.PATH,
        NODE_ENV: process.env.NODE_ENV,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      },
      execArgv: ['--max-old-space-size=1024', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    standBack(this.#child.pid, limits.nice);
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.on('message', (message: DoneMessage) => this.#finish(message));
    this.#child.on('error', (error) => {
      this.#fail(error);
      // A process that could not start, for lack of memory or file descriptors, never emits 'exit'.
      if (this.#child.pid === undefined) gone(this);
    });
    this.#child.on('exit', () => {
      this.#fail(this.#ending ?? new OutOfBounds('The worker ended in the middle of its task.'));
      gone(this);
    });
  }

  async run(job: Job): Promise<void> {
    this.busy = true;
    this.#child.ref();
    this.#child.channel?.ref();
    const watch = this.#watch();
    await new Promise<void>((done) => {
      this.#lastId += 1;
      this.#current = { job, id: this.#lastId, done };
      try {
        this.#child.send({ id: this.#lastId, task: job.task, input: job.input });
      } catch (error) {
        this.#fail(error as Error);
      }
    });
    clearInterval(watch);
    this.#child.unref();
    this.#child.channel?.unref();
    // A worker that is being stopped gets no further task, because that task would be blamed for the worker's
    // end.
    this.busy = this.#ending !== undefined;
  }

  async stop(): Promise<void> {
    if (this.#child.pid === undefined) return;
    this.busy = true;
    this.#ending = new Error('The PDF engine was closed.');
    const exited = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.#child.kill('SIGKILL');
    await exited;
  }

  /** Returns the memory of its process in MB; 0 where /proc is missing. */
  megabytes(): number {
    return residentMegabytes(this.#child.pid);
  }

  /**
   * Kills the worker when its task exceeds its time or memory. Where /proc is missing, only time is limited.
   */
  #watch(): NodeJS.Timeout {
    const begun = performance.now();
    const workedBefore = processorSeconds(this.#child.pid) ?? 0;
    return setInterval(() => {
      const elapsed = (performance.now() - begun) / 1000;
      const worked = processorSeconds(this.#child.pid);
      const spent = worked === undefined ? elapsed : worked - workedBefore;
      const ending = judgeTask({ spent, elapsed, megabytes: this.megabytes() }, this.#limits);
      if (!ending) return;
      this.#ending = ending;
      this.#child.kill('SIGKILL');
    }, 100);
  }

  #finish(message: DoneMessage): void {
    const current = this.#take(message.id);
    if (!current) return;
    if ('error' in message) current.job.reject(new Error(message.error));
    else current.job.resolve(message.output as never);
    current.done();
  }

  #fail(error: Error): void {
    const current = this.#take(this.#lastId);
    current?.job.reject(error);
    current?.done();
  }

  #take(id: number): { job: Job; done: () => void } | undefined {
    const current = this.#current;
    if (current?.id !== id) return undefined;
    this.#current = undefined;
    return current;
  }
}

/**
 * Returns why a running task must end, or undefined. `spent` and `elapsed` are seconds of CPU time and of
 * wall time.
 */
export function judgeTask(
  { spent, elapsed, megabytes }: { spent: number; elapsed: number; megabytes: number },
  limits: { seconds: number; megabytes: number },
): Error | undefined {
  if (spent > limits.seconds) return new OutOfBounds('The task took too long.');
  if (megabytes > limits.megabytes) return new OutOfBounds('The task took too much memory.');
  return elapsed > limits.seconds * patience ? new StarvedError('The task waited too long.') : undefined;
}

/** Lowers the priority of the process before it starts threads, which inherit it. */
function standBack(pid: number | undefined, nice: number): void {
  if (pid === undefined || nice === 0) return;
  try {
    setPriority(pid, nice);
  } catch {
    // The process has already exited, or the system does not support priorities.
  }
}

/** Returns CPU seconds. Linux counts in ticks of a hundredth of a second on every machine we support. */
function processorSeconds(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name is in parentheses and may contain spaces and parentheses, so the fields after the last
    // one are read.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return undefined;
  }
}

/** Returns resident memory in MB. Linux counts in pages of 4096 bytes on every machine we support. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return (pages * 4096) / 1_048_576;
  } catch {
    return 0;
  }
}
