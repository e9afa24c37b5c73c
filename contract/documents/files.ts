import { z } from 'zod';
import { documentFileKinds, MAX_FILES } from '#core/document/files.ts';
import { wordFileForm } from './word-file.ts';

/** One of the files of a document. */
export const documentFile = z
  .object({
    id: z.string(),
    /** Shown to signers, and in the bookmarks. */
    title: z.string(),
    kind: z.enum(documentFileKinds),
    fileName: z.string(),
    /** Number of its first page in the document, from 1, and the number of its pages. */
    firstPage: z.number().int(),
    pageCount: z.number().int(),
    /** Hashes of the uploaded file, and of the file prepared from it. */
    originalSha256: z.string(),
    baseSha256: z.string(),
    /** Hash of the separate PDF of this file, once it is sealed; null without one. */
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
 * PUT /api/documents/{id}/files: all files in their new order, with their ids. Files that are missing are removed;
 * `confirm` accepts that their fields are removed too.
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

/** Downloads of a sealed file: the id of one of several files that was sealed separately; without it, all in one. */
export const sealedFileQuery = z.object({ file: z.string().max(60).optional() });

/** GET /api/documents/{id}/original: the id of one of several files; without it, all of them joined. */
export const originalQuery = z.object({ file: z.string().max(60).optional() });
