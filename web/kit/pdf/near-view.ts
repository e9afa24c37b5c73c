import { useEffect, useRef, useState, type RefObject } from 'react';

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

/** Tells which child of the list fills most of the view; only those near the view are asked. */
export function useMostSeen(
  list: RefObject<HTMLElement | null>,
  near: ReadonlySet<number>,
  tell: RefObject<((number: number) => void) | undefined>,
): void {
  const seen = useRef(new Map<number, number>());
  useEffect(() => {
    const children = list.current?.children;
    const numbers = new Map(
      [...near].flatMap((number) => {
        const child = children?.[number - 1];
        return child ? [[child, number] as const] : [];
      }),
    );
    for (const number of seen.current.keys()) if (!near.has(number)) seen.current.delete(number);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRect } of entries) {
          seen.current.set(numbers.get(target)!, intersectionRect.height);
        }
        const [most] = [...seen.current].toSorted(
          ([one, height], [other, higher]) => higher - height || one - other,
        );
        if (most && most[1] > 0) tell.current?.(most[0]);
      },
      { root: scrollerOf(list.current), threshold: [0, 0.1, 0.25, 0.5, 0.75, 1] },
    );
    for (const child of numbers.keys()) observer.observe(child);
    return () => observer.disconnect();
  }, [list, near, tell]);
}

/** The element that scrolls the list, or null for the window: a root margin works only on the real scroller. */
function scrollerOf(element: Element | null): Element | null {
  for (let at = element?.parentElement ?? null; at && at !== document.body; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}
