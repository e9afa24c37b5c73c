import { z } from 'zod';
import { returning } from '../refusals.ts';
import { defineRoutes, file, nothing } from '../route.ts';
import { folderDefaults } from './defaults.ts';
import { folderGrant } from './sharing.ts';

/** Times are ISO 8601 in UTC. */
const instant = z.string();

/** GET /api/folders. All folders of the account, sorted by name. */
export const folder = z.object({
  id: z.string(),
  /** Null at the top level. */
  parentId: z.string().nullable(),
  name: z.string(),
  /** Number of documents directly in the folder, without those in the bin. */
  documentCount: z.number().int(),
  createdAt: instant,
  /** The member who owns this private folder; null if it inherits access from its parent. */
  privateTo: z.string().nullable(),
  /** True if the member can do more than read the content. */
  use: z.boolean(),
  /** Groups with access to a private folder, visible to its owner and the managers of the account. */
  groups: z.array(folderGrant),
  /** Settings for new documents in the folder. Omitted settings are inherited. */
  defaults: folderDefaults,
});
export type FolderView = z.infer<typeof folder>;
export const folderList = z.array(folder);

/** Body of POST /api/folders. */
export const createFolderBody = z.object({
  name: z.string().max(1000),
  parentId: z.string().nullish(),
  /** True if only its creator and the managers of the account can see the folder. */
  private: z.boolean().optional(),
  /** Settings for new documents. */
  defaults: folderDefaults.optional(),
});

/** PUT /api/folders/{id}. Omitted properties are unchanged. */
export const changeFolderBody = z.object({
  name: z.string().max(1000).optional(),
  parentId: z.string().nullish(),
  /**
   * Replaces all settings for new documents. Existing documents keep theirs. Turning on `linksProtected` also
   * affects links of existing documents that are delivered later, but turning it off does not affect sent
   * documents.
   */
  defaults: folderDefaults.optional(),
});
export type ChangeFolderBody = z.input<typeof changeFolderBody>;

/** DELETE /api/folders/{id}. Where its documents are moved, by default to the parent folder. */
export const deleteFolderQuery = z.object({ contents: z.enum(['parent', 'bin']).default('parent') });
export type FolderContents = z.infer<typeof deleteFolderQuery>['contents'];
/** Number of documents moved to each place. Pending documents are never moved to the bin. */
export const deleteFolderAnswer = z.object({ moved: z.number().int(), binned: z.number().int() });
export type DeleteFolderAnswer = z.infer<typeof deleteFolderAnswer>;

/** Maximum number of items per action. */
export const maxConcurrent = 200;
const ids = z.array(z.string()).min(1).max(maxConcurrent);

/** Body of POST /api/documents/delete, POST /api/bin/restore and POST /api/bin/purge. */
export const documentsBody = z.object({ ids });
/** POST /api/documents/move and POST /api/templates/move. Null is the top level. */
export const moveDocumentsBody = z.object({ ids, folderId: z.string().nullable() });

/** Result of an action on several documents: those that changed, and why others did not. */
export const severalAnswer = z
  .object({
    done: z.array(z.string()),
    refused: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        detail: z.string(),
        /** The same parameters as in a problem response. */
        parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    ),
  })
  .meta({ id: 'Several' });
export type SeveralAnswer = z.infer<typeof severalAnswer>;

/** Response of POST /api/documents/{id}/duplicate. */
export const duplicateAnswer = z.object({
  id: z.string(),
  title: z.string(),
  /** Properties that were not copied because they identify a single document. */
  notCopied: z.array(z.enum(['externalId'])),
});

/** Response of DELETE /api/bin. */
export const emptyBinAnswer = z.object({ purged: z.number().int() });

/** GET /api/documents/archive. Comma-separated ids. */
export const archiveQuery = z.object({ ids: z.string().max(maxConcurrent * 37) });

/**
 * GET /api/documents/{id}/thumbnail and /api/templates/{id}/thumbnail. `v` identifies the file, so that the
 * response can be cached.
 */
export const thumbnailQuery = z.object({ v: z.string().max(64).optional() });

/** GET /api/documents/owners. Members who own documents. */
export const documentOwner = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type DocumentOwner = z.infer<typeof documentOwner>;

/** Folder ids are stored in lowercase. */
const params = z.object({ id: z.string().toLowerCase() });
const folderRefusals = [
  'subject-invalid',
  'not-found',
  'folder-name-missing',
  'folder-exists',
  'folder-in-itself',
  'folder-too-deep',
  'too-many-folders',
  'private-to-other-member',
  ...returning,
] as const;

export const libraryRows = defineRoutes({
  listFolders: {
    at: 'GET /api/folders',
    summary: 'List all folders by name',
    caller: 'member',
    permission: 'folder.read',
    apiKey: 'live',
    answers: { 200: folderList },
    refusals: [],
  },
  createFolder: {
    at: 'POST /api/folders',
    summary: 'Create a folder',
    caller: 'member',
    permission: 'folder.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    body: createFolderBody,
    answers: { 201: folder },
    refusals: folderRefusals,
  },
  changeFolder: {
    at: 'PUT /api/folders/{id}',
    summary: 'Change a folder',
    caller: 'member',
    permission: 'folder.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    params,
    body: changeFolderBody,
    answers: { 200: folder },
    refusals: folderRefusals,
  },
  deleteFolder: {
    at: 'DELETE /api/folders/{id}',
    summary: 'Delete a folder',
    caller: 'member',
    permission: 'folder.delete',
    apiKey: 'live',
    idempotency: 'stored-response',
    params,
    query: deleteFolderQuery,
    answers: { 200: deleteFolderAnswer },
    refusals: ['not-found', 'folder-too-deep', 'folder-exists', 'private-to-other-member'],
  },
  moveDocuments: {
    at: 'POST /api/documents/move',
    summary: 'Move documents into a folder',
    caller: 'member',
    permission: 'document.draft',
    apiKey: 'live',
    idempotency: 'stored-response',
    body: moveDocumentsBody,
    answers: { 200: severalAnswer },
    refusals: ['not-found'],
  },
  moveTemplates: {
    at: 'POST /api/templates/move',
    summary: 'Move templates into a folder',
    caller: 'member',
    permission: 'template.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    body: moveDocumentsBody,
    answers: { 200: severalAnswer },
    refusals: ['not-found'],
  },
  deleteDocument: {
    at: 'DELETE /api/documents/{id}',
    summary: 'Move a document to the bin',
    caller: 'member',
    permission: 'document.delete',
    apiKey: 'any',
    idempotency: 'stored-response',
    answers: { 204: nothing },
    refusals: ['not-found', 'document-being-signed', 'document-being-sealed', 'document-on-hold'],
  },
  deleteDocuments: {
    at: 'POST /api/documents/delete',
    summary: 'Move documents to the bin',
    caller: 'member',
    permission: 'document.delete',
    apiKey: 'live',
    idempotency: 'stored-response',
    body: documentsBody,
    answers: { 200: severalAnswer },
    refusals: [],
  },
  duplicateDocument: {
    at: 'POST /api/documents/{id}/duplicate',
    summary: 'Create a draft from a document',
    caller: 'member',
    permission: 'document.draft',
    apiKey: 'live',
    idempotency: 'stored-response',
    answers: { 201: duplicateAnswer },
    refusals: [
      'not-found',
      'sealed-elsewhere',
      'plan-limit-documents',
      'plan-limit-recipients',
      'plan-limit-storage',
    ],
  },
  downloadSealedFiles: {
    at: 'GET /api/documents/{id}/sealed-files',
    summary: 'Download the sealed file and the separately sealed files as a ZIP file',
    caller: 'member',
    permission: 'document.read',
    apiKey: 'any',
    answers: { 200: file('application/zip') },
    refusals: ['not-found', 'document-not-completed', 'sealed-file-differs', 'files-not-ready'],
  },
  downloadDocuments: {
    at: 'GET /api/documents/archive',
    summary: 'Download several documents as one ZIP file',
    caller: 'member',
    permission: 'document.read',
    apiKey: 'live',
    query: archiveQuery,
    answers: { 200: file('application/zip') },
    refusals: ['not-found', 'sealed-file-differs'],
  },
  restoreDocuments: {
    at: 'POST /api/bin/restore',
    summary: 'Restore documents from the bin',
    caller: 'member',
    permission: 'document.delete',
    apiKey: 'live',
    idempotency: 'stored-response',
    body: documentsBody,
    answers: { 200: severalAnswer },
    refusals: [],
  },
  purgeDocuments: {
    at: 'POST /api/bin/purge',
    summary: 'Permanently delete documents in the bin',
    caller: 'member',
    permission: 'document.delete',
    apiKey: 'live',
    idempotency: 'stored-response',
    body: documentsBody,
    answers: { 200: severalAnswer },
    refusals: [],
  },
  emptyBin: {
    at: 'DELETE /api/bin',
    summary: 'Permanently delete everything in the bin',
    caller: 'member',
    permission: 'document.delete',
    apiKey: 'live',
    idempotency: 'stored-response',
    answers: { 200: emptyBinAnswer },
    refusals: [],
  },
});
