import type { DocumentFileView } from '#contract/documents/files.ts';
import type { SealedFile } from '#core/document/sealed-files.ts';
import { withFirstPages, type DocumentFile } from '#core/document/files.ts';

/** Returns the public view of a list of files. */
export function filesView(
  files: readonly DocumentFile[],
  sealed: readonly SealedFile[] = [],
): DocumentFileView[] {
  return withFirstPages(files).map(({ id, title, kind, fileName, firstPage, pages, ...file }) => ({
    ...{ id, title, kind, fileName, firstPage, pageCount: pages },
    ...{ originalSha256: file.originalSha256, baseSha256: file.baseSha256 },
    sealedSha256: sealed.find((one) => one.id === id)?.sha256 ?? null,
  }));
}
