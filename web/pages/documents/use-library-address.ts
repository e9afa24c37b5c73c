import { useState } from 'react';
import { documentSorts, documentStatuses, type DocumentSort } from '#core/document/status.ts';
import { dueFilters, type DocumentsFilter } from '../../api/documents.ts';
import { browserStore, keep, readKeptValue } from '../../kit/kept.ts';
import { useListAddress } from '../../parts/use-list-address.ts';

export type Layout = 'list' | 'grid';
export type Filters = Pick<
  DocumentsFilter,
  'status' | 'due' | 'owner' | 'recipient' | 'reference' | 'from' | 'to' | 'test'
>;

const layoutKey = 'countersign.layout';

/** The open folder, search, filters, sort order and layout, all in the URL. */
export function useLibraryAddress() {
  const address = useListAddress();
  const { query, narrow } = address;
  const [remembered, remember] = useState(() =>
    readKeptValue(browserStore(), layoutKey) === 'grid' ? 'grid' : 'list',
  );
  const layout = query.get('layout') ?? remembered;
  const folder = query.get('folder');
  const q = query.get('q') ?? '';
  const filters: Filters = {
    status: documentStatuses.find((status) => status === query.get('status')) ?? null,
    due: dueFilters.find((due) => due === query.get('due')) ?? null,
    owner: query.get('owner'),
    recipient: query.get('recipient'),
    reference: query.get('reference'),
    from: query.get('from'),
    to: query.get('to'),
    test: query.get('test') === 'true' ? 'true' : null,
  };
  const filterCount = Object.values(filters).filter(Boolean).length;
  const searching = q !== '' || filterCount > 0;
  // A search inside a folder covers that folder first. The top level cannot be narrowed down.
  const everywhere = folder === null || query.get('scope') === 'all';
  return {
    address,
    folder,
    q,
    filters,
    filterCount,
    searching,
    everywhere,
    sort: documentSorts.find((sort) => sort === query.get('sort')) ?? '-created',
    layout: layout === 'grid' ? 'grid' : 'list',
    /** The parts of the URL that the list request needs. */
    place: searching
      ? everywhere
        ? { folder: null }
        : { folder, nested: true }
      : { folder: folder ?? 'top' },
    search: (text: string) => narrow({ q: text }, true),
    filter: (change: Partial<Record<keyof Filters, string | null>>, typing = false) => narrow(change, typing),
    setEverywhere: (all: boolean) => narrow({ scope: all ? 'all' : null }),
    setSort: (sort: DocumentSort) => narrow({ sort: sort === '-created' ? null : sort }),
    setLayout: (next: Layout) => {
      keep(browserStore(), layoutKey, next);
      remember(next);
      narrow({ layout: null }, true);
    },
    clear: () =>
      narrow({
        q: null,
        status: null,
        due: null,
        owner: null,
        recipient: null,
        reference: null,
        from: null,
        to: null,
        test: null,
        scope: null,
      }),
  };
}

export type LibraryAddress = ReturnType<typeof useLibraryAddress>;
