import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  DocumentDetail,
  DocumentSort,
  DocumentStatus,
  DocumentSummary,
  FieldInput,
  FieldView,
  MailPreviewBody,
  RecipientInput,
  RecipientView,
  SendBody,
  SentDetail,
} from '#contract/documents/documents.ts';
import type { PutFilesBody } from '#contract/documents/files.ts';
import { documentPaths, sendingPaths } from '#contract/paths.ts';
import type { Filled } from '#contract/routes.ts';
import { change, load, loadList, ofId, mutationTo, queryFor } from './transport/call.ts';
import { sendForm } from './files/send-form.ts';
import { queryClient, refetchOnMount } from './transport/query-client.ts';
import { readReferenceFilter } from './reference-filter.ts';
import { startOfDay } from './start-of-day.ts';

/** Pending documents that are waiting for other people, or that expire within a week. */
export const dueFilters = ['others', 'soon'] as const;

export type DocumentsFilter = {
  q: string;
  status: DocumentStatus | null;
  cursor: string | null;
  limit: number;
  due?: (typeof dueFilters)[number] | null;
  owner?: string | null;
  recipient?: string | null;
  /** An external ID, or `key=value` for metadata. */
  reference?: string | null;
  /** Inclusive bounds of the creation date, as YYYY-MM-DD in the reader's time zone. */
  from?: string | null;
  to?: string | null;
  /** Returns test documents instead of real ones. */
  test?: 'true' | null;
  /** A folder's id, or 'top' for documents in none; null means everywhere. */
  folder?: string | null;
  /** If `folder` is set, includes its subfolders. */
  nested?: boolean;
  sort?: DocumentSort | null;
};

/**
 * One page of documents. `total` is the number of matches, and `more` means that there are more than that.
 * `next` is the cursor of the next page.
 */
export type DocumentsPage = {
  documents: DocumentSummary[];
  total: number;
  more: boolean;
  next: string | null;
};

export const documentsKey = ['api', 'documents'] as const;

export function documentsQuery(filter: DocumentsFilter) {
  return queryOptions({
    queryKey: [...documentsKey, 'list', filter],
    queryFn: ({ signal }) => loadDocuments(filter, signal),
    placeholderData: keepPreviousData,
  });
}

export function documentQuery(id: string) {
  return queryOptions({
    queryKey: [...documentsKey, id],
    queryFn: ({ signal }) => load(documentPaths.readDocument, { params: { id } }, signal),
    // Drafts send no events while they are edited, and the editor has to start from the newest revision.
    refetchOnMount: ({ state }) => (state.data?.status === 'draft' ? 'always' : refetchOnMount()),
  });
}

/** Returns the current document without updating the page; null if no one is signed in. */
export function readDocument(id: string): Promise<DocumentDetail | null> {
  return load(documentPaths.readDocument, { params: { id } });
}

export function trailQuery(id: string) {
  return queryFor([...documentsKey, id, 'trail'], documentPaths.readTrail, { params: { id } });
}

/** Page content below the fields of a draft at this saved revision. */
export function coversQuery(id: string, revision: number) {
  return queryOptions({
    queryKey: [...documentsKey, id, 'covers', revision],
    queryFn: ({ signal }) => load(documentPaths.findFieldOverlaps, { params: { id } }, signal),
    placeholderData: keepPreviousData,
  });
}

/**
 * The files that recipients uploaded. `acted` is the number of recipients who are done; it is part of the key
 * because each of them may have uploaded files.
 */
export function handedInQuery(id: string, acted: number) {
  return queryOptions({
    queryKey: [...documentsKey, id, 'attachments', acted],
    queryFn: async ({ signal }) =>
      (await load(documentPaths.listAttachments, { params: { id } }, signal)) ?? [],
  });
}

/** The email that one recipient would receive if the draft were sent now with this text. */
export function mailPreviewQuery(id: string, body: MailPreviewBody) {
  return queryOptions({
    queryKey: [...documentsKey, id, 'mail-preview', body],
    queryFn: () => change(sendingPaths.previewMail, { params: { id }, body }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}

export const voidDocument = mutationTo(
  sendingPaths.voidDocument,
  ({ id, reason }: { id: string; reason: string }) => ({ params: { id }, body: { reason } }),
  invalidateDocuments,
);

/**
 * The caller must leave the editor before it calls `invalidateDocuments`. Otherwise the open editor would
 * visibly change.
 */
export function sendDocument({ id, ...body }: SendBody & { id: string }): Promise<SentDetail> {
  return change(sendingPaths.sendDocument, { params: { id }, body });
}

export function saveTitle(id: string, body: { title: string; revision?: number }): Promise<DocumentDetail> {
  return change(documentPaths.putDraft, { params: { id }, body });
}

/**
 * Replaces the file of a draft. A RequestError with the code fields-would-be-removed names the fields that would be
 * removed; `confirm` accepts that.
 */
export function replaceFile(
  id: string,
  { file, revision, confirm }: { file: File; revision: number; confirm: boolean },
  onProgress: (part: number) => void,
): Promise<Pick<DocumentDetail, 'signatureFields'>> {
  const parts = { revision: String(revision), confirm: String(confirm), file };
  return sendForm(documentPaths.replaceFile, ofId(id), parts, onProgress);
}

/** Adds a file after the others of a draft. */
export function addDocumentFile(
  id: string,
  { file, revision }: { file: File; revision: number },
  onProgress: (part: number) => void,
): Promise<DocumentDetail> {
  return sendForm(documentPaths.addFile, ofId(id), { revision: String(revision), file }, onProgress);
}

/** Saves the list of files with their order, titles and kinds. Files that are not in the list are removed. */
export function saveDocumentFiles(id: string, body: PutFilesBody): Promise<DocumentDetail> {
  return change(documentPaths.putFiles, { params: { id }, body });
}

export function saveFields(
  id: string,
  body: { fields: FieldInput[]; revision: number },
): Promise<{ fields: FieldView[]; revision: number }> {
  return change(documentPaths.putFields, { params: { id }, body });
}

export function saveRecipients(
  id: string,
  body: { recipients: RecipientInput[]; signingOrder?: 'parallel' | undefined; revision: number },
): Promise<{ recipients: RecipientView[]; revision: number }> {
  return change(documentPaths.putRecipients, { params: { id }, body });
}

/** Reloads the lists, counts and usage. Call this after a document was created or removed. */
export async function invalidateLists(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [...documentsKey, 'list'] }),
    queryClient.invalidateQueries({ queryKey: ['api', 'folders'] }),
    queryClient.invalidateQueries({ queryKey: ['api', 'dashboard', 'stats'] }),
    queryClient.invalidateQueries({ queryKey: ['api', 'user', 'usage'] }),
  ]);
}

/** Call this after the status of a document has changed. */
export async function invalidateDocuments(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: documentsKey }), invalidateLists()]);
}

function loadDocuments(filter: DocumentsFilter, signal: AbortSignal): Promise<DocumentsPage> {
  const { q, status, due, cursor, owner, recipient, reference, from, to, test, folder, nested, sort } =
    filter;
  return loadPageOfDocuments(
    {
      q,
      status,
      ...(due === 'others' && { waitingForOthers: 'true' }),
      ...(due === 'soon' && { expiresWithinDays: 7 }),
      cursor,
      owner,
      recipient,
      ...readReferenceFilter(reference ?? ''),
      folder,
      limit: filter.limit,
      test: test ?? null,
      ...(sort && { sort }),
      from: startOfDay(from),
      to: startOfDay(to, 1),
      nested: folder && nested ? 'true' : null,
    },
    signal,
  );
}

export async function loadPageOfDocuments(
  query: NonNullable<Filled<typeof documentPaths.listDocuments>['query']>,
  signal: AbortSignal,
): Promise<DocumentsPage> {
  const list = await loadList(documentPaths.listDocuments, { query }, signal);
  if (!list) return { documents: [], total: 0, more: false, next: null };
  const { rows: documents, headers, next } = list;
  return {
    documents,
    next,
    total: Number(headers.get('x-total-count') ?? documents.length),
    more: headers.get('x-total-count-relation') === 'at-least',
  };
}
