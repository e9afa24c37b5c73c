import { z } from 'zod';
import { documentFileKinds, MAX_FILES } from '#core/document/files.ts';
import { wordFileForm } from './word-file.ts';

/** One of several files that make up a document. */
export const documentFile = z
  .object({
    id: z.string(),
    /** Title shown to signers and in the bookmarks. */
    title: z.string(),
    kind: z.enum(documentFileKinds),
    fileName: z.string(),
    /** Number of its first page in the document, from 1, and the number of its pages. */
    firstPage: z.number().int(),
    pageCount: z.number().int(),
    /** Hashes of the uploaded file, and of the file prepared from it. */
    originalSha256: z.string(),
    baseSha256: z.string(),
    /** Hash of this file's separate sealed PDF; null if there is none yet. */
    sealedSha256: z.string().nullable(),
  })
  .meta({ id: 'DocumentFile' });
export type DocumentFileView = z.infer<typeof documentFile>;

const fileTitle = z.string().max(200);

/** Text parts of the form of POST /api/documents/{id}/files. The default title is the file name. */
export const addFileForm = z.object({
  title: fileTitle.optional(),
  kind: z.enum(documentFileKinds).optional(),
  revision: z.string().optional(),
  ...wordFileForm,
});

/**
 * PUT /api/documents/{id}/files. All files in their new order, with their ids. Files that are not listed are
 * removed. `confirm` allows their fields to be removed too.
 */
export const putFilesBody = z.object({
  files: z
    .array(
      z.object({
        id: z.string().max(60),
        title: fileTitle.optional(),
        kind: z.enum(documentFileKinds).optional(),
      }),
    )
    .min(1)
    .max(MAX_FILES),
  confirm: z.boolean().optional(),
  revision: z.number().int().optional(),
});
export type PutFilesBody = z.output<typeof putFilesBody>;

/**
 * Query for downloads of a sealed file. `file` is the id of a separately sealed file. Without it, the download
 * contains all files.
 */
export const sealedFileQuery = z.object({ file: z.string().max(60).optional() });

/**
 * GET /api/documents/{id}/original. `file` is the id of one of several files. Without it, all files are joined.
 */
export const originalQuery = z.object({ file: z.string().max(60).optional() });
