import type pg from 'pg';

/** A table whose rows are carried over, as SQL spells it. */
export type CopiedTable = {
  /** Such as `public.documents`; the schema of the product is called public in a backup, whatever its name is. */
  name: string;
  /** Quoted; without those that the database computes. */
  columns: string[];
};

/** pg-boss makes the others anew: its version, statistics and warnings. */
const queueTables = ['queue', 'job', 'schedule', 'subscription', 'job_dependency'];

const own = 'public';

/** Every table of the product, and those of the queue that hold work; not the partitions of one that is listed. */
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

/** The table as this database calls it. */
export async function namesHere(client: pg.ClientBase): Promise<(name: string) => string> {
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_schema()) AS name');
  const schema = rows[0]!.name;
  return (name) => (name.startsWith(`${own}.`) ? `${schema}.${name.slice(own.length + 1)}` : name);
}

export type Sequence = { name: string; last: string; called: boolean };

/** Where each sequence of the product stands; those of the queue belong to tables that are made anew. */
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

/** With these settings the text of a value is the same on every server. */
export const sameText = `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL client_encoding = 'UTF8';
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;
