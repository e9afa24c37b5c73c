import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { fromKysely } from 'pg-boss';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database } from '#server/db/database.ts';
import { listen } from '#server/db/notify.ts';
import type { Subscription } from '#server/db/notify.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { inSpan, noTracing } from '#server/tracing/tracing.ts';
import type { Tracing } from '#server/tracing/tracing.ts';
import { DEFAULT_SETTINGS, jobs as productJobs } from './jobs.ts';
import type { JobDefinitions, JobPayloads, PayloadsOf } from './jobs.ts';
import { FAILED, startBoss } from './start-boss.ts';
import type { BossTimes } from './start-boss.ts';
import { workQueue } from './work-queue.ts';
import type { QueueWorker } from './work-queue.ts';

export interface EnqueueOptions {
  /** Not before so many milliseconds from now. */
  startAfterMs?: number;
  /** Of the jobs of one kind with one key, only one waits; a further one adds nothing and is no error. */
  singletonKey?: string;
  /** Of the jobs of one kind that are due, those with the highest number go first, however many came before; otherwise 0. */
  priority?: number;
}

export interface RunningJob {
  id: string;
  /** 1 for the first try. */
  attempt: number;
  /** When this one fails too, the job is given up. */
  isLastTry: boolean;
  /** Aborted when the job has taken too long or the server stops; its result is not used any more. */
  signal: AbortSignal;
  /**
   * False when another worker has been given this job meanwhile, because this process was paused or cut off
   * (F-15). When true, the job cannot be given away until `tx` has ended: asked first in the transaction that
   * writes the result, it keeps a stale worker from writing.
   */
  isStillOurs(tx: Tx): Promise<boolean>;
}

export type JobHandler<Payload> = (payload: Payload, job: RunningJob) => Promise<void>;
export type JobHandlers<Payloads> = { [Name in keyof Payloads]?: JobHandler<Payloads[Name]> };

/** A job that was given up after its last try. */
export interface FailedJob {
  id: string;
  name: string;
  payload: unknown;
  problem: string;
  failedAt: Date;
}

/**
 * Durable work that starts when, and only if, the transaction commits that asked for it. Jobs run at least
 * once: a handler may be run again after a crash, so running it twice must do no harm.
 */
export interface JobQueue<Payloads = JobPayloads> {
  enqueue<Name extends keyof Payloads & string>(
    tx: Tx,
    name: Name,
    payload: Payloads[Name],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Starts to run jobs of the given kinds in this process. Call once. */
  work(handlers: JobHandlers<Payloads>): Promise<void>;
  /** Jobs that were given up, the oldest first. */
  failed(): Promise<FailedJob[]>;
  /** Puts a failed job back into its queue with all its tries; false when there is none with this id. */
  retry(failedJobId: string): Promise<boolean>;
  /** Lets a failed job go for good; false when there is none with this id. */
  dismiss(failedJobId: string): Promise<boolean>;
  /** Jobs of these kinds that failed and wait for another try are tried now. */
  hasten(names: readonly (keyof Payloads & string)[]): Promise<void>;
  /** For tests: resolves when no job is running or due, of the kinds that this process works on. */
  idle(): Promise<void>;
  /**
   * Takes no new jobs, waits for those in flight, and after graceMs gives the others back to the queue. Jobs can
   * still be enqueued.
   */
  rest(options?: { graceMs?: number }): Promise<void>;
  /** Rests, and takes nothing in any more. */
  stop(options?: { graceMs?: number }): Promise<void>;
}

export interface JobQueueOptions<Definitions extends JobDefinitions> extends Partial<BossTimes> {
  jobs?: Definitions;
  /** Told of each failed try and of troubles of the queue itself. */
  report?: (error: Error) => void;
  tracing?: Tracing;
}

const CHANNEL = 'countersign_jobs';
/** For delayed jobs and retries; new jobs are announced by NOTIFY. */
const POLL_MS = 500;
const TIMES: BossTimes = { heartbeatSeconds: 30, superviseSeconds: 15 };

export async function openJobQueue<Definitions extends JobDefinitions = typeof productJobs>(
  database: Database,
  options: JobQueueOptions<Definitions> = {},
): Promise<JobQueue<PayloadsOf<Definitions>>> {
  const definitions: JobDefinitions = options.jobs ?? productJobs;
  const report = options.report ?? ((error) => void process.stderr.write(`jobs: ${error.message}\n`));
  const times = { ...TIMES, ...options };
  const { tracing = noTracing } = options;
  const boss = await startBoss(database, definitions, times, report);
  const workers = new Map<string, QueueWorker>();
  let subscription: Subscription | undefined;
  let poll: NodeJS.Timeout | undefined;

  const wakeAll = (): void => workers.forEach((worker) => worker.wake());
  const rest = async ({ graceMs = 10_000 } = {}): Promise<void> => {
    clearInterval(poll);
    await subscription?.close();
    await Promise.all([...workers.values()].map((worker) => worker.stop(graceMs)));
    workers.clear();
  };
  return {
    async enqueue(tx, name, payload, { startAfterMs = 0, singletonKey, priority = 0 } = {}) {
      const { payload: schema } = known(definitions, name);
      const id = await boss.send(name, schema.parse(payload) as object, {
        db: fromKysely(tx),
        singletonKey: singletonKey ?? randomUUID(),
        priority,
        ...(startAfterMs > 0 && { startAfter: startAfterMs / 1000 }),
      });
      if (id === null && singletonKey === undefined) throw new Error(`The job ${name} was not accepted.`);
      if (startAfterMs <= 0) await sql`SELECT pg_notify(${CHANNEL}, ${name})`.execute(tx);
    },

    async work(handlers) {
      for (const [name, handler] of Object.entries(handlers) as [string, JobHandler<unknown> | undefined][]) {
        if (!handler) continue;
        const { payload: schema, settings } = known(definitions, name);
        const { concurrency, tries } = { ...DEFAULT_SETTINGS, ...settings };
        const run = (job: JobWithMetadata<unknown>, signal: AbortSignal): Promise<void> =>
          inSpan(tracing, spanOf(name, job), () =>
            handler(schema.parse(job.data), {
              id: job.id,
              attempt: job.retryCount + 1,
              isLastTry: job.retryCount + 1 >= tries,
              signal,
              isStillOurs: (tx) => holdsClaim(tx, job, sql`FOR UPDATE`),
            }),
          );
        const isOurs = (job: JobWithMetadata<unknown>): Promise<boolean> =>
          holdsClaim(database.db, job, sql``);
        const touchMs = (times.heartbeatSeconds * 1000) / 3;
        workers.set(name, workQueue({ boss, name, concurrency, touchMs, run, isOurs, report }));
      }
      const onMessage = (name: string): void => workers.get(name)?.wake();
      subscription = await listen(database, CHANNEL, { onMessage, onGap: wakeAll, report });
      poll = setInterval(wakeAll, POLL_MS);
      wakeAll();
    },

    failed: () => failedJobs(boss),
    async retry(failedJobId) {
      const moved = await boss.redrive(FAILED, { ids: [failedJobId] });
      if (moved > 0) wakeAll();
      return moved > 0;
    },

    async dismiss(failedJobId) {
      const there = await boss.findJobs(FAILED, { id: failedJobId, queued: true });
      if (there.length > 0) await boss.deleteJob(FAILED, failedJobId);
      return there.length > 0;
    },

    hasten: (names) => hasten(database, names),

    async idle() {
      while (await hasWork(database, [...workers.keys()])) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },

    rest,
    async stop(options) {
      await rest(options);
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** A payload names rows and nothing else; a job of a document names its account too. */
function spanOf(name: string, { id, data, retryCount }: JobWithMetadata<unknown>) {
  const { accountId, documentId } = (data ?? {}) as { accountId?: string; documentId?: string };
  const details = {
    'countersign.job': id,
    'countersign.attempt': retryCount + 1,
    'countersign.account': accountId,
    'countersign.document': documentId,
  };
  return { name: `job ${name}`, kind: 'job' as const, details };
}

function known(definitions: JobDefinitions, name: string): JobDefinitions[string] {
  const definition = definitions[name];
  if (!definition) throw new Error(`There is no job named ${name}.`);
  return definition;
}

/** Each time a job is taken its retry_count goes up (but for the first), so it tells one taking from another. */
async function holdsClaim(
  db: Kysely<Schema>,
  job: JobWithMetadata<unknown>,
  lock: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pgboss.job WHERE name = ${job.name} AND id = ${job.id}
    AND state = 'active' AND retry_count = ${job.retryCount} ${lock}`.execute(db);
  return rows.length > 0;
}

async function failedJobs(boss: PgBoss): Promise<FailedJob[]> {
  const failed = await boss.findJobs(FAILED, { queued: true });
  const found = failed.map((job) => ({
    id: job.id,
    name: job.sourceName ?? FAILED,
    payload: job.data,
    problem: problemIn(job.output),
    failedAt: job.createdOn,
  }));
  return found.sort((a, b) => a.failedAt.getTime() - b.failedAt.getTime());
}

async function hasten(database: Database, names: readonly string[]): Promise<void> {
  await database.pool.query(
    `UPDATE pgboss.job SET start_after = now() WHERE name = ANY($1) AND state = 'retry' AND start_after > now()`,
    [names],
  );
  for (const name of names) await database.pool.query('SELECT pg_notify($1, $2)', [CHANNEL, name]);
}

/** pg-boss keeps what a handler threw as it is, and its own reasons one level deeper. */
function problemIn(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } };
  const reason = message ?? value?.message;
  return typeof reason === 'string' ? reason : 'no reason was given';
}

async function hasWork(database: Database, names: readonly string[]): Promise<boolean> {
  const { rows } = await database.pool.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pgboss.job WHERE name = ANY($1) AND (state = 'active'
              OR (state IN ('created', 'retry') AND start_after <= now()))) AS found`,
    [names],
  );
  return rows[0]?.found ?? false;
}
