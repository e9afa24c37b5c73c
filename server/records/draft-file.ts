import type { Kysely } from 'kysely';
import type { DocumentFile } from '#core/document/files.ts';
import type { FileNote } from '#core/document/file-note.ts';
import { readPageEdits } from '#core/document/pages/page-edits.ts';
import type { PageEdits } from '#core/document/pages/placed-page.ts';
import type { PageGeometry } from '#core/field/layout/geometry.ts';
import type { Schema } from '../foundation/db/schema.ts';

/** An uploaded file and the base file made from it. Sizes are in bytes. */
export type DraftFile = {
  fileName: string;
  mediaType: string;
  originalSha256: string;
  originalSize: number;
  baseSha256: string;
  baseSize: number;
  pages: readonly PageGeometry[];
  /** Notes on the file for the member who prepares the document. */
  notes: readonly FileNote[];
  /** The files that were joined into this one; null or omitted for a single file. */
  files?: readonly DocumentFile[] | null;
  /** How the pages differ from those of the converted file; null or omitted if they do not. */
  pageEdits?: PageEdits | null;
};

/** Returns the file of an existing document. */
export async function readDraftFile(
  db: Kysely<Schema>,
  key: { accountId: string; id: string },
): Promise<DraftFile> {
  const row = await db
    .selectFrom('documents')
    .select([
      'file_name',
      'media_type',
      'original_sha256',
      'original_size',
      'base_sha256',
      'base_size',
      'pages',
      'file_notes',
      'files',
      'page_edits',
    ])
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow();
  return {
    fileName: row.file_name,
    mediaType: row.media_type,
    originalSha256: row.original_sha256,
    originalSize: row.original_size,
    baseSha256: row.base_sha256,
    baseSize: row.base_size,
    pages: row.pages as PageGeometry[],
    notes: row.file_notes as FileNote[],
    files: row.files as DocumentFile[] | null,
    pageEdits: readPageEdits(row.page_edits),
  };
}

/** Returns the facts about the file that an event records. */
export function factsOfFile(file: DraftFile) {
  return {
    originalSha256: file.originalSha256,
    baseSha256: file.baseSha256,
    bytes: file.originalSize,
    pages: file.pages.length,
    kind: kindOf(file),
  };
}

/** Returns the columns in which documents and templates store a file. */
export function fileColumns(file: DraftFile) {
  return {
    file_name: file.fileName,
    media_type: file.mediaType,
    original_sha256: file.originalSha256,
    original_size: file.originalSize,
    base_sha256: file.baseSha256,
    base_size: file.baseSize,
    pages: file.pages,
    file_notes: file.notes,
    files: file.files ?? null,
    page_edits: file.pageEdits ?? null,
  };
}

/** Returns the media type for the kind of file that an event names. */
export function mediaTypeOf(kind: unknown): string {
  return typeof kind === 'string' && isKind(kind) ? mediaTypes[kind] : mediaTypes.pdf;
}

const isKind = (kind: string): kind is keyof typeof mediaTypes => Object.hasOwn(mediaTypes, kind);

function kindOf({ mediaType }: Pick<DraftFile, 'mediaType'>): keyof typeof mediaTypes {
  const kinds = Object.keys(mediaTypes) as (keyof typeof mediaTypes)[];
  return kinds.find((kind) => mediaTypes[kind] === mediaType) ?? 'docx';
}

export const mediaTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html',
  markdown: 'text/markdown',
  png: 'image/png',
  jpeg: 'image/jpeg',
  tiff: 'image/tiff',
} as const;
