import { sql, type Kysely } from 'kysely';
import { compareWithEvidence, describeContradiction } from '#core/document/compare-with-evidence.ts';
import { missingValues } from '#core/trail/missing-values.ts';
import { recordInside } from '#pdf/verify/countersigned/record-inside.ts';
import { readAttachment } from '#pdf/read/read-attachment.ts';
import { join } from '#pdf/verify/bytes.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { checkLog } from '../log/check-log.ts';
import { neededFilePrefix, findFileReferences } from '../../records/stored-files/needed-files.ts';
import { damageOf, findDamage } from '../../records/stored-files/check-stored-files.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { readDocumentRows, statedByRows } from '../../records/stated-rows.ts';
import { readTrail, type RecordedEvent } from '../../records/trail/trail-store.ts';
import { openSealedTrails, wasTestSealed, type SealedFiles } from '../../records/trail/sealed-trails.ts';
import { judgeSeal } from '../record/judge-seal.ts';

type Looking = { db: Kysely<Schema>; files: FileStore };
/**
 * Revoked sealing certificates: serial number (hex) and time of revocation (ms UTC). `note` reports their
 * seals.
 */
type Withdrawals = {
  withdrawn: readonly { serial: string; at: number }[];
  note(sentence: string): void;
};
type Key = { accountId: string; documentId: string };
export type Looked = { documents: number; events: number; files: number; leaves: number; heads: number };

/** Document ids read per query. Each document is then checked separately to limit memory use. */
const page = 500;
/** File names read per query. */
const pageOfNames = 5000;

/**
 * Checks a whole database and its files: each chain with its values, each file to which a row refers, each
 * seal, each trail against its sealed file, and the log. Reports each error as a sentence. A seal by a key
 * that was revoked later is noted and is not an error.
 */
export async function verifyDatabase(
  looking: Looking,
  found: (sentence: string) => void,
  { withdrawn, note }: Withdrawals = { withdrawn: [], note: () => undefined },
): Promise<Looked> {
  const looked = { documents: 0, events: 0, files: await checkOtherFiles(looking, found) };
  for await (const key of documentsOf(looking.db)) {
    const about = (sentence: string): string => `Document ${key.documentId}: ${sentence}`;
    const { events, files, wrong, serial } = await checkTwice(looking, key);
    looked.documents += 1;
    looked.events += events;
    looked.files += files;
    for (const sentence of wrong) found(about(sentence));
    const since = withdrawn.find((one) => one.serial === serial)?.at;
    if (since !== undefined) note(about(withdrawnSince(serial!, since)));
  }
  return { ...looked, ...(await checkLog(looking.db, found)) };
}

/**
 * Checks files that belong to no document directly: attachments, signatures, templates, logos and photos.
 * Runs before the documents, so that a template's file is checked even if someone uses the template in the
 * meantime.
 */
async function checkOtherFiles({ db, files }: Looking, found: (sentence: string) => void): Promise<number> {
  let whole = 0;
  for (const prefix of '0123456789abcdef') {
    for (let after = ''; ;) {
      const names = await neededFilePrefix(db, prefix, { after, most: pageOfNames, besideDocuments: true });
      for (const name of names) {
        const spoilt = await findDamage(files, name);
        if (spoilt === undefined) whole += 1;
        // The server may have released the file while this was reading it.
        else
          for (const place of await findFileReferences(db, name))
            found(`A file of ${place} ${spoilt} (${name}).`);
      }
      if (names.length < pageOfNames) break;
      after = names.at(-1)!;
    }
  }
  return whole;
}

type Seen = { events: number; files: number; wrong: readonly string[]; serial: string | undefined };

/**
 * Checks a document twice before reporting an error. The server may change it between two reads, but real
 * errors persist.
 */
async function checkTwice(looking: Looking, key: Key): Promise<Seen> {
  const first = await lookAt(looking, key);
  if (first.wrong.length === 0) return first;
  const second = await lookAt(looking, key);
  return { ...second, wrong: second.wrong.filter((sentence) => first.wrong.includes(sentence)) };
}

async function lookAt(looking: Looking, key: Key): Promise<Seen> {
  const wrong: string[] = [];
  let serial: string | undefined;
  const { events, verdict } = await readTrail(looking.db, key);
  if (!verdict.intact)
    wrong.push(`event ${verdict.seq} of its trail differs from what was recorded. ${verdict.problem}`);
  else
    for (const { seq, name } of missingValues(events.map(withValueNames)))
      wrong.push(`event ${seq} of its trail lacks its value '${name}', which no erasure explains.`);
  const files = await checkFiles(looking, key, events, {
    tell: (sentence) => void wrong.push(sentence),
    sealedBy: (given) => void (serial = given),
  });
  return { events: events.length, files, wrong, serial };
}

const withValueNames = ({ body, personal }: RecordedEvent) => ({
  body,
  values: new Set(Object.keys(personal)),
});

function withdrawnSince(serial: string, at: number): string {
  const since = new Date(at).toISOString();
  return `the key ${serial} of its seal has been revoked since ${since}. The seal is trusted only if an authority proves an earlier time.`;
}

/** Returns the documents that have a row, and those of which only the trail is left. */
async function* documentsOf(db: Kysely<Schema>): AsyncGenerator<Key> {
  const nil = '00000000-0000-0000-0000-000000000000';
  let after: Key = { accountId: nil, documentId: nil };
  for (;;) {
    const behind = sql`(account_id, id) > (${after.accountId}::uuid, ${after.documentId}::uuid)`;
    const { rows } = await sql<Key>`
      SELECT account_id AS "accountId", id AS "documentId" FROM (
        (SELECT account_id, id FROM documents WHERE ${behind} ORDER BY account_id, id LIMIT ${page})
        UNION
        (SELECT DISTINCT account_id, document_id AS id FROM events
          WHERE (account_id, document_id) > (${after.accountId}::uuid, ${after.documentId}::uuid)
          ORDER BY account_id, id LIMIT ${page})) AS both_of_them
       ORDER BY account_id, id LIMIT ${page}`.execute(db);
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1)!;
  }
}

/** Returns the errors of one document, and the serial number (hex) of the certificate that sealed it. */
type Reporting = { tell(sentence: string): void; sealedBy(serial: string | undefined): void };

async function checkFiles(
  { db, files }: Looking,
  { accountId, documentId }: Key,
  events: readonly RecordedEvent[],
  { tell, sealedBy }: Reporting,
): Promise<number> {
  const row = await db
    .selectFrom('documents')
    .select(['status', 'original_sha256', 'base_sha256', 'sealed_sha256', 'augmentation_sha256'])
    .select(['certificate_sha256', 'files_kept', 'sealed_elsewhere', 'purged_at', 'test'])
    .where('account_id', '=', accountId)
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (!row) {
    // A permanently deleted document keeps its row, so a missing row means that someone tampered with the
    // database.
    tell('its trail exists, but the document does not.');
    return 0;
  }
  if (events.length === 0) tell('it has no trail.');
  const mayLackFiles = row.purged_at !== null && (row.test || row.status !== 'completed');
  if (!row.files_kept && !mayLackFiles) tell('its files are marked as deleted, although they must be kept.');
  const named = [
    ['uploaded file', mayLackFiles && !row.files_kept ? null : row.original_sha256],
    ['base file', mayLackFiles && !row.files_kept ? null : row.base_sha256],
    ['ending record', row.files_kept ? row.certificate_sha256 : null],
    ['sealed file', row.sealed_sha256],
    ['long-term validation data', row.augmentation_sha256],
  ] as const;
  const read = new Map<string, Uint8Array>();
  for (const [name, sha256] of named) {
    if (sha256 === null) continue;
    const bytes = await readOrTell(files, sha256, (why) => tell(`its ${name} ${why} (${sha256}).`));
    if (bytes) read.set(name, bytes);
  }
  if (!wasTestSealed(row)) checkSealedEvent(row, events, tell);
  const sealed = read.get(row.sealed_sha256 === null ? 'ending record' : 'sealed file');
  const context = { tell, sealedBy };
  if (sealed) {
    const isSame = await checkSeal(
      files,
      row,
      [sealed, read.get('long-term validation data')],
      events,
      context,
    );
    if (isSame) await checkRows(db, { accountId, documentId }, sealed, events, tell);
  }
  return read.size;
}

/** Pages and exports show the rows, but the parties agreed to the sealed evidence. */
async function checkRows(
  db: Kysely<Schema>,
  key: Key,
  sealed: Uint8Array,
  events: readonly RecordedEvent[],
  tell: (sentence: string) => void,
): Promise<void> {
  const rows = await readDocumentRows(db, key);
  const bytes = readAttachment(await recordInside(sealed), 'evidence.json');
  if (!rows || !bytes) return;
  const evidence = JSON.parse(Buffer.from(bytes).toString()) as { events: unknown[] };
  const later = events.slice(evidence.events.length).map(({ body }) => body);
  for (const contradiction of compareWithEvidence(statedByRows(rows), evidence, later))
    tell(describeContradiction(contradiction));
}

async function readOrTell(
  files: FileStore,
  sha256: string,
  tell: (why: string) => void,
): Promise<Uint8Array | undefined> {
  try {
    return await files.read(sha256);
  } catch (error) {
    tell(damageOf(error));
    return undefined;
  }
}

/** Compares the sealed file with the one named in the trail, so that no other file can replace it. */
function checkSealedEvent(
  { status, sealed_sha256: sealed }: { status: string; sealed_sha256: string | null },
  events: readonly RecordedEvent[],
  tell: (sentence: string) => void,
): void {
  // An import event names the sealed file of a completed document, or the record of another ending.
  const stating = ['document_sealed', ...(sealed === null ? [] : ['document_imported'])];
  const event = events.findLast(({ type }) => stating.includes(type));
  const stated = event?.event.data['sealedSha256'];
  if (sealed !== null && stated !== sealed) tell('its trail does not state that this file was sealed.');
  if (sealed === null && (event !== undefined || status === 'completed'))
    tell('it was sealed, but names no sealed file.');
}

async function checkSeal(
  files: FileStore,
  row: SealedFiles,
  [sealed, augmentation]: readonly [Uint8Array, Uint8Array | undefined],
  events: readonly RecordedEvent[],
  { tell, sealedBy }: Reporting,
): Promise<boolean> {
  const { verdict, problems, signer } = await judgeSeal(sealed);
  sealedBy(signer?.serial);
  if (verdict !== 'sealed-unchanged' && verdict !== 'sealed-by-unknown')
    tell(`the seal of its file is invalid: ${verdict}, ${problems.join(', ')}.`);
  else if (augmentation) {
    const whole = await judgeSeal(join([sealed, augmentation]));
    if (whole.verdict !== verdict)
      tell(`the long-term validation data of its file is invalid: ${whole.problems.join(', ')}.`);
  }
  const compared = await openSealedTrails(files).compare(row, events);
  if (compared?.same === false) tell('its trail differs from the one inside its sealed file.');
  return compared?.same === true;
}
