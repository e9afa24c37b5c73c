import {
  memo,
  useEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { PageSize } from '#contract/documents.ts';
import type { PdfFile } from './open-pdf.ts';
import { pagesOf, runsOf, useMostSeen, useNearPages } from './near-view.ts';
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
  /** Stands in the place of a page that could not be drawn; `again` tries once more. */
  failed?: (again: () => void) => ReactNode;
  onFailed?: (page: number) => void;
  /** The page that most of the view shows. */
  onCurrentPage?: (page: number) => void;
  onPagePointerDown?: (page: number, event: PointerEvent<HTMLElement>) => void;
  /** Where the list stands, and how far its pages stand apart (`--page-gap`). */
  className?: string;
};

/**
 * Every page of a document one below the other. Each has its box from the start; only pages near the view are
 * drawn, so a thousand pages cost a thousand empty boxes; and while one scrolls, only pages that come near are drawn anew.
 * The pages stand in runs, which are no part of the list to who hears it.
 */
export function PageList(props: Props) {
  const { pages, pageName, onCurrentPage } = props;
  const list = useRef<HTMLDivElement>(null);
  const near = useNearPages(list, pages.length);
  const tell = useRef(onCurrentPage);
  useEffect(() => {
    tell.current = onCurrentPage;
  });
  useMostSeen(list, near.pages, tell);
  const names = useMemo(() => pages.map((_, index) => pageName(index + 1, pages.length)), [pages, pageName]);
  return (
    <div ref={list} role="list" className={`page-runs ${props.className ?? ''}`}>
      {runsOf(pages.length).map((first) => (
        <PageRun key={first} list={props} names={names} first={first} near={near.ofRun(first)} />
      ))}
    </div>
  );
}

type RunProps = {
  list: Props;
  names: readonly string[];
  first: number;
  /** Those of its pages that are near the view, and others; null while the whole run is far. */
  near: ReadonlySet<number> | null;
};

/** Some pages one after the other: while nothing of them is near and none looks otherwise, they are passed over. */
const PageRun = memo(
  function Run({ list, names, first, near }: RunProps) {
    const { pages, scale } = list;
    const here = pagesOf(first, pages.length);
    return (
      <div
        className={`page-run ${near ? '' : 'page-run-far'}`}
        style={
          near
            ? undefined
            : roomOf(
                here.map((page) => pages[page - 1]!),
                scale,
              )
        }
      >
        {here.map((page) => (
          <PageBox
            key={page}
            list={list}
            size={pages[page - 1]!}
            page={page}
            name={names[page - 1]!}
            near={near?.has(page) ?? false}
          />
        ))}
      </div>
    );
  },
  (before, after) => {
    const [was, is] = [before.list, after.list];
    if (before.names !== after.names || was.pages !== is.pages || was.scale !== is.scale) return false;
    if (before.near !== after.near) return false;
    if (was === is) return true;
    if (after.near || !was.far || !is.far) return false;
    return pagesOf(after.first, is.pages.length).every((page) => looksAlike(was, is, page));
  },
);

/** The room that a run takes while it is not laid out: as much as when it is. */
function roomOf(sizes: readonly PageSize[], scale: number): CSSProperties {
  const width = Math.max(...sizes.map((size) => size.width)) * scale;
  const height = sizes.reduce((sum, size) => sum + size.height * scale, 0);
  return {
    containIntrinsicSize: `${width}px calc(${height}px + ${sizes.length - 1} * var(--page-gap, 1.5rem))`,
  };
}

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
    <div
      role="listitem"
      data-page={page}
      aria-label={name}
      className="pdf-page shrink-0 scroll-m-6"
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
          {...(list.failed ? { failed: list.failed } : {})}
          {...(list.onFailed ? { onFailed: list.onFailed } : {})}
        />
      ) : null}
      {list.overlay?.(page, size, near)}
    </div>
  );
}
