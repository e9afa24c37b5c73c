import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import type { ContactInput } from '#contract/accounts/contacts.ts';
import { contactPaths } from '#contract/paths.ts';
import { change, loadPage, ofId, mutationTo, queryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

const contactsKey = ['api', 'contacts'] as const;

export function contactsQuery(filter: { q: string; cursor: string | null; limit: number }) {
  return queryOptions({
    queryKey: [...contactsKey, 'list', filter],
    queryFn: ({ signal }) => loadPage(contactPaths.listContacts, { query: filter }, signal),
    placeholderData: keepPreviousData,
  });
}

export function contactQuery(id: string) {
  return queryFor([...contactsKey, id], contactPaths.readContact, ofId(id));
}

/** Creates a contact, or replaces the one with this id. */
export const saveContact = mutationOptions({
  mutationFn: ({ id, ...body }: ContactInput & { id: string | null }) =>
    id === null
      ? change(contactPaths.addContact, { body })
      : change(contactPaths.replaceContact, { params: { id }, body }),
  onSuccess: () => invalidateContacts(),
});

export const deleteContact = mutationTo(contactPaths.deleteContact, ofId, invalidateContacts);

/** Previews the changes of an import, without saving anything. */
export const previewImport = mutationTo(contactPaths.previewContactImport, (csv: string) => ({
  body: { csv },
}));

export const importContacts = mutationTo(
  contactPaths.importContacts,
  (csv: string) => ({ body: { csv } }),
  invalidateContacts,
);

export const contactsExport = addressOf(contactPaths.exportContacts);

function invalidateContacts(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: contactsKey });
}
