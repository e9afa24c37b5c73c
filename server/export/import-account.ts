import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { codesLeftOut, exportedTables, type ExportedTable } from '#core/export/export-format.ts';
import type { Schema } from '../db/schema.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { hashPassword } from '../identity-provider/identities.ts';
import type { FileStore } from '../ports/file-store.ts';
import { makeSecret, sealWebhookSecret } from '../webhooks/secrets.ts';
import { checkArchive, checkExport, type ExportVerdict } from './check-export.ts';
import { NoArchive, openArchive, type Archive, type ArchiveRow } from './read-archive.ts';

type Importing = { db: Kysely<Schema>; files: FileStore; webhookKey: Buffer; now: number };
type Outcome = ExportVerdict & { accountId: string; already: boolean };

/** Rows that are written at a time. Folders all at once: one may lie in one that comes later. */
const page = 500;

/**
 * Takes an archive into an installation that does not have this account yet, after every hash, trail, value and seal of it
 * was looked at: one that does not hold is not taken in. Files come first and rows in one transaction, so an import that
 * was cut off is done again by the same call. Nobody is let in by it: people of
 * the embedded provider set a password by the mail of a forgotten one, keys and links of forms end, webhooks are off, and
 * what lay behind a code stays shut until its sender sets another.
 */
export async function importAccount(
  importing: Importing,
  source: string | Uint8Array,
  tell: (line: string) => void = () => undefined,
): Promise<Outcome> {
  let archive: Archive;
  try {
    archive = await openArchive(source);
  } catch (error) {
    if (!(error instanceof NoArchive)) throw error;
    return { ...(await checkExport(source)), accountId: '', already: false };
  }
  try {
    const { accountId } = archive.manifest;
    const verdict = await checkArchive(archive, tell);
    if (verdict.faults.length > 0) return { ...verdict, accountId, already: false };
    await takeFiles(importing, archive, tell);
    return { ...verdict, accountId, already: !(await takeRows(importing, archive, tell)) };
  } finally {
    archive.close();
  }
}

async function takeFiles(
  { files }: Importing,
  archive: Archive,
  tell: (line: string) => void,
): Promise<void> {
  const names = [...archive.names].filter((name) => name.startsWith('files/'));
  for (const [at, name] of names.entries()) {
    // Also one that lies there: what nobody needs yet could be swept before the rows are in, had it not just been put.
    await files.put(await archive.open(name));
    if ((at + 1) % 100 === 0) tell(`${at + 1} of ${names.length} files`);
  }
  tell(`${names.length} files`);
}

/** False when the account is here already. */
async function takeRows(
  importing: Importing,
  archive: Archive,
  tell: (line: string) => void,
): Promise<boolean> {
  const { accountId } = archive.manifest;
  const codeOfNobody = await hashPassword(randomUUID() + randomUUID());
  return inTransaction(importing.db, async (tx) => {
    // Of two imports at the same moment the second one waits, and finds the account.
    await sql`SELECT pg_advisory_xact_lock(hashtext(${accountId}))`.execute(tx);
    const there = await tx.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst();
    if (there) return false;
    for (const table of exportedTables) {
      const most = table === 'folders' ? Infinity : page;
      let rows: ArchiveRow[] = [];
      let count = 0;
      const write = async (): Promise<void> => {
        if (rows.length > 0) await insert(tx, table, rows);
        count += rows.length;
        rows = [];
      };
      for await (const row of archive.rows(table)) {
        rows.push({ ...row, ...begunAnew(table, row, importing), ...codeAnew(table, row, codeOfNobody) });
        if (rows.length >= most) await write();
      }
      await write();
      tell(`${count} ${table}`);
    }
    await makeIdentities(tx, accountId);
    return true;
  });
}

/** Secrets were left out because they let somebody in; these let nobody in before the owner wants it. */
function begunAnew(table: ExportedTable, row: ArchiveRow, { webhookKey, now }: Importing): ArchiveRow {
  if (table === 'accounts') {
    // A plan is what the payment provider holds, and who is a customer there is in no archive.
    const plan = { plan: row['plan'] ? 'free' : '', plan_until: null };
    return { ...plan, closing_asked_at: null, closing_asked_by: null, closes_at: null, closed_at: null };
  }
  // Nobody has tried it here; a server that runs finds it, and seals it (server/sealing/retry-seal.ts).
  if (table === 'documents' && row['status'] === 'sealing') return { seal_problem: null };
  // Where they were sent they may be signed still: a link out of here would ask the same people to do it twice.
  if (table === 'documents' && row['status'] === 'sent') return { warn_at: null };
  if (table === 'recipients') return { remind_at: null };
  if (table === 'public_forms') return { token: randomBytes(16).toString('base64url'), is_on: false };
  if (table === 'api_keys') return { revoked_at: row['revoked_at'] ?? new Date(now).toISOString() };
  if (table === 'bulk_sends' && row['state'] === 'running') return { state: 'paused', paused_by: null };
  if (table !== 'webhook_endpoints') return {};
  const key = { accountId: String(row['account_id']), id: String(row['id']) };
  const secret = sealWebhookSecret(webhookKey, key, makeSecret());
  return { secret, state: 'off', off_because: row['off_because'] ?? 'member', failing_since: null };
}

/** The hash of a code that nobody knows, where there was one. An archive of before this was said in it says of none. */
function codeAnew(table: ExportedTable, row: ArchiveRow, codeOfNobody: string): ArchiveRow {
  const code = codesLeftOut[table];
  return code ? { [code.column]: row[code.isSet] === true ? codeOfNobody : null } : {};
}

/** Columns that the database computes are computed anew, and those that a newer version has are as they begin. */
async function insert(tx: Tx, table: ExportedTable, given: readonly ArchiveRow[]): Promise<void> {
  const named = new Set(given.flatMap((row) => Object.keys(row)));
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
     WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`.execute(
    tx,
  );
  const columns = rows.map(({ name }) => name).filter((name) => named.has(name));
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`INSERT INTO ${sql.table(table)} (${list})
    SELECT ${list} FROM json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(given)}::json)`.execute(
    tx,
  );
}

/**
 * For people of the embedded provider, with a password that nobody knows. Who is here already, by an address that they have
 * confirmed here too, signs in as they do.
 */
async function makeIdentities(tx: Tx, accountId: string): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('issuer', '=', 'embedded')
    .where('removed_at', 'is', null)
    .execute();
  for (const person of people) {
    const known = await tx
      .selectFrom('identities')
      .select('id')
      .where((row) => row(sql`lower(email)`, '=', person.email.toLowerCase()))
      .where('email_confirmed_at', 'is not', null)
      .executeTakeFirst();
    if (known && person.email_confirmed_at !== null) {
      const same = tx.updateTable('users').set({ subject: known.id }).where('account_id', '=', accountId);
      await same.where('id', '=', person.id).execute();
      continue;
    }
    const id = await freeSubject(tx, person);
    const itself = tx.updateTable('users').set({ subject: id }).where('account_id', '=', accountId);
    await itself.where('id', '=', person.id).execute();
    await tx
      .insertInto('identities')
      .values({
        ...{ id, email: person.email, email_confirmed_at: person.email_confirmed_at },
        ...{ first_name: person.first_name, last_name: person.last_name },
        password_hash: await hashPassword(randomUUID() + randomUUID()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Another one where somebody else is here under it: an archive may say that a colleague is whoever wrote it. */
async function freeSubject(tx: Tx, { subject, email }: { subject: string; email: string }): Promise<string> {
  const other = await tx
    .selectFrom('identities')
    .select('id')
    .where('id', '=', subject)
    .where((row) => row(sql`lower(email)`, '!=', email.toLowerCase()))
    .executeTakeFirst();
  return other ? randomUUID() : subject;
}
