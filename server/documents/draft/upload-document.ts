import type { Kysely } from 'kysely';
import { folderNotFound } from '#core/folder/folder.ts';
import { allowance, fileAllowance } from '#core/plan/allowance.ts';
import { largestUpload } from '#core/plan/plans.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../../db/schema.ts';
import { promiseRelease } from '../../files/promise-release.ts';
import { hasFolder } from '../../records/folder-store.ts';
import type { FieldInput } from '#contract/field.ts';
import { newId } from '../../db/new-id.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PreparedFile } from '../../ports/pdf-engine.ts';
import { readPlan } from '../../records/plan-store.ts';
import { holdStorage, refuseStorage } from '../../account/storage-store.ts';
import { countUpload, uploadsThisMonth } from '../../account/usage-store.ts';
import type { DocumentServices, Owner } from '../document-services.ts';
import { findDocument, replaceFields } from '../../records/document-store.ts';
import type { WholeDocument } from '../../records/document.ts';
import { insertDraft, mediaTypes, type DraftFile } from '../../records/draft-store.ts';
import { fileKind, type FileKind } from '../../files/file-kind.ts';
import { fieldsForAnchors, fieldsForForm } from '../../files/offer-fields.ts';
import { placeFields } from './place-fields.ts';

export type Upload = {
  fileName: string;
  bytes: Uint8Array;
  title: string;
  /** Where it is to lie; null is the top. */
  folderId?: string | null;
};

/**
 * Takes a PDF or Word file in: looks at what it really is, converts and normalises it to the immutable base
 * file, stores both, and creates the draft. Nothing is kept of a file that is refused (specification §5).
 */
export async function uploadDocument(
  services: DocumentServices,
  owner: Owner,
  upload: Upload,
): Promise<WholeDocument | Refusal> {
  const { title, folderId = null } = upload;
  const place = async (db: Kysely<Schema>): Promise<Refusal | undefined> =>
    (await hasFolder(db, owner.accountId, folderId)) ? undefined : folderNotFound;
  const stored = await takeFileIn(
    services,
    owner.accountId,
    upload,
    async () => (await place(services.db)) ?? limitReached(services, owner, upload.bytes.length),
  );
  if (isRefusal(stored)) return stored;
  const { file, changes, formFields, anchored } = stored;
  const id = newId(services.clock());
  const refused = await inTransaction(services.db, async (tx) => {
    const refusal =
      (await place(tx)) ??
      (await holdStorage(tx, owner.accountId, file.originalSize + file.baseSize, services)) ??
      (await countUpload(tx, owner.accountId, new Date(services.clock()), services));
    if (refusal) {
      await promiseRelease(tx, services.jobs, owner.accountId, file);
      return refusal;
    }
    const draft = { owner, id, title, folderId, file, facts: { changes: changes.join(' ') }, formFields };
    await insertDraft(tx, services.clock(), draft);
    const placed = placeFields(
      { document: { pages: [...file.pages] }, recipients: [] },
      anchored,
      services.clock(),
    );
    if (!isRefusal(placed)) await replaceFields(tx, { accountId: owner.accountId, id }, placed);
    return undefined;
  });
  if (refused) return refused;
  const created = await findDocument(services.db, owner.accountId, id);
  if (!created) throw new Error(`Document ${id} vanished while it was uploaded`);
  return created;
}

/** `formFields` are the file's own, to be offered; `anchored` are placed by anchors in its text. */
export type TakenIn = {
  file: DraftFile;
  changes: string[];
  formFields: FieldInput[];
  anchored: FieldInput[];
};

/**
 * Looks at a file, prepares it and stores it as it came and as the base file; `allowed` is asked in between,
 * before the work is done, and so is the room that the account has. `changes` are what normalising altered.
 */
export async function takeFileIn(
  services: Pick<DocumentServices, 'db' | 'files' | 'pdf' | 'docx' | 'clock' | 'plans'>,
  accountId: string,
  { fileName, bytes }: Pick<Upload, 'fileName' | 'bytes'>,
  allowed: () => Promise<Refusal | undefined>,
): Promise<TakenIn | Refusal> {
  const kind = checkFile({ fileName, bytes });
  if (isRefusal(kind)) return kind;
  const early = (await allowed()) ?? (await refuseStorage(services.db, accountId, bytes.length, services));
  if (early) return early;
  const pdf = kind === 'docx' ? await convert(services, accountId, bytes) : bytes;
  if (isRefusal(pdf)) return pdf;
  const prepared = await prepare(services, accountId, pdf);
  if (isRefusal(prepared)) return prepared;
  const places = await services.pdf.findPlaces(pdf, accountId);
  const nextId = () => newId(Date.now());
  const file = {
    fileName,
    mediaType: mediaTypes[kind],
    originalSha256: await services.files.put(bytes),
    originalSize: bytes.length,
    baseSha256: await services.files.put(prepared.bytes),
    baseSize: prepared.bytes.length,
    pages: prepared.pages,
  };
  return {
    file,
    changes: prepared.changes,
    formFields: fieldsForForm(places.form, prepared.pages, nextId),
    anchored: fieldsForAnchors(places.anchors, prepared.pages, nextId),
  };
}

function checkFile({ bytes, fileName }: Pick<Upload, 'fileName' | 'bytes'>): FileKind | Refusal {
  if (bytes.length > largestUpload) return fileTooLarge();
  if (bytes.length === 0) return refuse('upload-refused', 'The file is empty. Choose the file again.');
  return fileKind(fileName, bytes);
}

export function fileTooLarge(): Refusal {
  return refuse('upload-too-large', `File is larger than ${largestUpload} bytes`);
}

/** Asked before the work is done, so that nobody waits for a refusal; decided by countUpload in the transaction. */
async function limitReached(
  services: DocumentServices,
  owner: Owner,
  size: number,
): Promise<Refusal | undefined> {
  const { db, clock } = services;
  const plan = await readPlan(db, owner.accountId, services);
  return (
    fileAllowance(plan, size) ??
    allowance(plan, await uploadsThisMonth(db, owner.accountId, new Date(clock())))
  );
}

async function prepare(
  services: Pick<DocumentServices, 'pdf'>,
  accountId: string,
  pdf: Uint8Array,
): Promise<PreparedFile | Refusal> {
  const prepared = await services.pdf.normalise(pdf, accountId);
  return 'refused' in prepared ? refuse('upload-refused', prepared.detail) : prepared;
}

async function convert(
  services: Pick<DocumentServices, 'docx' | 'pdf'>,
  accountId: string,
  docx: Uint8Array,
): Promise<Uint8Array | Refusal> {
  const checked = await services.pdf.checkDocx(docx, accountId);
  if (isRefusal(checked)) return checked;
  return services.docx.convert(checked.docx, { account: accountId });
}
