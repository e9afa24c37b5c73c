import { useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import { followPointer } from '../canvas/follow-pointer.ts';
import { scrollAtEdge } from '../canvas/page-under-pointer.ts';

/**
 * Reorders list rows by dragging a handle. A row moves as soon as the pointer passes the middle of its
 * neighbor. Escape restores the order. `list` contains the rows as `[data-row]`.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const press = (index: number, event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    let at = index;
    const go = (to: number) => {
      if (to === at) return;
      move(at, to);
      at = to;
      setDragged(to);
    };
    setDragged(index);
    followPointer(event, {
      onMove: ({ clientY }) => {
        scrollAtEdge(scrollerOf(list.current), clientY);
        go(placeOf(list.current, at, clientY));
      },
      onEnd: () => setDragged(null),
      onCancel: () => {
        go(index);
        setDragged(null);
      },
    });
  };
  return { held: dragged, press };
}

/**
 * Returns the new index of a row dragged to this height: one step at a time, past the middle of the neighbor.
 */
function placeOf(list: HTMLElement | null, at: number, clientY: number): number {
  const rows = [...(list?.querySelectorAll('[data-row]') ?? [])].map((row) => row.getBoundingClientRect());
  const [before, after] = [rows[at - 1], rows[at + 1]];
  if (before && clientY < before.top + before.height / 2) return at - 1;
  if (after && clientY > after.top + after.height / 2) return at + 1;
  return at;
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let at = element; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}
