import { useEffect, useRef, useState, type RefObject } from 'react';

/** Pages per container. The browser observes containers, and skips those far from the view. */
export const runLength = 20;

/** Returns the first page of each run, counted from 1. */
export function runsOf(count: number): number[] {
  return Array.from({ length: Math.ceil(count / runLength) }, (_, index) => index * runLength + 1);
}

/** Returns the pages of the run that begins with this one. */
export function pagesOf(first: number, count: number): number[] {
  return Array.from({ length: Math.min(runLength, count - first + 1) }, (_, index) => first + index);
}

/** Returns the element of a page in a list of runs. */
export function pageIn(list: Element | null, page: number): Element | undefined {
  return list?.children[Math.floor((page - 1) / runLength)]?.children[(page - 1) % runLength];
}

/** Returns the 1-based positions of a list's children that are within one view height of being visible. */
export function useNearView(list: RefObject<HTMLElement | null>, count: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([1]));
  useEffect(() => {
    const children = [...(list.current?.children ?? [])];
    const numbers = new Map(children.map((child, index) => [child, index + 1]));
    return watchNear(list.current, numbers, (entries) => setNear((before) => changed(before, entries)));
  }, [list, count]);
  return near;
}

/**
 * Returns a function that returns the pages near the view of a run, given the run's first page, or null while
 * the whole run is far away. Only runs near the view are observed, because the browser checks every observed
 * element in each frame.
 */
export function useNearPages(list: RefObject<HTMLElement | null>, count: number) {
  const runs = useNearView(list, Math.ceil(count / runLength));
  const [pages, setPages] = useState<ReadonlySet<number>>(() => new Set([1]));
  useEffect(() => {
    const inNearRuns = [...runs].flatMap((run) => pagesOf((run - 1) * runLength + 1, count));
    const numbers = elementsOf(list.current, inNearRuns);
    const nearPages = new Set(inNearRuns);
    return watchNear(list.current, numbers, (entries) =>
      setPages((before) =>
        changed(
          [...before].filter((page) => nearPages.has(page)),
          entries,
        ),
      ),
    );
  }, [list, count, runs]);
  const ofRun = (first: number) => (runs.has((first - 1) / runLength + 1) ? pages : null);
  return { pages, ofRun };
}

function elementsOf(list: Element | null, pages: Iterable<number>): Map<Element, number> {
  return new Map(
    [...pages].flatMap((page) => {
      const element = pageIn(list, page);
      return element ? [[element, page] as const] : [];
    }),
  );
}

type Entry = { number: number; near: boolean };

function changed(before: Iterable<number>, entries: readonly Entry[]): ReadonlySet<number> {
  const now = new Set(before);
  for (const { number, near } of entries) {
    if (near) now.add(number);
    else now.delete(number);
  }
  return now;
}

function watchNear(
  list: Element | null,
  numbers: ReadonlyMap<Element, number>,
  tell: (entries: Entry[]) => void,
): () => void {
  const observer = new IntersectionObserver(
    (entries) =>
      tell(
        entries.map(({ target, isIntersecting }) => ({ number: numbers.get(target)!, near: isIntersecting })),
      ),
    { root: scrollerOf(list), rootMargin: '100% 0px' },
  );
  for (const element of numbers.keys()) observer.observe(element);
  return () => observer.disconnect();
}

/** Reports which page of a list of runs fills most of the view; checks only those near the view. */
export function useMostVisiblePage(
  list: RefObject<HTMLElement | null>,
  near: ReadonlySet<number>,
  tell: RefObject<((number: number) => void) | undefined>,
): void {
  const seen = useRef(new Map<number, number>());
  useEffect(() => {
    const numbers = elementsOf(list.current, near);
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

/**
 * Returns the element that scrolls the list, or null for the window. A root margin works only on the actual
 * scroller.
 */
function scrollerOf(element: Element | null): Element | null {
  for (let at = element?.parentElement ?? null; at && at !== document.body; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}
