import type { Kysely } from 'kysely';
import { checkCeremony } from '#core/ceremony/checks.ts';
import {
  attachedFileText,
  attachedPastPlan,
  maxAttachmentBytes,
  maxPictureSize,
  type AttachedFile,
} from '#core/field/attached-file.ts';
import type { Field } from '#core/field/field.ts';
import { isPicture, takesFile } from '#core/field/kinds.ts';
import { textBox } from '#core/field/printed-texts.ts';
import { lookOf } from '#core/formats/look.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { hasActed } from '#core/recipient/recipient.ts';
import { refuseHarmful } from '../../../documents/files/refuse-harmful.ts';
import { fitFor, type PdfEngine, type PlainPicture } from '../../../ports/pdf-engine.ts';
import { countStorage, lockStorageUsage, refuseStorage } from '../../../accounts/profile/storage-store.ts';
import type { Schema } from '../../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../../foundation/db/transaction.ts';
import { scheduleReleaseOf } from '../../../records/stored-files/promise-release.ts';
import { findDrawingProblem } from '../../../evidence/preflight/check-drawn.ts';
import { isCommonText } from '../../../evidence/preflight/try-printing.ts';
import { attachedBytes, insertAttachment } from './attachment-store.ts';
import type { CeremonyDeps } from '../deps.ts';
import type { Ceremony } from '../ceremony.ts';
import { asOpenDocument, lockCeremony, openCeremony, type Visit } from '../open-link.ts';

/**
 * Stores a file for an attachment field and releases the field's previous file. An attachment is stored
 * unchanged, and the sealed file contains only its hash, because all recipients get the sealed file and an
 * attachment may be for the sender only. A picture that will be printed is stored as it is shown and sealed.
 * Files count toward the storage limit of the sender's account, which a sent document may exceed by a fixed
 * amount.
 */
export async function attachFile(
  services: CeremonyDeps,
  visit: Visit,
  fieldId: string,
  sent: { fileName: string; bytes: Uint8Array },
): Promise<AttachedFile | Refusal> {
  const ceremony = await openCeremony(services, visit);
  if (isRefusal(ceremony)) return ceremony;
  const { whole, recipient, owner } = ceremony;
  const closed = refuseClosed(ceremony, services.clock());
  if (closed) return closed;
  const field = whole.fields.find(({ id, type }) => id === fieldId && takesFile(type));
  if (!field || field.recipientId !== recipient.id || hasActed(recipient)) {
    return refuse('field-not-yours', 'You can’t upload a file for this field. Reload the page.');
  }
  const mediaType = kindOf(sent.bytes);
  if (mediaType === undefined) {
    return isPicture(field.type)
      ? noPicture
      : refuse('attachment-refused', 'The file must be a PDF, PNG or JPG.');
  }
  if (sent.bytes.length > maxAttachmentBytes) {
    return refuse('attachment-refused', 'The file is larger than 10 MB. Choose a smaller one.');
  }
  const full = await refuseStorage(services.db, owner.accountId, sent.bytes.length, services);
  if (full && !(await fitsPastPlan(services.db, visit, fieldId, sent.bytes.length))) return noRoom;
  const harmful = await refuseHarmful(services.scanner, sent.bytes);
  if (harmful) return harmful;
  if (isPicture(field.type)) {
    const max = maxPictureSize(whole.fields.filter(({ type }) => isPicture(type)).length);
    const picture = await plainPicture(services, owner.accountId, { bytes: sent.bytes, mediaType, max });
    if (isRefusal(picture)) return picture;
    const { width, height, png } = picture;
    const file = { name: `${field.type}.png`, mediaType: 'image/png', size: png.length, width, height };
    return replaceAttachment(services, visit, fieldId, { ...file, sha256: await services.files.put(png) });
  }
  if (mediaType === 'application/pdf' && !(await canBeShown(services, owner.accountId, sent.bytes))) {
    return refuse(
      'attachment-refused',
      'This PDF can’t be opened because it is damaged or password-protected. Choose another file.',
    );
  }
  const box = textBox(field, lookOf(field, whole.document.formats));
  const named = await tryName(services, ceremony, field, {
    name: await printableName(fitFor(services.pdf, owner.accountId), box, sent.fileName, mediaType),
    mediaType,
    size: sent.bytes.length,
  });
  const file = { ...named, sha256: await services.files.put(sent.bytes) };
  return replaceAttachment(services, visit, fieldId, file);
}

const refuseClosed = ({ whole, recipient }: Ceremony, now: number): Refusal | undefined =>
  checkCeremony('open', { document: asOpenDocument(whole), recipient, now });

/**
 * Runs under the document lock. A file that a concurrent signature uses is kept. Nothing is stored if the
 * link or the document ended during the upload.
 */
function replaceAttachment(
  services: CeremonyDeps,
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
          ? refuse('already-signed', 'You’ve already signed. Reload the page.')
          : await reserveStorage(tx, services, visit, fieldId, file.size)));
    const former = refused ? [file.sha256] : await insertAttachment(tx, visit, fieldId, file, now);
    if (former.length > 0) await scheduleReleaseOf(tx, services.jobs, accountId, former);
    return refused ?? file;
  });
}

/**
 * Counts the file toward storage. Refuses it only if it exceeds the plan and the extra amount that a sent
 * document may use.
 */
async function reserveStorage(
  tx: Tx,
  services: CeremonyDeps,
  visit: Visit,
  fieldId: string,
  size: number,
): Promise<Refusal | undefined> {
  if (!(await lockStorageUsage(tx, visit.accountId, size, services))) return undefined;
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
  'The sender’s storage is full, so this file was not stored. Let the sender know.',
);

const noPicture = refuse('attachment-refused', 'The file must be a PNG or JPG.');

/** Removes the name of the uploaded picture, and everything in it that says where it comes from. */
async function plainPicture(
  { pdf }: Pick<CeremonyDeps, 'pdf'>,
  accountId: string,
  {
    bytes,
    mediaType,
    max,
  }: { bytes: Uint8Array; mediaType: string; max: { longest: number; pixels: number } },
): Promise<PlainPicture | Refusal> {
  if (mediaType === 'application/pdf') return noPicture;
  const kind = mediaType === 'image/png' ? 'png' : 'jpeg';
  const picture = await pdf.plainPicture({ picture: bytes, kind, max }, accountId);
  return 'refused' in picture ? refuse('attachment-refused', picture.detail) : picture;
}

/** Returns true if the first page can be rendered. Rejects a file that only starts like a PDF (S-21). */
async function canBeShown(
  { pdf }: Pick<CeremonyDeps, 'pdf'>,
  accountId: string,
  bytes: Uint8Array,
): Promise<boolean> {
  return (await pdf.thumbnail({ pdf: bytes, width: 64 }, accountId)) !== undefined;
}

/**
 * Detects the type from the first bytes, because the type sent by the browser is only a guess from the file
 * name (S-21).
 */
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

/**
 * Returns the name as printed in the field's box. It is shortened in the middle until it fits, so that the
 * page never cuts it off.
 */
async function printableName(
  pdf: Pick<PdfEngine, 'fit'>,
  box: ReturnType<typeof textBox>,
  fileName: string,
  mediaType: string,
): Promise<string> {
  const extension = extensions[mediaType] ?? 'bin';
  const stem = [...fileName.replace(/\.[^.]*$/, '')];
  const names = [60, 40, 28, 18, 10].map((most) =>
    stem.length <= most ? stem.join('') : `${stem.slice(0, most - 5).join('')}…${stem.slice(-4).join('')}`,
  );
  const candidates = [...names.filter((name) => name !== ''), 'file'].map((name) => `${name}.${extension}`);
  const fits = await pdf.fit(candidates.map((text) => ({ text, ...box })));
  const at = fits.findIndex((fit) => fit.fits && fit.unprintable.length === 0);
  return candidates[at] ?? `file.${extension}`;
}

type NamedFile = Omit<AttachedFile, 'sha256'>;

/** Names with rare characters get a test print and are replaced if they could not be sealed. */
async function tryName(
  services: CeremonyDeps,
  { whole: { document }, recipient }: Ceremony,
  field: Field,
  file: NamedFile,
): Promise<NamedFile> {
  if (isCommonText(file.name)) return file;
  const value = attachedFileText({ ...file, sha256: '' });
  const trouble = await findDrawingProblem(services, {
    document,
    recipient,
    fields: [field],
    values: new Map([[field.id, value]]),
    imageSha256: null,
    initialsSha256: null,
    pictures: new Map(),
  });
  return trouble ? { ...file, name: `file.${extensions[file.mediaType] ?? 'bin'}` } : file;
}
