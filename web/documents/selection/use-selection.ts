import { useState } from 'react';

/** The selected documents of the current page. `order` lists the page's documents from the top. */
export function useSelection(order: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  // Documents that are no longer shown are not affected by actions.
  const ids = order.filter((id) => chosen.has(id));
  return {
    ids,
    has: (id: string) => ids.includes(id),
    /** If Shift is pressed, selects the range from the last selected document to this one. */
    toggle: (id: string, shift: boolean) => {
      setChosen(selectRange(order, new Set(ids), { id, anchor: shift ? anchor : null }));
      setAnchor(id);
    },
    setAll: (all: boolean) => {
      setChosen(new Set(all ? order : []));
      setAnchor(null);
    },
    clear: () => {
      setChosen(new Set());
      setAnchor(null);
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;

/**
 * Returns the selection after a click on `id`: it is toggled, or with an anchor the whole range gets the new
 * state of `id`.
 */
export function selectRange(
  order: readonly string[],
  chosen: ReadonlySet<string>,
  { id, anchor }: { id: string; anchor: string | null },
): Set<string> {
  const next = new Set(chosen);
  const from = anchor === null ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  const range = from < 0 || to < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  const add = !chosen.has(id);
  for (const each of range) {
    if (add) next.add(each);
    else next.delete(each);
  }
  return next;
}
