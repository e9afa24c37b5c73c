import { MAX_FILES, notesOfFiles, withFirstPages, type DocumentFile } from '#core/document/files.ts';
import { MAX_UPLOAD_BYTES } from '#core/plan/plans.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { PageGeometry } from '#core/field/layout/geometry.ts';
import { mediaTypes, type DraftFile } from '../../records/draft-file.ts';
import type { IngestDeps } from './deps.ts';
import { markAsTest } from './mark-as-test.ts';
import { refusalOfFile } from './refusal-of-file.ts';

/** Maximum total size of a document's prepared files, in bytes. */
const MAX_JOINED_BYTES = 2 * MAX_UPLOAD_BYTES;

/** A list of files with all their pages, in order. */
export type FileList = {
  /** Name of the joined file, without its extension. */
  name: string;
  files: readonly DocumentFile[];
  pages: readonly PageGeometry[];
  /** True if the pages are marked as a test. */
  test: boolean;
};

/**
 * Joins the files of a document into the one that everyone sees and signs, and stores it. A single file is
 * used directly.
 */
export async function joinDraftFile(
  services: Pick<IngestDeps, 'files' | 'pdf'>,
  accountId: string,
  { name, files, pages, test }: FileList,
): Promise<DraftFile | Refusal> {
  const joined = await joinAll(services, accountId, { name, files, pages });
  return isRefusal(joined) || !test ? joined : markAsTest(services, accountId, joined);
}

async function joinAll(
  { files: store, pdf }: Pick<IngestDeps, 'files' | 'pdf'>,
  accountId: string,
  { name, files, pages }: Omit<FileList, 'test'>,
): Promise<DraftFile | Refusal> {
  const [only] = files;
  if (only && files.length === 1) {
    const { id: _id, title: _title, kind: _kind, pages: _pages, ...stored } = only;
    return { ...stored, pages, files: null };
  }
  const size = files.reduce((sum, { baseSize }) => sum + baseSize, 0);
  if (files.length > MAX_FILES || size > MAX_JOINED_BYTES) return tooManyFiles;
  const parts = [];
  for (const { title, firstPage, pages: count, baseSha256 } of withFirstPages(files)) {
    const own = pages.slice(firstPage - 1, firstPage - 1 + count);
    parts.push({ title, pdf: await store.read(baseSha256), pages: own });
  }
  const joined = await pdf.join(parts, accountId);
  if ('refused' in joined) return refusalOfFile(joined);
  return joinedFile(
    { name: `${name}.pdf`, files, pages },
    { sha256: await store.put(joined), bytes: joined },
  );
}

/** Describes the joined file of a list. It has no separate upload, because its parts were uploaded. */
export function joinedFile(
  { name, files, pages }: Omit<FileList, 'test'>,
  { sha256, bytes }: { sha256: string; bytes: Uint8Array },
): DraftFile {
  return {
    fileName: name,
    mediaType: mediaTypes.pdf,
    originalSha256: sha256,
    originalSize: bytes.length,
    baseSha256: sha256,
    baseSize: bytes.length,
    pages,
    notes: notesOfFiles(files),
    files,
  };
}

const tooManyFiles = refuse(
  'document-files-limit',
  `A document can have up to ${MAX_FILES} files with ${MAX_JOINED_BYTES / 1_048_576} MB together. Send the others as another document.`,
);

/** Refuses to replace the joined file as a whole, because its fields belong to the parts. */
export const severalFiles = refuse(
  'document-has-several-files',
  'This document has several files. Add the new file, then remove the one that it replaces.',
);
