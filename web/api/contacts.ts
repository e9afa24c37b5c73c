import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { ContactInput, ContactView, ImportAnswer } from '#contract/contacts.ts';
import { loadPage } from './load-page.ts';
import { queryClient } from './query-client.ts';
import { change, load } from './request.ts';

const contactsKey = ['api', 'contacts'] as const;

export function contactsQuery(filter: { q: string; cursor: string | null; limit: number }) {
  const query = new URLSearchParams({ limit: String(filter.limit) });
  if (filter.q) query.set('q', filter.q);
  if (filter.cursor) query.set('cursor', filter.cursor);
  return queryOptions({
    queryKey: [...contactsKey, 'list', filter],
    queryFn: ({ signal }) => loadPage<ContactView>(`/api/contacts?${query}`, signal),
    placeholderData: keepPreviousData,
  });
}

export function contactQuery(id: string) {
  return queryOptions({
    queryKey: [...contactsKey, id],
    queryFn: ({ signal }) => load<ContactView>(pathOf(id), signal),
  });
}

/** Adds a contact, or replaces the one with this id. */
export const saveContact = mutationOptions({
  mutationFn: ({ id, ...body }: ContactInput & { id: string | null }) =>
    id === null
      ? change<ContactView>('POST', '/api/contacts', body)
      : change<ContactView>('PUT', pathOf(id), body),
  onSuccess: () => forgetContacts(),
});

export const deleteContact = mutationOptions({
  mutationFn: (id: string) => change<void>('DELETE', pathOf(id)),
  onSuccess: () => forgetContacts(),
});

/** What an import would do; nothing is written. */
export const previewImport = mutationOptions({
  mutationFn: (csv: string) => change<ImportAnswer>('POST', '/api/contacts/import/preview', { csv }),
});

export const importContacts = mutationOptions({
  mutationFn: (csv: string) => change<ImportAnswer>('POST', '/api/contacts/import', { csv }),
  onSuccess: () => forgetContacts(),
});

export const contactsExport = '/api/contacts/export';

function forgetContacts(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: contactsKey });
}

function pathOf(id: string): string {
  return `/api/contacts/${encodeURIComponent(id)}`;
}
