import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FileRefusal, PdfEngine } from '../../ports/pdf-engine.ts';
import type { PdfTasks } from './pdf-tasks.ts';
import type { DoneMessage } from './pdf-worker.ts';

export type WorkerLimits = { workers: number; seconds: number; megabytes: number };

/** S-25. Normalising and looking at 500 pages takes a few seconds on a slow machine. */
const defaults: WorkerLimits = { workers: 2, seconds: 60, megabytes: 1536 };

/** The worker was ended because the file asked for more than it may have. */
class OutOfBounds extends Error {}

type Job = {
  task: keyof PdfTasks;
  input: unknown;
  resolve: (output: never) => void;
  reject: (error: Error) => void;
};

/**
 * An engine whose work runs in child processes: a file that eats memory or never ends costs one process and
 * one task, and is refused. Workers are started when they are needed and kept warm.
 */
export function openWorkerPool(limits: Partial<WorkerLimits> = {}): PdfEngine {
  const bounds = { ...defaults, ...limits };
  const waiting: Job[] = [];
  const workers = new Set<Worker>();
  let closed = false;

  const next = (): void => {
    if (waiting.length === 0) return;
    let free = [...workers].find((worker) => !worker.busy);
    if (!free && workers.size < bounds.workers) {
      free = new Worker(bounds, (worker) => {
        workers.delete(worker);
        next();
      });
      workers.add(free);
    }
    const job = free && waiting.shift();
    if (free && job) void free.run(job).then(next);
  };
  const submit = <Output>(task: keyof PdfTasks, input: unknown): Promise<Output> =>
    new Promise<Output>((resolve, reject) => {
      if (closed) return reject(new Error('The PDF engine is closed.'));
      waiting.push({ task, input, resolve, reject });
      next();
    });

  return {
    normalise: (pdf) =>
      submit<Awaited<ReturnType<PdfEngine['normalise']>>>('normalise', pdf).catch(asRefusal),
    compose: (composition) => submit('compose', composition),
    inspect: (additions) => submit('inspect', additions),
    findPlaces: (pdf) =>
      submit<Awaited<ReturnType<PdfEngine['findPlaces']>>>('findPlaces', pdf).catch(() => ({
        form: [],
        anchors: [],
      })),
    fit: (texts) => submit('fit', texts),
    thumbnail: (of) =>
      submit<Uint8Array | undefined>('thumbnail', of).catch((error: unknown) => {
        if (error instanceof OutOfBounds) return undefined;
        throw error;
      }),
    async close() {
      closed = true;
      await Promise.all([...workers].map((worker) => worker.stop()));
    },
  };
}

/** Running out of bounds says something about the file; every other failure is ours and stays an error. */
function asRefusal(error: unknown): FileRefusal {
  if (!(error instanceof OutOfBounds)) throw error;
  return {
    refused: 'pdf-too-complex',
    detail:
      'This PDF takes more time or memory to open than any ordinary document. Print it to a new PDF and upload that.',
  };
}

class Worker {
  busy = false;
  readonly #child: ChildProcess;
  readonly #bounds: WorkerLimits;
  #current: { job: Job; id: number; done: () => void } | undefined;
  #lastId = 0;
  #ending: Error | undefined;

  constructor(bounds: WorkerLimits, gone: (worker: Worker) => void) {
    this.#bounds = bounds;
    this.#child = fork(fileURLToPath(new URL('./pdf-worker.ts', import.meta.url)), [], {
      serialization: 'advanced',
      // No secret of ours is in the environment of a process that opens strangers' files (S-24).
      env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV },
      execArgv: ['--max-old-space-size=1024', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.on('message', (message: DoneMessage) => this.#finish(message));
    this.#child.on('error', (error) => {
      this.#fail(error);
      // One that could not be started, for want of memory or file descriptors, never tells of an exit.
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
    // One that is being ended gets no further task, which would be blamed for the end of this one.
    this.busy = this.#ending !== undefined;
  }

  async stop(): Promise<void> {
    if (this.#child.pid === undefined) return;
    this.#ending = new Error('The PDF engine was closed.');
    const exited = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.#child.kill('SIGKILL');
    await exited;
  }

  /** Ends the worker when its task takes too long or too much memory; where /proc is missing, only time counts. */
  #watch(): NodeJS.Timeout {
    const until = performance.now() + this.#bounds.seconds * 1000;
    return setInterval(() => {
      const late = performance.now() > until;
      if (!late && residentMegabytes(this.#child.pid) <= this.#bounds.megabytes) return;
      this.#ending = new OutOfBounds(late ? 'The task took too long.' : 'The task took too much memory.');
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

/** Pages of 4096 bytes are what Linux counts in here on every machine we run on. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return (pages * 4096) / 1_048_576;
  } catch {
    return 0;
  }
}
