import { queryOptions, keepPreviousData } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import type {
  ChangeFolderBody,
  DeleteFolderAnswer,
  FolderContents,
  FolderView,
  SeveralAnswer,
} from '#contract/documents/library.ts';
import { documentPaths, libraryPaths, sendingPaths } from '#contract/paths.ts';
import { change, load, make } from './transport/call.ts';
import { documentsKey, invalidateDocuments, invalidateLists, loadPageOfDocuments } from './documents.ts';
import { problemText } from '../words.ts';
import { queryClient } from './transport/query-client.ts';

const foldersKey = ['api', 'folders'] as const;

export const foldersQuery = queryOptions({
  queryKey: foldersKey,
  queryFn: async ({ signal }) => (await load(libraryPaths.listFolders, {}, signal)) ?? [],
});

export const ownersQuery = queryOptions({
  queryKey: [...documentsKey, 'owners'],
  queryFn: async ({ signal }) => (await load(documentPaths.listDocumentOwners, {}, signal)) ?? [],
});

/** One page of the bin, latest deletion first. */
export function binQuery({ cursor, limit }: { cursor: string | null; limit: number }) {
  return queryOptions({
    queryKey: [...documentsKey, 'list', 'bin', { cursor, limit }],
    queryFn: ({ signal }) => loadPageOfDocuments({ bin: 'true', limit, cursor }, signal),
    placeholderData: keepPreviousData,
  });
}

export async function createFolder(name: string, parentId: string | null): Promise<FolderView> {
  const folder = await change(libraryPaths.createFolder, { body: { name, parentId } });
  await invalidateFolders();
  return folder;
}

export async function changeFolder(id: string, body: ChangeFolderBody): Promise<void> {
  await change(libraryPaths.changeFolder, { params: { id }, body });
  await invalidateFolders();
}

export async function deleteFolder(id: string, contents: FolderContents): Promise<DeleteFolderAnswer> {
  const done = await change(libraryPaths.deleteFolder, { params: { id }, query: { contents } });
  await invalidateLists();
  return done;
}

export async function moveDocuments(ids: string[], folderId: string | null): Promise<SeveralAnswer> {
  const answer = await change(libraryPaths.moveDocuments, { body: { ids, folderId } });
  await invalidateDocuments();
  return inWords(answer);
}

export async function moveTemplates(ids: string[], folderId: string | null): Promise<SeveralAnswer> {
  const answer = await change(libraryPaths.moveTemplates, { body: { ids, folderId } });
  await queryClient.invalidateQueries({ queryKey: ['api', 'templates'] });
  return inWords(answer);
}

/**
 * Uses the single-document route for one (specification §7) and the bulk route for several; both move them to
 * the bin.
 */
export async function deleteDocuments(ids: string[]): Promise<SeveralAnswer> {
  const [first] = ids;
  if (ids.length !== 1 || first === undefined) return several(libraryPaths.deleteDocuments, ids);
  await change(libraryPaths.deleteDocument, { params: { id: first } });
  await invalidateLists();
  return { done: ids, refused: [] };
}

export const restoreDocuments = (ids: string[]) => several(libraryPaths.restoreDocuments, ids);
export const purgeDocuments = (ids: string[]) => several(libraryPaths.purgeDocuments, ids);

export async function emptyBin(): Promise<number> {
  const { purged } = await change(libraryPaths.emptyBin);
  await invalidateLists();
  return purged;
}

/** Each of these calls changes the documents it can, and returns a reason for every unchanged document. */
export const remindDocuments = (ids: string[]) =>
  manageSeveral(change(sendingPaths.remindDocuments, { body: { ids } }));
export const extendDocuments = (ids: string[], days: number) =>
  manageSeveral(change(sendingPaths.extendDocuments, { body: { ids, days } }));
export const voidDocuments = (ids: string[], reason: string) =>
  manageSeveral(change(sendingPaths.voidDocuments, { body: { ids, reason } }));

/** Creates a draft with the same content and returns it. */
export async function duplicateDocument(id: string): Promise<Pick<DocumentSummary, 'id' | 'title'>> {
  const copy = await make(libraryPaths.duplicateDocument, { params: { id } });
  await invalidateLists();
  return copy;
}

/** The uploaded file of a document, or one of several by its id. */
export const originalPath = (id: string, file?: string): string =>
  addressOf(documentPaths.readOriginal, { params: { id }, query: { file } });

/** One of several files that is sealed as a separate PDF. */
export const sealedFilePath = (id: string, file: string): string =>
  addressOf(documentPaths.downloadDocument, { params: { id }, query: { file } });

/** A ZIP of the sealed file and the separate PDFs. */
export const sealedFilesPath = (id: string): string =>
  addressOf(libraryPaths.downloadSealedFiles, { params: { id } });

/** Returns the URL of a ZIP with several documents. */
export const archivePath = (ids: string[]): string =>
  addressOf(libraryPaths.downloadDocuments, { query: { ids: ids.join(',') } });

type OnSeveral = 'deleteDocuments' | 'restoreDocuments' | 'purgeDocuments';

async function several(at: (typeof libraryPaths)[OnSeveral], ids: string[]): Promise<SeveralAnswer> {
  const answer = await change(at, { body: { ids } });
  await invalidateLists();
  return inWords(answer);
}

async function manageSeveral(request: Promise<SeveralAnswer>): Promise<SeveralAnswer> {
  const answer = await request;
  await invalidateDocuments();
  return inWords(answer);
}

/** Translates each refusal to the language of the page. */
function inWords({ done, refused }: SeveralAnswer): SeveralAnswer {
  return { done, refused: refused.map((one) => ({ ...one, detail: problemText(one) })) };
}

function invalidateFolders(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: foldersKey });
}
