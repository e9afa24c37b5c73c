import type pg from 'pg';

const OLDEST_GENERATION = 15;
const SAFE: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  // `local` is durable on this server but may leave a replica behind. `remote_*` waits for more than the
  // local disk.
  synchronous_commit: ['on', 'local', 'remote_write', 'remote_apply'],
};

/** @throws Error with a message if PostgreSQL is too old or may lose acknowledged commits (F-13) */
export async function refuseUnsafeServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [['server_version_num', ...Object.keys(SAFE)]],
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const generation = Math.floor(Number(settings.get('server_version_num') ?? 0) / 10_000);
  if (generation < OLDEST_GENERATION) {
    throw new Error(`PostgreSQL ${generation} is too old: Countersign needs ${OLDEST_GENERATION} or newer.`);
  }
  for (const [name, safe] of Object.entries(SAFE)) {
    const setting = settings.get(name) ?? 'unknown';
    if (safe.includes(setting)) continue;
    throw new Error(
      `PostgreSQL runs with ${name} = ${setting}: an acknowledged signature could be lost when its power fails. ` +
        `Set ${name} = on and restart it.`,
    );
  }
}
