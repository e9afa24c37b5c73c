import { allowance } from '#core/plan/allowance.ts';
import { largestUpload, planNamed } from '#core/plan/plans.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { newId } from '../db/new-id.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import type { PreparedFile } from '../ports/pdf-engine.ts';
import { appendEvents } from '../trail/append-event.ts';
import { countUpload, uploadsThisMonth } from '../accounts/usage-store.ts';
import { checkDocx } from './check-docx.ts';
import type { DocumentServices, Owner } from './document-services.ts';
import { findDocument } from './document-store.ts';
import type { WholeDocument } from './document.ts';
import { fileKind, type FileKind } from './file-kind.ts';

export type Upload = { fileName: string; bytes: Uint8Array; title: string };

/**
 * Takes a PDF or Word file in: looks at what it really is, converts and normalises it to the immutable base
 * file, stores both, and creates the draft. Nothing is kept of a file that is refused (specification §5).
 */
export async function uploadDocument(
  services: DocumentServices,
  owner: Owner,
  upload: Upload,
): Promise<WholeDocument | Refusal> {
  const kind = checkFile(upload);
  if (isRefusal(kind)) return kind;
  const early = await limitReached(services, owner);
  if (early) return early;
  const prepared = await prepare(services, kind, upload.bytes);
  if (isRefusal(prepared)) return prepared;

  const original = await services.files.put(upload.bytes);
  const base = await services.files.put(prepared.bytes);
  const id = newId(services.clock());
  const refused = await inTransaction(services.db, async (tx) => {
    const over = await countUpload(tx, owner.accountId, new Date(services.clock()));
    if (over) return over;
    await insertDraft(tx, services.clock(), { owner, upload, prepared, id, original, base, kind });
    return undefined;
  });
  if (refused) return refused;
  const created = await findDocument(services.db, owner.accountId, id);
  if (!created) throw new Error(`Document ${id} vanished while it was uploaded`);
  return created;
}

function checkFile({ bytes, fileName }: Upload): FileKind | Refusal {
  if (bytes.length > largestUpload) return fileTooLarge();
  if (bytes.length === 0) return refuse('upload-refused', 'The file is empty. Choose the file again.');
  return fileKind(fileName, bytes);
}

export function fileTooLarge(): Refusal {
  return refuse('upload-too-large', `File is larger than ${largestUpload} bytes`);
}

/** Asked before the work is done, so that nobody waits for a refusal; decided by countUpload in the transaction. */
async function limitReached({ db, clock }: DocumentServices, owner: Owner): Promise<Refusal | undefined> {
  const { plan, used } = await uploadsThisMonth(db, owner.accountId, new Date(clock()));
  return allowance(planNamed(plan), used);
}

async function prepare(
  services: DocumentServices,
  kind: FileKind,
  bytes: Uint8Array,
): Promise<PreparedFile | Refusal> {
  const pdf = kind === 'docx' ? await convert(services, bytes) : bytes;
  if (isRefusal(pdf)) return pdf;
  const prepared = await services.pdf.normalise(pdf);
  return 'refused' in prepared ? refuse('upload-refused', prepared.detail) : prepared;
}

async function convert(services: DocumentServices, docx: Uint8Array): Promise<Uint8Array | Refusal> {
  const checked = await checkDocx(docx);
  if (isRefusal(checked)) return checked;
  return services.docx.convert(checked.docx);
}

type Draft = {
  owner: Owner;
  upload: Upload;
  prepared: PreparedFile;
  id: string;
  original: string;
  base: string;
  kind: FileKind;
};

async function insertDraft(tx: Tx, now: number, draft: Draft): Promise<void> {
  const { owner, upload, prepared, id } = draft;
  await tx
    .insertInto('documents')
    .values({
      account_id: owner.accountId,
      id,
      created_by: owner.userId,
      title: upload.title,
      file_name: upload.fileName,
      media_type: mediaTypes[draft.kind],
      original_sha256: draft.original,
      original_size: upload.bytes.length,
      base_sha256: draft.base,
      base_size: prepared.bytes.length,
      pages: prepared.pages,
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .execute();
  await appendEvents(tx, { accountId: owner.accountId, documentId: id }, now, [
    {
      type: 'document_uploaded',
      actor: { kind: 'user', id: owner.userId },
      data: {
        originalSha256: draft.original,
        baseSha256: draft.base,
        bytes: upload.bytes.length,
        pages: prepared.pages.length,
        kind: draft.kind,
        changes: prepared.changes.join(' '),
      },
      personal: { fileName: upload.fileName, actor: owner.name, actorEmail: owner.email },
    },
  ]);
}

const mediaTypes: Record<FileKind, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};
