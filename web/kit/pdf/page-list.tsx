import {
  memo,
  useEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { PageSize } from '#contract/documents/documents.ts';
import type { PdfFile } from './open-pdf.ts';
import { pagesOf, runsOf, useMostVisiblePage, useNearPages } from './near-view.ts';
import { PageCanvas } from './page-canvas.tsx';

type Props = {
  pdf: PdfFile | null;
  /**
   * Sizes as displayed in points, from the server, so that the layout does not shift while pages are drawn.
   */
  pages: readonly PageSize[];
  /** CSS pixels per point. */
  scale: number;
  /** 'Page 2 of 4' in the reader's language. A new function identity renders all page names again. */
  pageName: (page: number, count: number) => string;
  /**
   * Renders the layer over a page, with fields and guides. Children are positioned at points times `scale`.
   * `near` is true if the page is near the view.
   */
  overlay?: (page: number, size: PageSize, near: boolean) => ReactNode;
  /**
   * Everything that the layer of an off-screen page depends on. If it does not change, the layer is not
   * rendered.
   */
  far?: (page: number) => readonly unknown[];
  withText?: boolean;
  /** Placeholder for a page until it is painted; undefined for the default gray lines. */
  waiting?: (page: number) => ReactNode;
  onPainted?: (page: number) => void;
  /** Shown instead of a page that could not be drawn; `again` retries. */
  failed?: (again: () => void) => ReactNode;
  onFailed?: (page: number) => void;
  /** The page that fills most of the view. */
  onCurrentPage?: (page: number) => void;
  onPagePointerDown?: (page: number, event: PointerEvent<HTMLElement>) => void;
  /** CSS class for the position of the list and the distance between its pages (`--page-gap`). */
  className?: string;
};

/**
 * All pages of a document, one below the other. Every page has a container from the start, and only pages
 * near the view are drawn, so a thousand pages cost a thousand empty boxes. While scrolling, only pages that
 * come near the view are rendered. Runs are not exposed to assistive technology.
 */
export function PageList(props: Props) {
  const { pages, pageName, onCurrentPage } = props;
  const list = useRef<HTMLDivElement>(null);
  const near = useNearPages(list, pages.length);
  const tell = useRef(onCurrentPage);
  useEffect(() => {
    tell.current = onCurrentPage;
  });
  useMostVisiblePage(list, near.pages, tell);
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
  /** The pages near the view, possibly of other runs; null while the whole run is far away. */
  near: ReadonlySet<number> | null;
};

/** A run of pages. Rendering is skipped while none of them is near the view and none changed. */
const PageRun = memo(
  function Run({ list, names, first, near }: RunProps) {
    const { pages, scale } = list;
    const runPages = pagesOf(first, pages.length);
    return (
      <div
        className={`page-run ${near ? '' : 'page-run-far'}`}
        style={
          near
            ? undefined
            : roomOf(
                runPages.map((page) => pages[page - 1]!),
                scale,
              )
        }
      >
        {runPages.map((page) => (
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

/** Returns the height of a run of pages whose layout is skipped. It equals the height with layout. */
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
  // Returns the same list instance until the parent renders again.
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
