import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { hashPassword } from '../../accounts/identity-provider/identities.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { checkArchive, checkExport, type CheckedArchive, type ExportVerdict } from './check-export.ts';
import {
  importAccountRows,
  importContactRows,
  importFolders,
  importSettings,
  peopleOf,
  readBrand,
} from './carry-account.ts';
import { importDocumentRow } from './carry-document.ts';
import type { ImportRun } from './carrying.ts';
import { importTemplateRows, prepareTemplates, type TemplateFiles } from './carry-templates.ts';
import { sealOf } from './check-documents.ts';
import { documentsOf } from './document-parts.ts';
import { ImportRefused } from './import-refused.ts';
import type { Importing } from './importing.ts';
import { insertInSavepoint } from './insert-apart.ts';
import { insertRows } from './insert-rows.ts';
import { inviteOwner, prepareInvitations } from './invite-people.ts';
import { judgeDocument, type Fate, type Prepared } from './judge-document.ts';
import { drop, notesOfMissing, type Dropped } from './not-imported.ts';
import { InvalidArchive, openArchive, type Archive } from './read-archive.ts';
import { readRow } from './row-shapes.ts';

/** Number of documents by result, with messages for the operator. */
export type Outcome = ExportVerdict & {
  accountId: string;
  already: boolean;
  sealed: number;
  sealedElsewhere: number;
  drafts: number;
  leftOut: number;
  notes: string[];
};

type Tell = (line: string) => void;
type Judged = { fates: Map<string, Fate>; templates: TemplateFiles };

/**
 * Imports an archive into an installation that does not have the account yet. Only what a sealed file under a
 * trusted root proves is imported as fact. Everything else is a claim and never imported as someone's action.
 * A document or template with a fault is omitted and reported, and any other fault rejects the archive. Files
 * are stored first and all rows then inserted in one transaction, so an interrupted import can simply be
 * repeated.
 */
export async function importAccount(
  importing: Importing,
  source: string | Uint8Array,
  tell: Tell = () => undefined,
): Promise<Outcome> {
  const nothing = { accountId: '', already: false, sealed: 0, sealedElsewhere: 0, drafts: 0, leftOut: 0 };
  let archive: Archive;
  try {
    archive = await openArchive(source);
  } catch (error) {
    if (!(error instanceof InvalidArchive)) throw error;
    return { ...nothing, ...(await checkExport(source)), notes: [] };
  }
  const { accountId } = archive.manifest;
  let verdict: ExportVerdict | undefined;
  try {
    const checked = await checkArchive(archive, tell);
    const { documents, events, seals, files, faults } = checked;
    verdict = { documents, events, seals, files, faults };
    const refused = { ...nothing, ...verdict, accountId, notes: [] };
    if (faults.length > 0) return refused;
    if (await reinvite(importing, archive)) return { ...refused, already: true };
    const judged = await judgeAll(importing, checked, tell);
    if (!importing.isTrial) await storeFiles(importing, checked.archive, judged, tell);
    const { invited, dropped } = await carryAll(importing, checked.archive, judged, tell);
    const report = reportOf(judged, invited);
    const notes = [...report.notes, ...(await notesOfMissing(checked.archive, dropped))];
    return { ...verdict, accountId, already: false, ...report, notes };
  } catch (error) {
    if (!(error instanceof ImportRefused || error instanceof InvalidArchive)) throw error;
    const counts = { documents: 0, events: 0, files: 0, seals: 0, ...verdict };
    return { ...nothing, ...counts, accountId, faults: [error.message], notes: [] };
  } finally {
    archive.close();
  }
}

async function judgeAll(
  importing: Importing,
  { archive, ofDocuments, ofTemplates }: CheckedArchive,
  tell: Tell,
): Promise<Judged> {
  const fates = new Map<string, Fate>();
  for (const [id, sentences] of ofDocuments) fates.set(id, { as: 'left-out', why: sentences.join(' ') });
  for await (const parts of documentsOf(archive)) {
    if (fates.has(parts.id)) continue;
    try {
      const fate = await judgeDocument(importing, archive, parts);
      fates.set(parts.id, await storePrepared(importing, fate));
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      fates.set(parts.id, { as: 'left-out', why: error.message });
    }
    if (fates.size % 100 === 0) tell(`${fates.size} documents judged`);
  }
  const templates = await prepareTemplates(importing, archive, ofTemplates);
  for (const prepared of templates.values())
    if (prepared !== null && typeof prepared !== 'string') await store(importing, prepared);
  return { fates, templates };
}

/**
 * Stores the prepared bytes immediately, so that only one document is in memory at a time. Files to which no
 * row refers in the end are cleaned up later.
 */
async function storePrepared(importing: Importing, fate: Fate): Promise<Fate> {
  if (fate.as !== 'draft') return fate;
  await store(importing, fate.prepared);
  return { ...fate, prepared: { ...fate.prepared, bytes: [] } };
}

async function store({ files, isTrial }: Importing, { bytes }: Prepared): Promise<void> {
  if (!isTrial) for (const one of bytes) await files.put(one);
}

/**
 * Stores the sealed documents' files unchanged. Existing files are stored again, so that they are not cleaned
 * up before the rows exist.
 */
async function storeFiles(
  { files }: Importing,
  archive: Archive,
  { fates }: Judged,
  tell: Tell,
): Promise<void> {
  let count = 0;
  for await (const { id, document, ...parts } of documentsOf(archive)) {
    const fate = fates.get(id);
    if (fate?.as !== 'sealed' && fate?.as !== 'sealed-elsewhere') continue;
    const { sealed, behind } = sealOf(document);
    const own = [document['original_sha256'], document['base_sha256'], document['certificate_sha256']];
    const named = (readRow('documents', document).files ?? []).flatMap(({ originalSha256, baseSha256 }) => [
      ...[originalSha256, baseSha256],
    ]);
    const others = [
      ...named,
      ...((fate.as === 'sealed' && fate.sealedFiles) || []).map(({ sha256 }) => sha256),
      ...parts.attachments.map(({ sha256 }) => sha256),
      ...parts.signatures.flatMap((row) => [row['image_sha256'], row['initials_sha256']]),
    ];
    const wanted = fate.as === 'sealed' ? [sealed, behind, ...own, ...others] : [sealed];
    for (const sha256 of new Set(wanted))
      if (typeof sha256 === 'string' && archive.names.has(`files/${sha256}`))
        await files.put(await archive.open(`files/${sha256}`));
    count += 1;
    if (count % 100 === 0) tell(`files of ${count} documents`);
  }
}

/** Thrown to roll back a trial import. */
class TrialOver extends Error {}

async function carryAll(
  importing: Importing,
  archive: Archive,
  judged: Judged,
  tell: Tell,
): Promise<{ invited: number; dropped: Dropped }> {
  const { accountId } = archive.manifest;
  const people = await peopleOf(archive, importing.owner);
  const brand = await readBrand(importing, archive);
  const logo = brand?.logo && !importing.isTrial ? await importing.files.put(brand.logo) : null;
  const unknownCodeHash = await hashPassword(randomUUID() + randomUUID());
  const dropped: Dropped = new Map();
  const ownerId = people.owner.id;
  const carrying: ImportRun = { accountId, ownerId, now: importing.now, unknownCodeHash, dropped };
  let invited = 0;
  const act = async (tx: Tx): Promise<void> => {
    // The database may restart the transaction from the beginning.
    dropped.clear();
    for await (const _ of archive.rows('brands')) drop(dropped, 'brand', brand === undefined ? 1 : 0);
    await lockAccount(tx, accountId);
    await importAccountRows(tx, carrying, archive, people);
    await importFolders(tx, carrying, archive);
    await importContactRows(tx, carrying, archive);
    await importTemplateRows(tx, carrying, archive, judged.templates);
    await importSettings(tx, importing, carrying, archive);
    if (brand) {
      const row = { ...brand.row, ...(logo === null && { logo_type: null }), logo_sha256: logo };
      const own = { account_id: accountId, updated_at: new Date(importing.now).toISOString() };
      await insertRows(tx, 'brands', [{ ...row, ...own, reply_to_state: 'none' }], 'The brand');
    }
    for await (const parts of documentsOf(archive)) {
      const fate = judged.fates.get(parts.id);
      if (!fate || fate.as === 'left-out') continue;
      const refused = await insertInSavepoint(tx, () =>
        importDocumentRow({ tx, carrying, archive, parts }, fate),
      );
      if (refused !== undefined) judged.fates.set(parts.id, { as: 'left-out', why: refused });
    }
    await recordLeftOut(tx, carrying, judged.fates);
    tell(`${judged.fates.size} documents`);
    invited = await prepareInvitations(tx, importing, carrying, people);
    await inviteOwner(tx, importing, { ...carrying, email: people.owner.email });
    if (importing.isTrial) throw new TrialOver();
  };
  await inTransaction(importing.db, act).catch((error: unknown) => {
    if (!(error instanceof TrialOver)) throw error;
  });
  return { invited, dropped };
}

/** Records in the audit trail which documents were omitted, so that the owner can see what is missing. */
async function recordLeftOut(tx: Tx, { accountId, now }: ImportRun, fates: Judged['fates']): Promise<void> {
  const leftOut = [...fates].flatMap(([id, fate]) =>
    fate.as === 'left-out' && !fate.isGone
      ? [{ type: 'document_not_imported' as const, detail: `${id}: ${fate.why}` }]
      : [],
  );
  for (const event of leftOut.slice(0, maxRecorded)) await recordAccountEvent(tx, accountId, event, now);
}

/** Maximum number of documents in the audit trail. All others are only reported to the operator. */
const maxRecorded = 1000;

/** Of two concurrent imports, the second one waits and then finds the account. */
async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${accountId}))`.execute(tx);
  const present = await tx.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst();
  if (present) throw new ImportRefused(`The account ${accountId} was imported at the same time.`);
}

/** Returns true if the account already exists. Its owner gets another link unless an earlier one was used. */
async function reinvite(importing: Importing, archive: Archive): Promise<boolean> {
  const { accountId } = archive.manifest;
  return inTransaction(importing.db, async (tx) => {
    const present = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (!present) return false;
    const open = await tx
      .selectFrom('member_invitations')
      .select(['invited_by', 'email'])
      .where('account_id', '=', accountId)
      .where('role', '=', 'owner')
      .where('accepted_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    if (open && !importing.isTrial)
      await inviteOwner(tx, importing, { accountId, ownerId: open.invited_by, email: open.email });
    return true;
  });
}

function reportOf({ fates, templates }: Judged, invited: number) {
  const all = [...fates];
  const count = (as: Fate['as']): number => all.filter(([, fate]) => fate.as === as).length;
  const roots = new Set(all.flatMap(([, fate]) => (fate.as === 'sealed-elsewhere' ? [fate.rootSha256] : [])));
  const notes = [
    ...all.flatMap(([id, fate]) =>
      fate.as === 'left-out' ? [`The document ${id} was left out. ${fate.why}`] : [],
    ),
    ...[...templates].flatMap(([id, file]) =>
      typeof file === 'string' ? [`The template ${id} was left out. ${file}`] : [],
    ),
    ...all.flatMap(([id, fate]) =>
      fate.as === 'draft' && fate.answered.length > 0
        ? [
            `The document ${id} is imported as a draft. The responses of ${fate.answered.length} people, which the archive ` +
              'records, are not imported, because nothing proves them here.',
          ]
        : [],
    ),
    ...[...roots].map(
      (root) =>
        `Documents sealed under the root ${root} are imported as files only, because that root is not trusted here. ` +
        'To import them with their trail, give the root with --trust-root before the account is imported.',
    ),
    ...(invited > 0
      ? [
          `${invited} members are imported as expired invitations. The owner can resend each one from the team list.`,
        ]
      : []),
  ];
  const [sealed, drafts] = [count('sealed'), count('draft')];
  return { sealed, sealedElsewhere: count('sealed-elsewhere'), drafts, leftOut: count('left-out'), notes };
}
