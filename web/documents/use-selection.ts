import { useState } from 'react';
import { selectRange } from './select-range.ts';

/** The selected documents of the current page. `order` lists the page's documents from the top. */
export function useSelection(order: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  // A document that is no longer shown is not acted on.
  const ids = order.filter((id) => chosen.has(id));
  return {
    ids,
    has: (id: string) => ids.includes(id),
    /** With shift, selects the range from the last selected one to this one. */
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
