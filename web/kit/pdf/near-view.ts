import { useEffect, useState, type RefObject } from 'react';

/** The children of a list, counted from 1, that are within one view's height of being seen. */
export function useNearView(list: RefObject<HTMLElement | null>, count: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([1]));
  useEffect(() => {
    const children = [...(list.current?.children ?? [])];
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const now = new Set(before);
          for (const entry of entries) {
            const number = children.indexOf(entry.target) + 1;
            if (entry.isIntersecting) now.add(number);
            else now.delete(number);
          }
          return now;
        }),
      { root: scrollerOf(list.current), rootMargin: '100% 0px' },
    );
    for (const child of children) observer.observe(child);
    return () => observer.disconnect();
  }, [list, count]);
  return near;
}

/** Tells which child of the list fills most of the view. */
export function useMostSeen(
  list: RefObject<HTMLElement | null>,
  count: number,
  tell: RefObject<((number: number) => void) | undefined>,
): void {
  useEffect(() => {
    const children = [...(list.current?.children ?? [])];
    const seen = new Map<Element, number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) seen.set(entry.target, entry.intersectionRect.height);
        const most = children.reduce((best, next) =>
          (seen.get(next) ?? 0) > (seen.get(best) ?? 0) ? next : best,
        );
        if ((seen.get(most) ?? 0) > 0) tell.current?.(children.indexOf(most) + 1);
      },
      { root: scrollerOf(list.current), threshold: [0, 0.1, 0.25, 0.5, 0.75, 1] },
    );
    for (const child of children) observer.observe(child);
    return () => observer.disconnect();
  }, [list, count, tell]);
}

/** The element that scrolls the list, or null for the window: a root margin works only on the real scroller. */
function scrollerOf(element: Element | null): Element | null {
  for (let at = element?.parentElement ?? null; at && at !== document.body; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}
