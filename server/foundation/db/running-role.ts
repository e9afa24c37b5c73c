import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

/** Tables of the audit trail and the transparency log. The running role can only append to them (T-03). */
const trail = ['events', 'event_values', 'log_leaves', 'log_nodes', 'log_heads', 'log_anchors'];
/** Arbitrary lock number for pg_advisory_xact_lock, used only here. */
const lock = 4_270_815_163;
const duplicate = ['42710', '23505'];
const notAllowed = '42501';

/**
 * Returns the role that the server uses at runtime, and creates it if needed. It is named after the database
 * and cannot log in. Returns undefined if the user in DATABASE_URL can neither create the role nor use one
 * that an administrator created.
 */
export async function openRunningRole(owner: pg.Pool): Promise<string | undefined> {
  const name = await runningRoleName(owner);
  const quoted = pg.escapeIdentifier(name);
  try {
    const { rowCount } = await owner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    if (rowCount === 0) await makeRole(owner, quoted);
    if (!(await canBecome(owner, quoted))) await owner.query(`GRANT ${quoted} TO CURRENT_USER`);
    return (await canBecome(owner, quoted)) ? name : undefined;
  } catch (error) {
    if ((error as { code?: unknown }).code === notAllowed) return undefined;
    throw error;
  }
}

/** For example, countersign_app for the database countersign. PostgreSQL names have at most 63 bytes. */
export async function runningRoleName(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('SELECT left(current_database(), 59) AS name');
  return `${rows[0]!.name}_app`;
}

async function makeRole(owner: pg.Pool, quoted: string): Promise<void> {
  await owner.query(`CREATE ROLE ${quoted} NOLOGIN`).catch((error: { code?: string }) => {
    // Another instance created the role at the same time.
    if (!duplicate.includes(error.code ?? '')) throw error;
  });
}

async function canBecome(owner: pg.Pool, quoted: string): Promise<boolean> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL ROLE ${quoted}`);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === notAllowed) return false;
    throw error;
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}

/**
 * Grants the running role the rights that the product needs on all current tables, including the job queue's:
 * read and write rows, but only read and insert in the audit trail. The role owns nothing, so it can neither
 * alter a table nor drop a trigger. Run this again after creating tables. Does nothing for a role that owns
 * the tables.
 */
export async function grantToRunningRole(owner: pg.Pool, role: string): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    // If two starting instances granted rights on the same table concurrently, one of them would fail.
    await client.query(`SELECT pg_advisory_xact_lock(${lock})`);
    const statements = await missingGrants(client, role);
    if (statements.length > 0) await client.query(statements.join(';\n'));
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release(true);
    throw error;
  }
}

/** Returns only missing or superfluous grants, since each grant writes to PostgreSQL's system catalogs. */
async function missingGrants(client: pg.PoolClient, role: string): Promise<string[]> {
  const to = pg.escapeIdentifier(role);
  const { rows: schemas } = await client.query<{ name: string }>(
    `SELECT quote_ident(nspname) AS name FROM pg_namespace
      WHERE nspname IN (current_schema(), 'pgboss') AND NOT has_schema_privilege($1::name, oid, 'USAGE')`,
    [role],
  );
  const { rows: tables } = await client.query<{ name: string; may: string; too_much: boolean }>(
    `WITH tables AS (
       SELECT c.oid, format('%I.%I', n.nspname, c.relname) AS name,
              CASE WHEN n.nspname = 'pgboss' THEN 'SELECT, INSERT, UPDATE, DELETE'
                   WHEN c.relname = ANY($2) THEN 'SELECT, INSERT'
                   WHEN c.relname = 'migrations' THEN 'SELECT'
                   ELSE 'SELECT, INSERT, UPDATE, DELETE' END AS may
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN (current_schema(), 'pgboss') AND c.relkind IN ('r', 'p')
          AND NOT pg_has_role($1::name, c.relowner, 'MEMBER'))
     SELECT name, may, too_much
       FROM tables, LATERAL (
         SELECT count(*) FILTER (WHERE may ~ kind AND NOT has_table_privilege($1::name, oid, kind)) > 0 AS too_little,
                count(*) FILTER (WHERE may !~ kind AND has_table_privilege($1::name, oid, kind)) > 0 AS too_much
           FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS kind) AS has
      WHERE too_little OR too_much`,
    [role, trail],
  );
  const { rows: functions } = await client.query<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc
      WHERE proname IN ('forget_draft_file_name', 'forget_erased_values') AND pronamespace = current_schema()::regnamespace
        AND NOT has_function_privilege($1::name, oid, 'EXECUTE')`,
    [role],
  );
  return [
    ...schemas.map(({ name }) => `GRANT USAGE ON SCHEMA ${name} TO ${to}`),
    ...tables.flatMap(({ name, may, too_much: tooMuch }) => [
      ...(tooMuch ? [`REVOKE ALL ON ${name} FROM ${to}`] : []),
      `GRANT ${may} ON ${name} TO ${to}`,
    ]),
    ...functions.map(({ name }) => `GRANT EXECUTE ON FUNCTION ${name} TO ${to}`),
  ];
}

/**
 * Returns true if the current user lacks the rights to change or delete the audit trail. Triggers alone are
 * not enough, because an owner can disable them.
 */
export async function canOnlyAddToTrail(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ onlyAdds: boolean | null }>`
    SELECT bool_and(NOT (has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
             OR has_any_column_privilege(c.oid, 'UPDATE') OR pg_has_role(c.relowner, 'MEMBER'))) AS "onlyAdds"
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = current_schema() AND c.relname IN (${sql.join(trail)})`.execute(db);
  return rows[0]?.onlyAdds ?? false;
}
