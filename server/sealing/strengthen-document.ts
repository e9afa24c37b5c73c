import { strengthenPdf } from '#pdf/sign/strengthen-pdf.ts';
import { longTerm, type LongTerm } from '#pdf/verify/long-term.ts';
import { verifyPdf, type Verification } from '#pdf/verify/verify-pdf.ts';
import { join } from '#pdf/verify/read-objects.ts';
import { sha256 as hashOf } from '../crypto/sha256.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { repeat } from '../jobs/repeat.ts';
import { findEvenInBin, lockEvenInBin, type StoredDocument } from '../records/document-store.ts';
import { appendEvents } from '../trail/append-event.ts';
import type { Services } from '../services.ts';
import { afterFailure, againAfter, renewal } from './strengthen-times.ts';

type Strengthening = Pick<Services, 'db' | 'files' | 'jobs' | 'key' | 'clock' | 'timestamps'>;

/** The file with the new revision did not pass our own examination. It is thrown away, and tried again. */
class StrengtheningRejected extends Error {}

/**
 * Puts a timestamp over the whole sealed file behind it, when that is due: the first one, or one that renews the
 * last before its certificate is over. The sealed file itself, which everybody has by mail, stays as it is. Runs as a
 * job and may run twice or be killed at any moment: what was made is kept only where nothing came between.
 */
export async function strengthenDocument(
  services: Strengthening,
  accountId: string,
  documentId: string,
): Promise<void> {
  const document = (await findEvenInBin(services.db, accountId, documentId))?.document;
  if (!document || !(await isDue(services, document))) return;
  try {
    await strengthen(services, document);
  } catch (error) {
    // It is no worse than before: told to the operator once, and tried again by itself.
    await putOff(services, document, services.clock() + afterFailure);
    throw error;
  }
}

async function strengthen(services: Strengthening, document: StoredDocument): Promise<void> {
  const { db, files, clock, timestamps } = services;
  if (!timestamps) return;
  const { sealedSha256, strengthening } = document;
  const before = join([
    await files.read(sealedSha256!),
    strengthening ? await files.read(strengthening.sha256) : new Uint8Array(),
  ]);
  const made = await makeRevision(services, before);
  if (made === undefined) return putOff(services, document, clock() + againAfter);
  const { revision, whole, judged, proof } = made;
  const all = whole.subarray(document.sealedSize!);
  const behind = { sha256: await files.put(all), size: all.length };
  await inTransaction(db, (tx) => keep(tx, services, { document, whole, revision, behind, judged, proof }));
}

type Revision = { revision: Uint8Array; whole: Uint8Array; judged: Verification; proof: LongTerm };

/** The revision, examined; undefined when nobody gives a time. */
async function makeRevision(services: Strengthening, before: Uint8Array): Promise<Revision | undefined> {
  const { key, clock } = services;
  const timestamps = services.timestamps!;
  const { timestamps: earlier } = await verifyPdf(before, { roots: [] });
  const paths = earlier.map(({ path }) => path.map(({ bytes }) => bytes));
  const make = async (crls: readonly Uint8Array[]): Promise<Revision | undefined> => {
    const revision = await strengthenPdf({
      ...{ pdf: before, certificates: [], crls },
      timestamps: {
        tokenBytes: timestamps.longestToken(),
        stamp: (bytes) => timestamps.stamp(bytes, { hurry: false }),
      },
    });
    if (revision === undefined) return undefined;
    const whole = join([before, revision]);
    const judged = await examine(services, whole);
    return { revision, whole, judged, proof: await longTerm(judged, clock()) };
  };
  // Known before it is asked for its lists: who gives the time.
  const first = await make([]);
  if (first === undefined) return undefined;
  const own = (await key.lists?.(clock())) ?? [];
  const lists = [...own, ...(await timestamps.lists(paths))];
  // A file may not hold the lists of a stranger: of a root before this one, or where another authority answers now.
  const better = lists.length === 0 ? undefined : await make(lists).catch(() => undefined);
  return better ?? first;
}

/** Looked at again: the job may have been promised twice. */
async function isDue({ db, clock }: Strengthening, { accountId, id }: StoredDocument): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select(['status', 'sealed_sha256', 'strengthen_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  const isSealed = row?.status === 'completed' && row.sealed_sha256 !== null;
  return isSealed && row.strengthen_at !== null && row.strengthen_at.getTime() <= clock();
}

/** As a stranger would, who trusts our root and those of the authorities. */
async function examine({ key, timestamps }: Strengthening, whole: Uint8Array): Promise<Verification> {
  const roots = { roots: key.chain.slice(-1), timestampRoots: timestamps?.roots ?? [] };
  const judged = await verifyPdf(whole, roots);
  const { verdict, problems } = judged;
  // A seal by a key from before, whose root is another now, is strengthened too: what is asked here is whether it is whole.
  if (verdict === 'sealed-unchanged' || verdict === 'sealed-by-unknown') return judged;
  throw new StrengtheningRejected(`${verdict}: ${problems.join(', ')}`);
}

type Made = {
  document: StoredDocument;
  whole: Uint8Array;
  revision: Uint8Array;
  behind: { sha256: string; size: number };
  judged: Verification;
  proof: LongTerm;
};

/** One transaction: where the file is, and the event that says which bytes came behind which (T-02). */
async function keep(tx: Tx, services: Strengthening, made: Made): Promise<void> {
  const { document, whole, revision, behind, judged, proof } = made;
  const now = services.clock();
  const key = { accountId: document.accountId, documentId: document.id };
  if (!(await lockEvenInBin(tx, key.accountId, key.documentId))) return;
  const last = judged.timestamps.at(-1)!;
  const { level } = proof;
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({
      strengthening_sha256: behind.sha256,
      strengthening_size: behind.size,
      seal_level: level,
      timestamped_at: proof.provedAt === undefined ? null : new Date(proof.provedAt),
      strengthen_at: renewal(now, last.notAfter),
    })
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.documentId)
    .where('sealed_sha256', '=', document.sealedSha256)
    // Another run was faster: its revision stands, and this one is left to be swept away.
    .where('strengthening_sha256', 'is not distinct from', document.strengthening?.sha256 ?? null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  await appendEvents(tx, key, now, [
    {
      type: 'document_strengthened',
      actor: { kind: 'system', id: null },
      data: {
        sealedSha256: document.sealedSha256,
        revisionSha256: hashOf(revision),
        revisionBytes: revision.length,
        fileSha256: hashOf(whole),
        level,
        timestampedAt: new Date(last.at).toISOString(),
        authorityRootSha256: last.root,
      },
    },
  ]);
}

/** Nobody gave a time just now. */
async function putOff(
  { db }: Strengthening,
  { accountId, id }: StoredDocument,
  until: number,
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ strengthen_at: new Date(until) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** How many are promised in one round: authorities are asked one after the other. */
const atOnce = 100;

/** Promises to strengthen what is due, in the bin or out of it: what parties hold does not end there. */
export async function strengthenDue({ db, jobs, clock, timestamps }: Strengthening): Promise<void> {
  if (!timestamps) return;
  const due = await db
    .selectFrom('documents')
    .select(['account_id', 'id'])
    .where('status', '=', 'completed')
    .where('strengthen_at', '<=', new Date(clock()))
    .orderBy('strengthen_at')
    .limit(atOnce)
    .execute();
  for (const { account_id: accountId, id: documentId } of due) {
    await inTransaction(db, (tx) =>
      jobs.enqueue(tx, 'strengthen-document', { accountId, documentId }, { singletonKey: documentId }),
    );
  }
}

export function watchSeals(services: Strengthening): { stop(): Promise<void> } {
  return repeat({ name: 'strengthening', everyMs: 5 * 60_000, act: () => strengthenDue(services) });
}
