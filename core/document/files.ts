import { clampToPage, type FieldBox, type PageGeometry } from '../field/layout/geometry.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { PageEdits } from './pages/placed-page.ts';
import type { FileNote } from './file-note.ts';

/**
 * `sign`: recipients sign this file. `read`: for information only. `acknowledge`: signers and approvers must
 * confirm that they have read it before they sign.
 */
export const documentFileKinds = ['sign', 'read', 'acknowledge'] as const;
export type DocumentFileKind = (typeof documentFileKinds)[number];

/**
 * One of the files that are joined into the file that everyone signs. `size` is in bytes. Page numbers in
 * `notes` refer to this file.
 */
export type DocumentFile = {
  id: string;
  title: string;
  kind: DocumentFileKind;
  fileName: string;
  mediaType: string;
  originalSha256: string;
  originalSize: number;
  baseSha256: string;
  baseSize: number;
  pages: number;
  notes: readonly FileNote[];
  /** Page changes since the file was converted; omitted if there are none. */
  pageEdits?: PageEdits | null;
};

/** Maximum number of files of a document. */
export const MAX_FILES = 20;

/** Returns the files in the form that is part of the agreement. */
export function agreedFiles(files: readonly DocumentFile[]) {
  return files.map(({ id, title, kind, fileName, pages, originalSha256, baseSha256 }) => ({
    ...{ id, title, kind, fileName, pages, originalSha256, baseSha256 },
  }));
}

/** Returns each file with the 1-based number of its first page in the joined file. */
export function withFirstPages<F extends { pages: number }>(
  files: readonly F[],
): (F & { firstPage: number })[] {
  let firstPage = 1;
  return files.map((file) => {
    const placed = { ...file, firstPage };
    firstPage += file.pages;
    return placed;
  });
}

/** Returns the notes on all files, with page numbers of the joined file. */
export function notesOfFiles(files: readonly DocumentFile[]): FileNote[] {
  return withFirstPages(files).flatMap(({ notes, firstPage }) =>
    notes.map((note) => ({ ...note, pages: note.pages.map((page) => page + firstPage - 1) })),
  );
}

type Paged = { id: string; pages: number };

/**
 * Returns a function that maps an old page number to the new one after files were moved, added or removed. The
 * result is undefined for pages of removed files.
 */
export function pageMover(
  before: readonly Paged[],
  after: readonly Paged[],
): (page: number) => number | undefined {
  const firsts = new Map(withFirstPages(after).map(({ id, firstPage }) => [id, firstPage]));
  const known = withFirstPages(before);
  return (page) => {
    const file = known.findLast(({ firstPage }) => firstPage <= page);
    const first = file && firsts.get(file.id);
    return file && first !== undefined && page < file.firstPage + file.pages
      ? first + page - file.firstPage
      : undefined;
  };
}

/**
 * Moves fields along with the pages of their files. Fields on removed files are removed only after confirmation.
 */
export function moveFields<F extends FieldBox & { page: number; label: string; type: string }>(
  fields: readonly F[],
  newPage: (page: number) => number | undefined,
  pages: readonly PageGeometry[],
  confirmed: boolean,
): { kept: F[]; lost: F[] } | Refusal {
  const lost = fields.filter(({ page }) => newPage(page) === undefined);
  if (lost.length > 0 && !confirmed) {
    const named = lost.slice(0, 5).map(({ type, label, page }) => `${label || type} on page ${page}`);
    const more = lost.length > named.length ? ` and ${lost.length - named.length} more` : '';
    return refuse(
      'fields-would-be-removed',
      `Fields on the removed files would be removed too: ${named.join(', ')}${more}.`,
    );
  }
  const kept = fields.flatMap((field) => {
    const page = newPage(field.page);
    const geometry = page === undefined ? undefined : pages[page - 1];
    return page === undefined || !geometry ? [] : [clampToPage(geometry, { ...field, page })];
  });
  return { kept, lost };
}

/** Returns the pages of all files in the new order. */
export function movePages(
  pages: readonly PageGeometry[],
  before: readonly Paged[],
  after: readonly Paged[],
): PageGeometry[] {
  const known = new Map(withFirstPages(before).map((file) => [file.id, file]));
  return after.flatMap(({ id }) => {
    const file = known.get(id);
    return file ? pages.slice(file.firstPage - 1, file.firstPage - 1 + file.pages) : [];
  });
}

/** Returns the ids of the files that a signer or approver must confirm as read, in order. */
export function filesToAcknowledge(
  files: readonly Pick<DocumentFile, 'id' | 'kind'>[] | null | undefined,
): string[] {
  return (files ?? []).filter(({ kind }) => kind === 'acknowledge').map(({ id }) => id);
}
