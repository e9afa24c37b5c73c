import { movePages, type DocumentFile } from '#core/document/files.ts';
import { isPartialReader } from '#core/recipient/chosen-files.ts';
import type { StoredDocument, StoredRecipient, WholeDocument } from './document.ts';

/**
 * Returns what a recipient may know about a document. Someone who gets only some of the files must not see
 * the others' titles, pages, fields, values or hashes, nor the joined file or the sealed file of all.
 */
export function seenDocument(
  whole: WholeDocument,
  recipient: Pick<StoredRecipient, 'onlyFiles'> | undefined,
): WholeDocument {
  if (!recipient || !isPartialReader(recipient)) return whole;
  const { document } = whole;
  const files = (document.files ?? []).filter(({ id }) => recipient.onlyFiles.includes(id));
  return { ...whole, document: documentOf(document, files), fields: [] };
}

function documentOf(document: StoredDocument, files: readonly DocumentFile[]): StoredDocument {
  const sealed = document.sealedFiles?.filter(({ id }) => files.some((file) => file.id === id));
  return {
    ...document,
    files,
    pages: movePages(document.pages, document.files ?? [], files),
    fileName: files[0]?.fileName ?? '',
    fileNotes: [],
    originalSha256: '',
    originalSize: 0,
    baseSha256: '',
    baseSize: 0,
    sealedSha256: null,
    sealedSize: null,
    augmentation: null,
    certificate: null,
    separateCertificate: false,
    ...(sealed && { sealedFiles: sealed }),
  };
}
