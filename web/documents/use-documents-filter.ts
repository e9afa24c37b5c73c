import { useLocation, useSearchParams } from 'react-router';
import { documentStatuses, type DocumentStatus } from '#contract/documents.ts';

/** What is searched, filtered and which page is shown stands in the address. */
export function useDocumentsFilter() {
  const [query, setQuery] = useSearchParams();
  const location = useLocation();
  const asked = query.get('status');
  const filter = {
    q: query.get('q') ?? '',
    status: documentStatuses.find((status) => status === asked) ?? null,
    cursor: query.get('cursor'),
    page: Math.max(1, Number(query.get('page')) || 1),
  };
  const behind = cursorsBehind(location.state);
  const set = (values: Record<string, string | null>, state: unknown, replace: boolean) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace, state, preventScrollReset: true },
    );
  return {
    filter,
    search: (q: string) => set({ q, cursor: null, page: null }, null, true),
    chooseStatus: (status: DocumentStatus | null) => set({ status, cursor: null, page: null }, null, false),
    clear: () => set({ q: null, status: null, cursor: null, page: null }, null, false),
    /** Keyset pages only know their next one; the cursors passed on the way stand in the history's state. */
    goToNext: (cursor: string) =>
      set({ cursor, page: String(filter.page + 1) }, { behind: [...behind, filter.cursor] }, false),
    goToPrevious: () => {
      const page = behind.length > 0 && filter.page > 2 ? String(filter.page - 1) : null;
      set({ cursor: behind.at(-1) ?? null, page }, { behind: behind.slice(0, -1) }, false);
    },
  };
}

function cursorsBehind(state: unknown): (string | null)[] {
  if (typeof state !== 'object' || state === null || !('behind' in state)) return [];
  return Array.isArray(state.behind) ? (state.behind as (string | null)[]) : [];
}
