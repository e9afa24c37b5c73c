import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { sql, type Kysely } from 'kysely';
import { exportedTables, type ExportedTable, type ExportManifest } from '#core/export/export-format.ts';
import type { Schema } from '../db/schema.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { hashPassword } from '../identity-provider/identities.ts';
import type { FileStore } from '../ports/file-store.ts';
import { checkExport, type ExportVerdict } from './check-export.ts';

type Importing = { db: Kysely<Schema>; files: FileStore };
type Outcome = ExportVerdict & { accountId: string; already: boolean };

/** Rows that are written at a time. */
const page = 500;

/**
 * Takes an archive into an installation that does not have this account yet, after every hash, trail, value and seal of it
 * was looked at: one that does not hold is not taken in. Files come first and rows in one transaction, so an import that
 * was cut off is done again by the same call, and finds the files that are there. Nobody is let in by it: people of
 * the embedded provider set a password by the mail of a forgotten one.
 */
export async function importAccount(
  { db, files }: Importing,
  zip: Uint8Array,
  tell: (line: string) => void = () => undefined,
): Promise<Outcome> {
  const verdict = await checkExport(zip);
  const entries = unzipSync(zip);
  const text = (name: string): string => Buffer.from(entries[name] ?? new Uint8Array()).toString('utf8');
  const { accountId = '' } = JSON.parse(text('manifest.json') || '{}') as Partial<ExportManifest>;
  if (verdict.faults.length > 0) return { ...verdict, accountId, already: false };
  const stored = Object.entries(entries).filter(([name]) => name.startsWith('files/'));
  for (const [at, [name, bytes]] of stored.entries()) {
    const sha256 = name.slice('files/'.length);
    if (!(await files.has(sha256))) await files.put(bytes);
    if ((at + 1) % 100 === 0) tell(`${at + 1} of ${stored.length} files`);
  }
  const already = await inTransaction(db, async (tx) => {
    const there = await tx.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst();
    if (there) return true;
    for (const table of exportedTables) {
      const lines = text(`tables/${table}.ndjson`).split('\n').filter(Boolean);
      for (let at = 0; at < lines.length; at += page) await insert(tx, table, lines.slice(at, at + page));
      tell(`${lines.length} ${table}`);
    }
    await makeIdentities(tx, accountId);
    return false;
  });
  return { ...verdict, accountId, already };
}

/** Columns that the database computes are computed anew, and those that a newer version has are as they begin. */
async function insert(tx: Tx, table: ExportedTable, lines: readonly string[]): Promise<void> {
  const given = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line) as object)));
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
     WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`.execute(
    tx,
  );
  const columns = rows.map(({ name }) => name).filter((name) => given.has(name));
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`INSERT INTO ${sql.table(table)} (${list})
    SELECT ${list} FROM json_populate_recordset(NULL::${sql.table(table)}, ${`[${lines.join(',')}]`}::json)`.execute(
    tx,
  );
}

/** For people of the embedded provider, with a password that nobody knows. */
async function makeIdentities(tx: Tx, accountId: string): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('issuer', '=', 'embedded')
    .where('removed_at', 'is', null)
    .execute();
  for (const person of people) {
    await tx
      .insertInto('identities')
      .values({
        ...{ id: person.subject, email: person.email, email_confirmed_at: person.email_confirmed_at },
        ...{ first_name: person.first_name, last_name: person.last_name },
        password_hash: await hashPassword(randomUUID() + randomUUID()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
