import { memo, useEffect, useMemo, useRef, type ComponentType } from 'react';
import type { PageSize } from '#contract/documents/documents.ts';
import { pageIn, pagesOf, runsOf, useNearPages } from './near-view.ts';
import type { PdfFile } from './open-pdf.ts';
import { PageCanvas } from './page-canvas.tsx';
import './page-strip.css';

type Props = {
  pdf: PdfFile | null;
  pages: readonly PageSize[];
  current: number;
  /** The accessible name of a page. A new function identity renders all pages again. */
  name: (page: number) => string;
  /** Text that `Mark` shows next to the page number. A string, so that it can be compared. */
  mark: (page: number) => string;
  Mark: ComponentType<{ of: string }>;
  /** Titles of files, by their first page. */
  titles?: ReadonlyMap<number, string> | undefined;
  onChoose: (page: number) => void;
};

/** CSS pixels */
const width = 88;

/** The space around a thumbnail and between two of them, in rem so that it grows with the font size. */
const around = 2;
const gap = 0.75;

/** Page thumbnails, one below the other. The parent scrolls them. Only pages near the view are drawn. */
export const PageStrip = memo(function PageStrip(props: Props) {
  const { pages, current, name, mark, titles, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  const near = useNearPages(list, pages.length);
  const names = useMemo(() => pages.map((_, index) => name(index + 1)), [pages, name]);
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });
  useEffect(() => {
    // Scrolls only the strip: scrollIntoView would also scroll the page.
    const [strip, item] = [list.current?.parentElement, pageIn(list.current, current)];
    if (!strip || !item) return;
    const [view, place] = [strip.getBoundingClientRect(), item.getBoundingClientRect()];
    if (place.top < view.top) strip.scrollTop -= view.top - place.top;
    else if (place.bottom > view.bottom) strip.scrollTop += place.bottom - view.bottom;
  }, [current]);
  return (
    <div ref={list} role="list" className="page-runs page-strip">
      {runsOf(pages.length).map((first) => {
        const runPages = pagesOf(first, pages.length);
        return (
          <Run
            key={first}
            first={first}
            pdf={props.pdf}
            pages={pages}
            names={names}
            titles={titles}
            current={runPages.includes(current) ? current : null}
            near={near.ofRun(first)}
            marks={runPages.map(mark).join()}
            Mark={props.Mark}
            choose={choose}
          />
        );
      })}
    </div>
  );
});

type RunProps = Pick<Props, 'pdf' | 'pages' | 'titles' | 'Mark'> & {
  first: number;
  names: readonly string[];
  /** The current page, or null if it is in another run. */
  current: number | null;
  /** The pages near the view; null while the whole run is far away. */
  near: ReadonlySet<number> | null;
  /** The pages' marks, comma-separated. As a string, because an equal string does not render the run again. */
  marks: string;
  choose: { current: (page: number) => void };
};

const Run = memo(function Run({
  first,
  pdf,
  pages,
  names,
  titles,
  current,
  near,
  marks,
  Mark,
  choose,
}: RunProps) {
  const runPages = pagesOf(first, pages.length);
  const marksHere = marks.split(',');
  const heights = runPages.map((page) => heightOf(pages[page - 1]!));
  const pictures = heights.reduce((sum, height) => sum + height, 0);
  const between = runPages.length * around + (runPages.length - 1) * gap;
  return (
    <div
      className={near ? 'page-run' : 'page-run page-run-far'}
      style={near ? undefined : { containIntrinsicSize: `96px calc(${pictures}px + ${between}rem)` }}
    >
      {runPages.map((page, index) => (
        <Thumbnail
          key={page}
          page={page}
          pdf={pdf}
          height={heights[index]!}
          name={names[page - 1]!}
          title={titles?.get(page)}
          current={page === current}
          near={near?.has(page) ?? false}
          mark={marksHere[index] ?? ''}
          Mark={Mark}
          choose={choose}
        />
      ))}
    </div>
  );
});

/** CSS pixels */
function heightOf(size: PageSize): number {
  return Math.round((width * size.height) / size.width);
}

type ThumbnailProps = Pick<Props, 'pdf' | 'Mark'> & {
  page: number;
  /** CSS pixels */
  height: number;
  name: string;
  title: string | undefined;
  current: boolean;
  near: boolean;
  mark: string;
  choose: RunProps['choose'];
};

const Thumbnail = memo(function Thumbnail(props: ThumbnailProps) {
  const { page, pdf, height, name, title, current, near, mark, Mark, choose } = props;
  return (
    <div role="listitem">
      {title && <p className="strip-title">{title}</p>}
      <button
        type="button"
        aria-label={name}
        title={name}
        aria-current={current ? 'page' : undefined}
        onClick={() => choose.current(page)}
      >
        <span className="pdf-page strip-paper" style={{ width, height }}>
          {near ? <PageCanvas pdf={pdf} page={page} width={width} /> : null}
        </span>
        <span className="strip-foot" aria-hidden="true">
          {page}
          {mark === '' ? null : <Mark of={mark} />}
        </span>
      </button>
    </div>
  );
});
