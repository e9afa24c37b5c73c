import { useEffect, useRef, type PointerEvent, type ReactNode } from 'react';
import type { PageSize } from '#contract/documents.ts';
import type { PdfFile } from './open-pdf.ts';
import { useMostSeen, useNearView } from './near-view.ts';
import { PageCanvas } from './page-canvas.tsx';

type Props = {
  pdf: PdfFile | null;
  /** As displayed, in points, from the server: nothing moves while pages are being drawn. */
  pages: readonly PageSize[];
  /** CSS pixels per point. */
  scale: number;
  /** 'Page 2 of 4' in the reader's language. */
  pageName: (page: number, count: number) => string;
  /** What lies over a page: fields, guides. Positioned children use points times `scale`; `near` is near the view. */
  overlay?: (page: number, size: PageSize, near: boolean) => ReactNode;
  withText?: boolean;
  /** What stands in for a page until it is painted; undefined for the usual grey lines. */
  waiting?: (page: number) => ReactNode;
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
  const near = useNearView(list, pages.length);
  const tell = useRef(onCurrentPage);
  useEffect(() => {
    tell.current = onCurrentPage;
  });
  useMostSeen(list, pages.length, tell);
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
                waiting={props.waiting?.(page)}
                {...(props.withText ? { withText: true } : {})}
                {...(props.onPainted ? { onPainted: props.onPainted } : {})}
              />
            ) : null}
            {props.overlay?.(page, size, near.has(page))}
          </li>
        );
      })}
    </ol>
  );
}
