import type pg from 'pg';

/** A table whose rows are copied. Its SQL identifiers are quoted. */
export type CopiedTable = {
  /**
   * For example, `public.documents`. In a backup, the product's schema is always called public, whatever its
   * real name.
   */
  name: string;
  /** Quoted names of all columns except generated ones. */
  columns: string[];
};

/**
 * Tables of the job queue that contain work. pg-boss creates its other tables itself: version, statistics and
 * warnings.
 */
const queueTables = ['queue', 'job', 'schedule', 'subscription', 'job_dependency'];

const own = 'public';

/**
 * Lists all tables of the product, and those of the job queue that contain work. Partitions of listed tables
 * are left out.
 */
export async function listTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `SELECT CASE WHEN n.nspname = 'pgboss' THEN 'pgboss' ELSE '${own}' END AS schema, quote_ident(c.relname) AS name,
            array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
       FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND ((n.nspname = current_schema() AND c.relname <> 'migrations')
          OR (n.nspname = 'pgboss' AND c.relname = ANY($1)))
      GROUP BY 1, 2 ORDER BY 1, 2`,
    [queueTables],
  );
  return rows.map(({ schema, name, columns }) => ({ name: `${schema}.${name}`, columns }));
}

/** Maps a table to its name in this database. */
export async function namesHere(client: pg.ClientBase): Promise<(name: string) => string> {
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_schema()) AS name');
  const schema = rows[0]!.name;
  return (name) => (name.startsWith(`${own}.`) ? `${schema}.${name.slice(own.length + 1)}` : name);
}

export type Sequence = { name: string; last: string; called: boolean };

/**
 * Returns the values of the product's sequences. Those of the job queue belong to tables that are created
 * again.
 */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(c.relname) AS name FROM pg_class c
      WHERE c.relkind = 'S' AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`,
  );
  const here = await namesHere(client);
  const found: Sequence[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM ${here(`${own}.${name}`)}`,
    );
    found.push({ name: `${own}.${name}`, ...state.rows[0]! });
  }
  return found;
}

/** Settings with which every server formats values in the same way. */
export const sameText = `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL client_encoding = 'UTF8';
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;
