import { useEffect, useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react';
import type { PageSize } from '#contract/documents.ts';
import type { PdfFile } from './open-pdf.ts';
import { PageCanvas } from './page-canvas.tsx';

type Props = {
  pdf: PdfFile | null;
  /** As displayed, in points, from the server: nothing moves while pages are being drawn. */
  pages: readonly PageSize[];
  /** CSS pixels per point. */
  scale: number;
  /** 'Page 2 of 4' in the reader's language. */
  pageName: (page: number, count: number) => string;
  /** What lies over a page: fields, guides. Positioned children use points times `scale`. */
  overlay?: (page: number, size: PageSize) => ReactNode;
  withText?: boolean;
  onPainted?: (page: number) => void;
  /** The page that most of the view shows. */
  onCurrentPage?: (page: number) => void;
  onPagePointerDown?: (page: number, event: PointerEvent<HTMLElement>) => void;
  className?: string;
};

/**
 * Every page of a document one below the other. Each has its box from the start; only pages near the view are
 * drawn, so a thousand pages cost a thousand empty boxes.
 */
export function PageList(props: Props) {
  const { pdf, pages, scale, onCurrentPage } = props;
  const list = useRef<HTMLOListElement>(null);
  const near = useNearPages(list, pages.length);
  useCurrentPage(list, pages.length, onCurrentPage);
  return (
    <ol ref={list} className={props.className ?? 'flex flex-col items-center gap-6'}>
      {pages.map((size, index) => {
        const page = index + 1;
        const width = size.width * scale;
        return (
          <li
            key={page}
            data-page={page}
            aria-label={props.pageName(page, pages.length)}
            className="pdf-page shrink-0 scroll-m-6"
            style={{ width, height: size.height * scale }}
            onPointerDown={(event) => props.onPagePointerDown?.(page, event)}
          >
            {near.has(page) ? (
              <PageCanvas
                pdf={pdf}
                page={page}
                width={width}
                {...(props.withText ? { withText: true } : {})}
                {...(props.onPainted ? { onPainted: props.onPainted } : {})}
              />
            ) : null}
            {props.overlay?.(page, size)}
          </li>
        );
      })}
    </ol>
  );
}

function useNearPages(list: RefObject<HTMLOListElement | null>, count: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([1]));
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const now = new Set(before);
          for (const entry of entries) {
            const page = pageOf(entry.target);
            if (entry.isIntersecting) now.add(page);
            else now.delete(page);
          }
          return now;
        }),
      { root: scrollerOf(list.current), rootMargin: '100% 0px' },
    );
    for (const child of list.current?.children ?? []) observer.observe(child);
    return () => observer.disconnect();
  }, [list, count]);
  return near;
}

function useCurrentPage(
  list: RefObject<HTMLOListElement | null>,
  count: number,
  onCurrentPage: ((page: number) => void) | undefined,
): void {
  const tell = useRef(onCurrentPage);
  useEffect(() => {
    tell.current = onCurrentPage;
  });
  useEffect(() => {
    const visible = new Map<number, number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) visible.set(pageOf(entry.target), entry.intersectionRect.height);
        const [page, height] = [...visible].reduce((best, next) => (next[1] > best[1] ? next : best), [1, 0]);
        if (height > 0) tell.current?.(page);
      },
      { root: scrollerOf(list.current), threshold: [0, 0.1, 0.25, 0.5, 0.75, 1] },
    );
    for (const child of list.current?.children ?? []) observer.observe(child);
    return () => observer.disconnect();
  }, [list, count]);
}

function pageOf(element: Element): number {
  return Number((element as HTMLElement).dataset.page);
}

/** The element that scrolls the list, or null for the window: rootMargin only works against the real scroller. */
function scrollerOf(element: Element | null): Element | null {
  for (let at = element?.parentElement ?? null; at && at !== document.body; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}
