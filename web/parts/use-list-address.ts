import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';

type Values = Record<string, string | null>;

/**
 * Keeps the filters of a list and its current page in the URL. A page of the list only knows the next page,
 * so the previous cursors are kept in the history state.
 */
export function useListAddress() {
  const [query, setQuery] = useSearchParams();
  const behind = cursorsBehind(useLocation().state);
  const cursor = query.get('cursor');
  const page = Math.max(1, Number(query.get('page')) || 1);
  const set = (values: Values, state: unknown, replace: boolean) => {
    // Two changes can occur before the next render, and the second must not undo the first. Only the
    // browser's URL contains both changes; the query of the last render contains neither.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(values)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setQuery(next, { replace, state, preventScrollReset: true });
  };
  return {
    query,
    cursor,
    page,
    /** Filters the list and returns to its first page. Use `replace` while the user is still typing. */
    narrow: (values: Values, replace = false) => set({ ...values, cursor: null, page: null }, null, replace),
    goToNext: (next: string) =>
      set({ cursor: next, page: String(page + 1) }, { behind: [...behind, cursor] }, false),
    goToPrevious: (replace = false) => {
      const before = behind.length > 0 && page > 2 ? String(page - 1) : null;
      set({ cursor: behind.at(-1) ?? null, page: before }, { behind: behind.slice(0, -1) }, replace);
    },
  };
}

export type ListAddress = ReturnType<typeof useListAddress>;

/**
 * Returns true if the whole list is empty. A later page is also empty if its last row was deleted, and then
 * redirects to the previous page.
 */
export function useNothing(
  { cursor, goToPrevious }: ListAddress,
  list: { data: unknown; isFetching: boolean },
  rows: readonly unknown[],
): boolean {
  const empty = list.data !== undefined && rows.length === 0;
  const emptied = empty && cursor !== null && !list.isFetching;
  const back = useEffectEvent(() => goToPrevious(true));
  useEffect(() => {
    if (emptied) back();
  }, [emptied, cursor]);
  return empty && cursor === null;
}

function cursorsBehind(state: unknown): (string | null)[] {
  if (typeof state !== 'object' || state === null || !('behind' in state)) return [];
  return Array.isArray(state.behind) ? (state.behind as (string | null)[]) : [];
}
