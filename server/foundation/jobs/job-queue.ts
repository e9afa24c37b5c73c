import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { fromKysely } from 'pg-boss';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database } from '#server/foundation/db/database.ts';
import { listen } from '#server/foundation/db/notify.ts';
import type { Subscription } from '#server/foundation/db/notify.ts';
import type { Schema } from '#server/foundation/db/schema.ts';
import type { Tx } from '#server/foundation/db/transaction.ts';
import { inSpan, disabledTracing } from '#server/foundation/tracing/tracing.ts';
import type { Tracing } from '#server/foundation/tracing/tracing.ts';
import { DEFAULT_SETTINGS, jobs as productJobs } from './jobs.ts';
import type { JobDefinitions, JobPayloads, PayloadsOf } from './jobs.ts';
import { FAILED, startBoss } from './start-boss.ts';
import type { BossTimes } from './start-boss.ts';
import { workQueue } from './work-queue.ts';
import type { QueueWorker } from './work-queue.ts';
import { reportLine } from '../process/report-line.ts';

export interface EnqueueOptions {
  /** Minimum delay before the job starts, in milliseconds. */
  startAfterMs?: number;
  /**
   * At most one job of a kind with this key is queued. Adding another one does nothing and is not an error.
   */
  singletonKey?: string;
  /** Among due jobs of a kind, the one with the highest number runs first, regardless of age. Default: 0. */
  priority?: number;
}

export interface RunningJob {
  id: string;
  /** Number of the attempt, starting at 1. */
  attempt: number;
  /** True if the queue gives up the job when this attempt fails. */
  isLastTry: boolean;
  /** Aborted when the job takes too long or the server stops. The job's result is then discarded. */
  signal: AbortSignal;
  /**
   * Resolves to false if another worker has claimed this job, because this process was paused or disconnected
   * (F-15). If true, no other worker can claim the job until `tx` ends. Call it first in the transaction that
   * writes the result, so that a stale worker cannot write.
   */
  isStillOurs(tx: Tx): Promise<boolean>;
}

export type JobHandler<Payload> = (payload: Payload, job: RunningJob) => Promise<void>;
export type JobHandlers<Payloads> = { [Name in keyof Payloads]?: JobHandler<Payloads[Name]> };

/** A job that the queue gave up after its last attempt. */
export interface FailedJob {
  id: string;
  name: string;
  payload: unknown;
  problem: string;
  failedAt: Date;
}

/**
 * Durable jobs that start if and only if the enqueuing transaction commits. A job runs at least once: a
 * handler may run again after a crash, so it must be idempotent.
 */
export interface JobQueue<Payloads = JobPayloads> {
  enqueue<Name extends keyof Payloads & string>(
    tx: Tx,
    name: Name,
    payload: Payloads[Name],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Starts running jobs of these kinds in this process. Call it only once. */
  work(handlers: JobHandlers<Payloads>): Promise<void>;
  /** Returns the jobs that the queue gave up, oldest first. */
  failed(): Promise<FailedJob[]>;
  /** Requeues a failed job with all its attempts. Returns false if there is no such job. */
  retry(failedJobId: string): Promise<boolean>;
  /** Deletes a failed job. Returns false if there is no such job. */
  dismiss(failedJobId: string): Promise<boolean>;
  /** Retries failed jobs of these kinds now, instead of at their next scheduled attempt. */
  hasten(names: readonly (keyof Payloads & string)[]): Promise<void>;
  /** For tests: resolves when no job that this process handles is running or due. */
  idle(): Promise<void>;
  /**
   * Stops starting jobs, waits for running ones, and requeues those that are still running after `graceMs`.
   * Jobs can still be enqueued.
   */
  rest(options?: { graceMs?: number }): Promise<void>;
  /** Like `rest`, but also refuses to enqueue jobs. */
  stop(options?: { graceMs?: number }): Promise<void>;
}

export interface JobQueueOptions<Definitions extends JobDefinitions> extends Partial<BossTimes> {
  jobs?: Definitions;
  /** Called for each failed attempt, and for errors of the queue itself. */
  report?: (error: Error) => void;
  tracing?: Tracing;
}

const CHANNEL = 'countersign_jobs';
/** Polling interval for delayed jobs and retries. NOTIFY announces new jobs. */
const POLL_MS = 500;
const TIMES: BossTimes = { heartbeatSeconds: 30, superviseSeconds: 15 };

export async function openJobQueue<Definitions extends JobDefinitions = typeof productJobs>(
  database: Database,
  options: JobQueueOptions<Definitions> = {},
): Promise<JobQueue<PayloadsOf<Definitions>>> {
  const definitions: JobDefinitions = options.jobs ?? productJobs;
  const report = options.report ?? ((error) => reportLine(`jobs: ${error.message}`));
  const times = { ...TIMES, ...options };
  const { tracing = disabledTracing } = options;
  const boss = await startBoss(database, definitions, times, report);
  const workers = new Map<string, QueueWorker>();
  let subscription: Subscription | undefined;
  const due = watchDue(database, workers, report);
  const rest = async ({ graceMs = 10_000 } = {}): Promise<void> => {
    await Promise.all([due.stop(), subscription?.close()]);
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
      subscription = await listen(database, CHANNEL, { onMessage, onGap: due.wake, report });
      due.start();
    },

    failed: () => failedJobs(boss),
    async retry(failedJobId) {
      const moved = await boss.redrive(FAILED, { ids: [failedJobId] });
      if (moved > 0) due.wake();
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

/** A payload contains only row ids. The payload of a document job includes the account's id. */
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

/**
 * Returns true if the job still has this claim. Each claim after the first increments retry_count, which
 * therefore identifies a claim.
 */
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

/** pg-boss stores an error from a handler directly, but its own reasons one level deeper. */
function problemIn(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } };
  const reason = message ?? value?.message;
  return typeof reason === 'string' ? reason : 'no reason was given';
}

/**
 * Wakes the workers whose queues have due jobs. One query covers all queues, because fetching from an idle
 * queue costs just as much.
 */
function watchDue(
  database: Database,
  workers: ReadonlyMap<string, QueueWorker>,
  report: (error: Error) => void,
): { start(): void; wake(): void; stop(): Promise<void> } {
  let poll: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  const wake = (): void => {
    looking ??= dueQueues(database, [...workers.keys()])
      .then((names) => names.forEach((name) => workers.get(name)?.wake()))
      .catch((error: unknown) => report(error instanceof Error ? error : new Error(String(error))))
      .finally(() => (looking = undefined));
  };
  return {
    start() {
      poll = setInterval(wake, POLL_MS);
      wake();
    },
    wake,
    async stop() {
      clearInterval(poll);
      await looking;
    },
  };
}

/** Returns which of these queues have a job to fetch. */
async function dueQueues(database: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT queue.name FROM unnest($1::text[]) AS queue(name) WHERE EXISTS (SELECT 1 FROM pgboss.job
        WHERE job.name = queue.name AND state < 'active' AND NOT blocked AND start_after <= now())`,
    [names],
  );
  return rows.map(({ name }) => name);
}

async function hasWork(database: Database, names: readonly string[]): Promise<boolean> {
  const { rows } = await database.pool.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pgboss.job WHERE name = ANY($1) AND (state = 'active'
              OR (state IN ('created', 'retry') AND start_after <= now()))) AS found`,
    [names],
  );
  return rows[0]?.found ?? false;
}
