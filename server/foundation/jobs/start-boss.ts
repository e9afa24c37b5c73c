import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { Db, QueueResult } from 'pg-boss';
import type pg from 'pg';
import type { Database } from '#server/foundation/db/database.ts';
import { DEFAULT_SETTINGS } from './jobs.ts';
import type { JobDefinition, JobDefinitions } from './jobs.ts';
import { runOnOneInstance } from './one-instance.ts';

/** Queue to which pg-boss copies a job after its last failed attempt. */
export const FAILED = 'failed-jobs';

export interface BossTimes {
  /** Seconds without a heartbeat after which a running job is given to another worker. The minimum is 10. */
  heartbeatSeconds: number;
  /** Interval at which pg-boss looks for expired and abandoned jobs. */
  superviseSeconds: number;
}

/** Interval at which pg-boss looks for indexes to build. This is the minimum that it accepts. */
const buildSeconds = 10;
const YEAR_SECONDS = 365 * 24 * 3600;
const DAY_SECONDS = 24 * 3600;

/**
 * Starts pg-boss in the application's own database and pool, with one queue per kind of job. The owner of the
 * tables creates and migrates them. Afterwards, pg-boss has only the product's rights.
 */
export function startBoss(
  database: Database,
  definitions: JobDefinitions,
  times: BossTimes,
  report: (error: Error) => void,
): Promise<PgBoss> {
  // If several instances start, one creates the tables and queues while the others wait (F-14, F-23).
  return runOnOneInstance(database, () => start(database, definitions, times, report));
}

async function start(
  database: Database,
  definitions: JobDefinitions,
  times: BossTimes,
  report: (error: Error) => void,
): Promise<PgBoss> {
  if (database.hasRunningRole) await createTables(database, report);
  const boss = new PgBoss({
    db: overPool(database.pool),
    schedule: false, // our own tables schedule repeated work
    superviseIntervalSeconds: times.superviseSeconds,
    monitorIntervalSeconds: times.superviseSeconds,
    // Only the owner of an index can rebuild it.
    ...(database.hasRunningRole && { migrate: false, reindex: false }),
  });
  boss.on('error', report);
  await boss.start();
  await createQueues(boss, definitions, times);
  if (database.ownedAlone) await reclaim(database.pool);
  return boss;
}

/** Creates or migrates the queue's tables as their owner. */
export async function createTables(database: Database, report: (error: Error) => void): Promise<void> {
  const boss = new PgBoss({
    db: overPool(database.owner),
    schedule: false,
    supervise: false,
    bamIntervalSeconds: buildSeconds,
  });
  boss.on('error', report);
  let built = Promise.withResolvers<void>();
  boss.on('bam', () => built.resolve());
  await boss.start();
  // A newer pg-boss may leave indexes to be built concurrently, which only their owner can do. It reports
  // only the indexes that it builds itself, not those that another instance builds.
  while (await isBuilding(boss)) {
    await Promise.race([built.promise, setTimeout(buildSeconds * 1000, undefined, { ref: false })]);
    built = Promise.withResolvers();
  }
  await boss.stop({ graceful: false, close: false });
  await database.grant();
}

async function isBuilding(boss: PgBoss): Promise<boolean> {
  const builds = await boss.getBamStatus();
  return builds.some(({ status }) => status === 'pending' || status === 'in_progress');
}

/**
 * Creates missing queues and updates the settings of existing ones. After the first start, a single query
 * shows that there is nothing to do; pg-boss reads all queues at startup.
 */
async function createQueues(boss: PgBoss, definitions: JobDefinitions, times: BossTimes): Promise<void> {
  const made = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!made.has(FAILED)) await boss.createQueue(FAILED, { retentionSeconds: YEAR_SECONDS });
  for (const [name, definition] of Object.entries(definitions)) {
    const options = optionsOf(definition, times);
    const queue = made.get(name);
    if (queue && isMadeWith(queue, options)) continue;
    // 'short' allows one queued job per key. A running job does not count, because it may have read outdated
    // data.
    if (!queue) await boss.createQueue(name, { ...options, policy: 'short' });
    else await boss.updateQueue(name, options);
    // On first use, pg-boss reads a queue's settings outside of the caller's transaction, which would take a
    // second connection. Using each queue here avoids that.
    await boss.findJobs(name, { id: randomUUID() });
  }
}

function optionsOf(definition: JobDefinition, times: BossTimes) {
  const settings = { ...DEFAULT_SETTINGS, ...definition.settings };
  return {
    retryLimit: settings.tries - 1,
    retryDelay: settings.initialWaitSeconds,
    retryBackoff: true,
    retryDelayMax: settings.maxWaitSeconds,
    expireInSeconds: settings.expireSeconds,
    heartbeatSeconds: times.heartbeatSeconds,
    retentionSeconds: YEAR_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    deadLetter: FAILED,
  };
}

type QueueOptions = ReturnType<typeof optionsOf>;

const isMadeWith = (queue: QueueResult, options: QueueOptions): boolean =>
  Object.entries(options).every(([name, value]) => queue[name as keyof QueueOptions] === value);

/**
 * Immediately requeues the jobs that were running when the last process died. Call it only if no other
 * process can exist. Jobs on their last attempt are left to pg-boss, so that a job that kills the process
 * ends as failed.
 */
async function reclaim(pool: pg.Pool): Promise<void> {
  await pool.query(
    `UPDATE pgboss.job SET state = 'retry', start_after = now(), heartbeat_on = NULL
      WHERE state = 'active' AND retry_count < retry_limit`,
  );
}

function overPool(pool: pg.Pool): Db {
  return {
    async executeSql(text, values) {
      if (values?.length) return pool.query(text, values);
      // Without parameters, the text may contain several statements, including BEGIN and COMMIT. If one
      // fails, the connection must not return to the pool inside the failed transaction.
      const client = await pool.connect();
      try {
        const result: pg.QueryResult | pg.QueryResult[] = await client.query(text);
        return Array.isArray(result) ? { rows: result.flatMap(({ rows }) => rows as unknown[]) } : result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },
  };
}
