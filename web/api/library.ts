import { queryOptions, keepPreviousData } from '@tanstack/react-query';
import type { DocumentSummary } from '#contract/documents.ts';
import type {
  ChangeFolderBody,
  DeleteFolderAnswer,
  DocumentOwner,
  FolderContents,
  FolderView,
  SeveralAnswer,
} from '#contract/library.ts';
import { documentsKey, forgetDocuments, forgetLists, loadPageOfDocuments } from './documents.ts';
import { problemText } from './problem-text.ts';
import { queryClient } from './query-client.ts';
import { change, load } from './request.ts';

const foldersKey = ['api', 'folders'] as const;

export const foldersQuery = queryOptions({
  queryKey: foldersKey,
  queryFn: async ({ signal }) => (await load<FolderView[]>('/api/folders', signal)) ?? [],
});

export const ownersQuery = queryOptions({
  queryKey: [...documentsKey, 'owners'],
  queryFn: async ({ signal }) => (await load<DocumentOwner[]>('/api/documents/owners', signal)) ?? [],
});

/** One page of the bin, the latest deleted first. */
export function binQuery({ cursor, limit }: { cursor: string | null; limit: number }) {
  const query = new URLSearchParams({ bin: 'true', limit: String(limit), ...(cursor && { cursor }) });
  return queryOptions({
    queryKey: [...documentsKey, 'list', 'bin', { cursor, limit }],
    queryFn: ({ signal }) => loadPageOfDocuments(`/api/documents?${query}`, signal),
    placeholderData: keepPreviousData,
  });
}

export async function createFolder(name: string, parentId: string | null): Promise<FolderView> {
  const made = await change<FolderView>('POST', '/api/folders', { name, parentId });
  await forgetFolders();
  return made;
}

export async function changeFolder(id: string, body: ChangeFolderBody): Promise<void> {
  await change('PUT', `/api/folders/${encodeURIComponent(id)}`, body);
  await forgetFolders();
}

export async function deleteFolder(id: string, contents: FolderContents): Promise<DeleteFolderAnswer> {
  const path = `/api/folders/${encodeURIComponent(id)}?contents=${contents}`;
  const done = await change<DeleteFolderAnswer>('DELETE', path);
  await forgetLists();
  return done;
}

export async function moveDocuments(ids: string[], folderId: string | null): Promise<SeveralAnswer> {
  const answer = await change<SeveralAnswer>('POST', '/api/documents/move', { ids, folderId });
  await forgetDocuments();
  return inWords(answer);
}

/** One by its own address (specification §7), several together; to the bin either way. */
export async function deleteDocuments(ids: string[]): Promise<SeveralAnswer> {
  const [first] = ids;
  if (ids.length !== 1 || first === undefined) return several('/api/documents/delete', ids);
  await change('DELETE', pathOf(first));
  await forgetLists();
  return { done: ids, refused: [] };
}

export const restoreDocuments = (ids: string[]) => several('/api/bin/restore', ids);
export const purgeDocuments = (ids: string[]) => several('/api/bin/purge', ids);

export async function emptyBin(): Promise<number> {
  const { purged } = await change<{ purged: number }>('DELETE', '/api/bin');
  await forgetLists();
  return purged;
}

/** Makes a draft like it and answers which. */
export async function duplicateDocument(id: string): Promise<Pick<DocumentSummary, 'id' | 'title'>> {
  const made = await change<{ id: string; title: string }>('POST', `${pathOf(id)}/duplicate`);
  await forgetLists();
  return made;
}

export const originalPath = (id: string): string => `${pathOf(id)}/original`;

/** One ZIP of several documents. */
export const archivePath = (ids: string[]): string =>
  `/api/documents/archive?ids=${encodeURIComponent(ids.join(','))}`;

async function several(path: string, ids: string[]): Promise<SeveralAnswer> {
  const answer = await change<SeveralAnswer>('POST', path, { ids });
  await forgetLists();
  return inWords(answer);
}

/** With each refusal in the language of the page. */
function inWords({ done, refused }: SeveralAnswer): SeveralAnswer {
  return { done, refused: refused.map((one) => ({ ...one, detail: problemText(one) })) };
}

function pathOf(id: string): string {
  return `/api/documents/${encodeURIComponent(id)}`;
}

function forgetFolders(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: foldersKey });
}
