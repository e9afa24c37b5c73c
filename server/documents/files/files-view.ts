import type { DocumentFileView } from '#contract/documents/files.ts';
import { withFirstPages, type DocumentFile } from '#core/document/files.ts';

/** Returns what leaves the server of a list of files. */
export function filesView(files: readonly DocumentFile[]): DocumentFileView[] {
  return withFirstPages(files).map(({ id, title, kind, fileName, firstPage, pages, ...file }) => ({
    ...{ id, title, kind, fileName, firstPage, pageCount: pages },
    ...{ originalSha256: file.originalSha256, baseSha256: file.baseSha256 },
  }));
}
