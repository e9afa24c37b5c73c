import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  DocumentDetail,
  DocumentStatus,
  DocumentSummary,
  FieldInput,
  FieldView,
  RecipientInput,
  RecipientView,
  SendBody,
  trailAnswer,
} from '#contract/documents.ts';
import { queryClient } from './query-client.ts';
import { change, load, request, RequestError } from './request.ts';

export type DocumentsFilter = {
  q: string;
  status: DocumentStatus | null;
  cursor: string | null;
  limit: number;
};

/** One page of documents. `total` counts everything that matches; `next` is the next page's cursor. */
export type DocumentsPage = { documents: DocumentSummary[]; total: number; next: string | null };

export type TrailAnswer = z.infer<typeof trailAnswer>;

const documentsKey = ['api', 'documents'] as const;

export function documentsQuery(filter: DocumentsFilter) {
  return queryOptions({
    queryKey: [...documentsKey, 'list', filter],
    queryFn: ({ signal }) => loadDocuments(filter, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

export function documentQuery(id: string) {
  return queryOptions({
    queryKey: [...documentsKey, id],
    queryFn: ({ signal }) => load<DocumentDetail>(`/api/documents/${encodeURIComponent(id)}`, signal),
    refetchOnMount: 'always',
  });
}

export function trailQuery(id: string) {
  return queryOptions({
    queryKey: [...documentsKey, id, 'trail'],
    queryFn: ({ signal }) => load<TrailAnswer>(`/api/documents/${encodeURIComponent(id)}/trail`, signal),
    refetchOnMount: 'always',
  });
}

export const deleteDocument = mutationOptions({
  mutationFn: (id: string) => change<void>('DELETE', `/api/documents/${encodeURIComponent(id)}`),
  onSuccess: () => forgetLists(),
});

export const voidDocument = mutationOptions({
  mutationFn: ({ id, reason }: { id: string; reason: string }) =>
    change<unknown>('POST', `/api/documents/${encodeURIComponent(id)}/void`, { reason }),
  onSuccess: () => forgetDocuments(),
});

/** Whoever sends leaves the editor first and calls `forgetDocuments` then, or the page would change under them. */
export function sendDocument({ id, ...body }: SendBody & { id: string }): Promise<unknown> {
  return change('POST', `/api/documents/${encodeURIComponent(id)}/send`, body);
}

export function saveTitle(id: string, title: string): Promise<DocumentDetail> {
  return change('PUT', `/api/documents/${encodeURIComponent(id)}`, { title });
}

export function saveFields(
  id: string,
  body: { fields: FieldInput[]; revision: number },
): Promise<{ fields: FieldView[]; revision: number }> {
  return change('PUT', `/api/documents/${encodeURIComponent(id)}/fields`, body);
}

export function saveRecipients(
  id: string,
  body: { recipients: RecipientInput[]; revision: number },
): Promise<{ recipients: RecipientView[]; revision: number }> {
  return change('PUT', `/api/documents/${encodeURIComponent(id)}/recipients`, body);
}

/** After a document was made or removed: the lists, the numbers and the usage are asked for again. */
export async function forgetLists(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [...documentsKey, 'list'] }),
    queryClient.invalidateQueries({ queryKey: ['api', 'dashboard', 'stats'] }),
    queryClient.invalidateQueries({ queryKey: ['api', 'user', 'usage'] }),
  ]);
}

/** After a document changed its status. */
export async function forgetDocuments(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: documentsKey }), forgetLists()]);
}

async function loadDocuments(filter: DocumentsFilter, signal: AbortSignal): Promise<DocumentsPage> {
  const query = new URLSearchParams({ limit: String(filter.limit) });
  if (filter.q) query.set('q', filter.q);
  if (filter.status) query.set('status', filter.status);
  if (filter.cursor) query.set('cursor', filter.cursor);
  try {
    const response = await request(`/api/documents?${query}`, { signal });
    const answer: unknown = await response.json();
    const documents = Array.isArray(answer) ? (answer as DocumentSummary[]) : [];
    return {
      documents,
      total: Number(response.headers.get('x-total-count') ?? documents.length),
      next: nextCursor(response.headers.get('link')),
    };
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return { documents: [], total: 0, next: null };
    throw error;
  }
}

/** The cursor inside `Link: </api/documents?cursor=…>; rel="next"` (RFC 8288). */
export function nextCursor(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  return target ? new URL(target, 'http://localhost').searchParams.get('cursor') : null;
}
