import type { Kysely } from 'kysely';
import { checkCeremony } from '#core/ceremony/checks.ts';
import {
  attachedFileText,
  attachedPastPlan,
  largestAttachment,
  type AttachedFile,
} from '#core/field/attached-file.ts';
import type { Field } from '#core/field/field.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { hasActed } from '#core/recipient/recipient.ts';
import { refuseHarmful } from '../files/refuse-harmful.ts';
import { fitFor, type PdfEngine } from '../ports/pdf-engine.ts';
import { countStorage, holdStorage, refuseStorage } from '../account/storage-store.ts';
import type { Schema } from '../db/schema.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { promiseReleaseOf } from '../files/promise-release.ts';
import { drawnTrouble } from '../sealing/check-drawn.ts';
import { isEveryday } from '../sealing/try-printing.ts';
import { attachedBytes, keepAttachment } from './attachment-store.ts';
import type { Services } from '../services.ts';
import type { Ceremony } from './ceremony.ts';
import { asOpenDocument, lockCeremony, openCeremony, type Visit } from './open-link.ts';

/**
 * Takes a file in for an attachment field. It is kept as it came: it does not go into the sealed
 * file, since that goes to everybody and a copy of a passport is for the sender. What the seal covers is its hash. A
 * field has one file: a former one is let go of at once. All of it counts for the room of the sender's account; past
 * that a document that is out takes some in all the same.
 */
export async function attachFile(
  services: Services,
  visit: Visit,
  fieldId: string,
  sent: { fileName: string; bytes: Uint8Array },
): Promise<AttachedFile | Refusal> {
  const ceremony = await openCeremony(services, visit);
  if (isRefusal(ceremony)) return ceremony;
  const { whole, recipient, owner } = ceremony;
  const closed = refuseClosed(ceremony, services.clock());
  if (closed) return closed;
  const field = whole.fields.find(({ id, type }) => id === fieldId && type === 'attachment');
  if (!field || field.recipientId !== recipient.id || hasActed(recipient)) {
    return refuse('field-not-yours', 'This page asks you for no file there. Reload it.');
  }
  const mediaType = kindOf(sent.bytes);
  if (mediaType === undefined) {
    return refuse('attachment-refused', 'The file has to be a PDF, a PNG or a JPG.');
  }
  if (sent.bytes.length > largestAttachment) {
    return refuse('attachment-refused', 'The file is larger than 10 MB. Choose a smaller one.');
  }
  const full = await refuseStorage(services.db, owner.accountId, sent.bytes.length, services);
  if (full && !(await fitsPastPlan(services.db, visit, fieldId, sent.bytes.length))) return noRoom;
  const harmful = await refuseHarmful(services.scanner, sent.bytes);
  if (harmful) return harmful;
  if (mediaType === 'application/pdf' && !(await canBeShown(services, owner.accountId, sent.bytes))) {
    return refuse(
      'attachment-refused',
      'This PDF cannot be opened: it is damaged or locked with a password. Choose another file.',
    );
  }
  const named = await tryName(services, ceremony, field, {
    name: await printableName(fitFor(services.pdf, owner.accountId), field, sent.fileName, mediaType),
    mediaType,
    size: sent.bytes.length,
  });
  const file = { ...named, sha256: await services.files.put(sent.bytes) };
  return keepInPlace(services, visit, fieldId, file);
}

const refuseClosed = ({ whole, recipient }: Ceremony, now: number): Refusal | undefined =>
  checkCeremony('open', { document: asOpenDocument(whole), recipient, now });

/**
 * Under the document's lock: a signature that is under way keeps the file that it was given for, and nothing is kept by a
 * link, or for a document, that has ended while the file was on its way.
 */
function keepInPlace(
  services: Services,
  visit: Visit,
  fieldId: string,
  file: AttachedFile,
): Promise<AttachedFile | Refusal> {
  const { accountId } = visit;
  return inTransaction(services.db, async (tx) => {
    const ceremony = await lockCeremony(tx, services, visit);
    const now = services.clock();
    const refused = isRefusal(ceremony)
      ? ceremony
      : (refuseClosed(ceremony, now) ??
        (hasActed(ceremony.recipient)
          ? refuse('already-signed', 'You have signed already. Reload the page.')
          : await takeRoom(tx, services, visit, fieldId, file.size)));
    const former = refused ? [file.sha256] : await keepAttachment(tx, visit, fieldId, file, now);
    if (former.length > 0) await promiseReleaseOf(tx, services.jobs, accountId, former);
    return refused ?? file;
  });
}

/** It counts, but is refused by the plan in force only past what a document may take beyond it. */
async function takeRoom(
  tx: Tx,
  services: Services,
  visit: Visit,
  fieldId: string,
  size: number,
): Promise<Refusal | undefined> {
  if (!(await holdStorage(tx, visit.accountId, size, services))) return undefined;
  if (!(await fitsPastPlan(tx, visit, fieldId, size))) return noRoom;
  await countStorage(tx, visit.accountId, size);
  return undefined;
}

async function fitsPastPlan(
  db: Kysely<Schema>,
  visit: Visit,
  fieldId: string,
  size: number,
): Promise<boolean> {
  return (await attachedBytes(db, visit, { fieldId })) + size <= attachedPastPlan;
}

const noRoom = refuse(
  'attachment-refused',
  'The sender has no room for more files. Nothing of this one was kept. Tell the sender.',
);

/** Whether its first page can be drawn: a file that only begins as a PDF is none (S-21). */
async function canBeShown(
  { pdf }: Pick<Services, 'pdf'>,
  accountId: string,
  bytes: Uint8Array,
): Promise<boolean> {
  return (await pdf.thumbnail({ pdf: bytes, width: 64 }, accountId)) !== undefined;
}

/** By its first bytes; what the browser says about a file is a guess from its name (S-21). */
function kindOf(bytes: Uint8Array): AttachedFile['mediaType'] | undefined {
  const starts = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (starts(0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf';
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  return starts(0xff, 0xd8, 0xff) ? 'image/jpeg' : undefined;
}

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** The name as it is printed in the field's box: shortened in the middle until it fits, never cut by the page. */
async function printableName(
  pdf: Pick<PdfEngine, 'fit'>,
  { width, height }: Field,
  fileName: string,
  mediaType: string,
): Promise<string> {
  const extension = extensions[mediaType] ?? 'bin';
  const stem = [...fileName.replace(/\.[^.]*$/, '')];
  const names = [60, 40, 28, 18, 10].map((most) =>
    stem.length <= most ? stem.join('') : `${stem.slice(0, most - 5).join('')}…${stem.slice(-4).join('')}`,
  );
  const candidates = [...names.filter((name) => name !== ''), 'file'].map((name) => `${name}.${extension}`);
  const fits = await pdf.fit(candidates.map((text) => ({ text, width, height })));
  const at = fits.findIndex((fit) => fit.fits && fit.unprintable.length === 0);
  return candidates[at] ?? `file.${extension}`;
}

type NamedFile = Omit<AttachedFile, 'sha256'>;

/** A name in letters that are rarely typed is tried out, and gives way where no seal could hold it. */
async function tryName(
  services: Services,
  { whole: { document }, recipient }: Ceremony,
  field: Field,
  file: NamedFile,
): Promise<NamedFile> {
  if (isEveryday(file.name)) return file;
  const value = attachedFileText({ ...file, sha256: '' });
  const trouble = await drawnTrouble(services, {
    ...{ document, recipient, fields: [field], values: new Map([[field.id, value]]) },
    ...{ imageSha256: null, initialsSha256: null, pictures: new Map() },
  });
  return trouble ? { ...file, name: `file.${extensions[file.mediaType] ?? 'bin'}` } : file;
}
