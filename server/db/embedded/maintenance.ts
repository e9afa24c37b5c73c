import type pg from 'pg';

export interface Maintenance {
  /** Does now whatever is due; also called by the timer. Never two at once. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

export interface MaintenanceOptions {
  pool: pg.Pool;
  report: (error: Error) => void;
  /** Milliseconds from any fixed point; never goes back. */
  now?: () => number;
}

const LOOK_EVERY_MS = 30_000;
const CHECKPOINT_AFTER_MS = 5 * 60_000;
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024;
const VACUUM_QUEUE_AFTER_MS = 10 * 60_000;
const VACUUM_ALL_AFTER_MS = 60 * 60_000;

/**
 * Does for the embedded database what PostgreSQL's background processes do for a server: PGlite is one
 * single-user process, so nobody else writes checkpoints (the log would grow without end) or vacuums.
 * Both stop all queries meanwhile: a checkpoint 20–500 ms, a vacuum of 90 MB 700 ms.
 */
export function startMaintenance({
  pool,
  report,
  now = () => performance.now(),
}: MaintenanceOptions): Maintenance {
  let checkpointed = now();
  let queueVacuumed = now();
  let allVacuumed = now();
  let running: Promise<void> | undefined;

  const work = async (): Promise<void> => {
    if (now() - allVacuumed >= VACUUM_ALL_AFTER_MS) {
      await pool.query('VACUUM (ANALYZE)');
      allVacuumed = queueVacuumed = now();
    } else if (now() - queueVacuumed >= VACUUM_QUEUE_AFTER_MS) {
      // The queue's rows are updated several times each and live for minutes.
      for (const table of await queueTables(pool)) await pool.query(`VACUUM (ANALYZE) ${table}`);
      queueVacuumed = now();
    }
    const logBytes = await bytesSinceCheckpoint(pool);
    const due = now() - checkpointed >= CHECKPOINT_AFTER_MS && logBytes > 0;
    if (due || logBytes >= CHECKPOINT_AFTER_BYTES) {
      await pool.query('CHECKPOINT');
      checkpointed = now();
    }
  };
  const run = (): Promise<void> => {
    running ??= work()
      .catch((error: unknown) => report(error instanceof Error ? error : new Error(String(error))))
      .finally(() => (running = undefined));
    return running;
  };
  const timer = setInterval(() => void run(), LOOK_EVERY_MS);
  timer.unref();
  return {
    run,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function queueTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
      WHERE schemaname = 'pgboss' ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

async function bytesSinceCheckpoint(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    'SELECT (pg_current_wal_lsn() - redo_lsn)::text AS bytes FROM pg_control_checkpoint()',
  );
  return Number(rows[0]?.bytes ?? 0);
}
