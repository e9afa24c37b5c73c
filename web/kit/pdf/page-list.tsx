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
  /** All that a page far from the view shows: while each of it is the same, it is not drawn anew with its parent. */
  far?: (page: number) => readonly unknown[];
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
  useMostSeen(list, near, tell);
  const names = useMemo(() => pages.map((_, index) => pageName(index + 1, pages.length)), [pages, pageName]);
  return (
    <ol ref={list} className={props.className ?? 'flex flex-col items-center gap-6'}>
      {runsOf(pages.length).map((first) => (
        <PageRun key={first} list={props} names={names} first={first} near={near} />
      ))}
    </ol>
  );
}

type RunProps = {
  list: Props;
  names: readonly string[];
  first: number;
  near: ReadonlySet<number>;
};

/** How many pages are looked through together for whether any of them has to be drawn anew. */
const runLength = 25;

/** The first page of each run. */
function runsOf(count: number): number[] {
  return Array.from({ length: Math.ceil(count / runLength) }, (_, index) => index * runLength + 1);
}

function pagesOf({ first, list }: RunProps): number[] {
  const length = Math.min(runLength, list.pages.length - first + 1);
  return Array.from({ length }, (_, index) => first + index);
}

/** Some pages one after the other: while nothing of them is near and none looks otherwise, they are passed over. */
const PageRun = memo(
  function Run(props: RunProps) {
    const { list, names, near } = props;
    return pagesOf(props).map((page) => (
      <PageBox
        key={page}
        list={list}
        size={list.pages[page - 1]!}
        page={page}
        name={names[page - 1]!}
        near={near.has(page)}
      />
    ));
  },
  (before, after) => {
    const [was, is] = [before.list, after.list];
    if (before.names !== after.names || was.pages !== is.pages || was.scale !== is.scale) return false;
    if (was === is && before.near === after.near) return true;
    if (!was.far || !is.far) return false;
    return pagesOf(after).every(
      (page) => !before.near.has(page) && !after.near.has(page) && looksAlike(was, is, page),
    );
  },
);

type BoxProps = { list: Props; size: PageSize; page: number; name: string; near: boolean };

const PageBox = memo(Box, (before, after) => {
  const [was, is] = [before.list, after.list];
  if (before.near !== after.near || before.size !== after.size || before.name !== after.name) return false;
  // The list is the same until the parent is drawn again.
  if (was === is) return true;
  if (after.near || !was.far || !is.far || was.scale !== is.scale) return false;
  return looksAlike(was, is, after.page);
});

function looksAlike(was: Props, is: Props, page: number): boolean {
  if (was.far === is.far) return true;
  const [before, after] = [was.far?.(page) ?? [], is.far?.(page) ?? []];
  return before.length === after.length && before.every((value, index) => value === after[index]);
}

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
