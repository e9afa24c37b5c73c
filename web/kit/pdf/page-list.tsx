import { memo, useEffect, useMemo, useRef, type PointerEvent, type ReactNode } from 'react';
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
  /** 'Page 2 of 4' in the reader's language; asked again for every page when it is another function. */
  pageName: (page: number, count: number) => string;
  /** The layer over a page: fields, guides. Positioned children use points times `scale`; `near` is near the view. */
  overlay?: (page: number, size: PageSize, near: boolean) => ReactNode;
  /** While this is the same, pages far from the view look the same and are not drawn anew with their parent. */
  far?: unknown;
  withText?: boolean;
  /** The stand-in for a page until it is painted; undefined for the usual grey lines. */
  waiting?: (page: number) => ReactNode;
  onPainted?: (page: number) => void;
  /** The page that most of the view shows. */
  onCurrentPage?: (page: number) => void;
  onPagePointerDown?: (page: number, event: PointerEvent<HTMLElement>) => void;
  className?: string;
};

/**
 * Every page of a document one below the other. Each has its box from the start; only pages near the view are
 * drawn, so a thousand pages cost a thousand empty boxes; and while one scrolls, only pages that come near are drawn anew.
 */
export function PageList(props: Props) {
  const { pages, pageName, onCurrentPage } = props;
  const list = useRef<HTMLOListElement>(null);
  const near = useNearView(list, pages.length);
  const tell = useRef(onCurrentPage);
  useEffect(() => {
    tell.current = onCurrentPage;
  });
  useMostSeen(list, pages.length, tell);
  const names = useMemo(() => pages.map((_, index) => pageName(index + 1, pages.length)), [pages, pageName]);
  return (
    <ol ref={list} className={props.className ?? 'flex flex-col items-center gap-6'}>
      {pages.map((size, index) => (
        <PageBox
          key={index}
          list={props}
          size={size}
          page={index + 1}
          name={names[index]!}
          near={near.has(index + 1)}
        />
      ))}
    </ol>
  );
}

type BoxProps = { list: Props; size: PageSize; page: number; name: string; near: boolean };

const PageBox = memo(Box, (before, after) => {
  const [was, is] = [before.list, after.list];
  if (before.near !== after.near || before.size !== after.size || before.name !== after.name) return false;
  // The list is the same until the parent is drawn again.
  return was === is || (!after.near && is.far !== undefined && is.far === was.far && is.scale === was.scale);
});

function Box({ list, size, page, name, near }: BoxProps) {
  const { scale } = list;
  const width = size.width * scale;
  return (
    <li
      data-page={page}
      aria-label={name}
      // The layer of a far page is neither laid out nor styled until it comes near; Tab and search still find it.
      className={`pdf-page shrink-0 scroll-m-6 ${near ? '' : '[content-visibility:auto]'}`}
      style={{ width, height: size.height * scale }}
      onPointerDown={(event) => list.onPagePointerDown?.(page, event)}
    >
      {near ? (
        <PageCanvas
          pdf={list.pdf}
          page={page}
          width={width}
          waiting={list.waiting?.(page)}
          {...(list.withText ? { withText: true } : {})}
          {...(list.onPainted ? { onPainted: list.onPainted } : {})}
        />
      ) : null}
      {list.overlay?.(page, size, near)}
    </li>
  );
}
