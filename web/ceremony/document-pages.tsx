import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { PageSize } from '#contract/documents.ts';
import { PageList } from '../kit/pdf/page-list.tsx';
import { usePdf } from '../kit/pdf/use-pdf.ts';
import { FirstPicture, useFirstPicture } from './first-picture.tsx';
import { Icon } from './icon.tsx';
import { OtherBoxes, type OtherField } from './other-box.tsx';
import type { PageStrip } from './page-strip.tsx';
import { leftWords, type PageWork } from './page-work.ts';
import { t } from './words.ts';

type Props = {
  fileUrl: string;
  /** A small picture of the first page, shown until the page itself is painted. */
  pictureUrl: string;
  pages: readonly PageSize[];
  /** How much is left for the signer to do on each page. */
  work: PageWork;
  /** False when the document has ended: the server keeps its pages back then, and what is said of that says it all. */
  open: boolean;
  /** Everybody else's boxes. */
  others: readonly OtherField[];
  /** The layer over a page; `scale` is CSS pixels per point. */
  overlay?: (page: number, scale: number) => ReactNode;
  onPainted: (page: number) => void;
  /** A page could not be drawn; 0 is the whole file. */
  onFailed: (page: number) => void;
};

/** As wide as the column; wider, a page is only larger and not easier to read. CSS pixels. */
const widestPage = 848;
const zooms = [1, 1.5, 2, 3] as const;

/** The real pages of the document, as wide as the column, larger on demand. */
export function DocumentPages(props: Props) {
  const { fileUrl, pictureUrl, pages, work, open, others, overlay, onPainted, onFailed } = props;
  const column = useRef<HTMLDivElement>(null);
  const available = useWidth(column);
  const picture = useFirstPicture(pictureUrl);
  // The library that draws pages weighs fifty times as much as the picture: it does not race it to the phone.
  const loading = usePdf(picture === 'loading' ? null : fileUrl);
  const [zoom, setZoom] = useState(0);
  const [current, setCurrent] = useState(1);
  const [painted, setPainted] = useState(false);
  const strip = useStrip(painted && pages.length > 1);
  useEffect(() => {
    if (loading.state === 'failed') onFailed(0);
  }, [loading.state, onFailed]);
  const goTo = (page: number) => column.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView();
  const widest = Math.max(1, ...pages.map((page) => page.width));
  const scale = (Math.min(available, widestPage) / widest) * (zooms[zoom] ?? 1);
  return (
    <section aria-label={t('pages.label')} className="pages">
      <div className="row pages-bar">
        {pages.length === 1 ? (
          <p className="muted grow">{t('pages.count', { count: pages.length })}</p>
        ) : (
          <PageChoice count={pages.length} current={current} work={work} onChoose={goTo} />
        )}
        <ZoomButton word="pages.zoomOut" icon="minus" stop={zoom === 0} onZoom={() => setZoom(zoom - 1)} />
        <ZoomButton
          word="pages.zoomIn"
          icon="plus"
          stop={zoom === zooms.length - 1}
          onZoom={() => setZoom(zoom + 1)}
        />
      </div>
      {loading.state === 'failed' && open && (
        <NotShown word="pages.failed" fileUrl={fileUrl} onAgain={loading.retry} />
      )}
      <div ref={column} className="pages-scroll" data-zoomed={zoom > 0 || undefined}>
        {available === 0 ? (
          <PageBoxes pages={pages} widest={widest} pictureUrl={pictureUrl} others={others} />
        ) : (
          <PageList
            className="page-list"
            pdf={loading.pdf}
            pages={pages}
            scale={scale}
            pageName={(page, count) => t('pages.name', { page, count })}
            withText
            waiting={(page) =>
              page === 1 && picture !== 'failed' ? <FirstPicture url={pictureUrl} /> : undefined
            }
            onPainted={(page) => {
              setPainted(true);
              onPainted(page);
            }}
            onFailed={onFailed}
            failed={(again) => <NotShown word="pages.pageFailed" fileUrl={fileUrl} onAgain={again} />}
            onCurrentPage={setCurrent}
            overlay={(page, size) => (
              <>
                <OtherBoxes others={others} page={page} size={size} />
                {overlay?.(page, scale)}
              </>
            )}
          />
        )}
      </div>
      {strip && <strip.Strip pdf={loading.pdf} pages={pages} current={current} work={work} onChoose={goTo} />}
    </section>
  );
}

type NotShownProps = { word: 'pages.failed' | 'pages.pageFailed'; fileUrl: string; onAgain: () => void };

/** Says that something could not be shown, and has the two ways on from there. */
function NotShown({ word, fileUrl, onAgain }: NotShownProps) {
  return (
    <div role="alert" className="card stack">
      <p>
        <strong>{t(word)}</strong> {t('pages.failedHint')}
      </p>
      <div className="row">
        <button type="button" className="button" onClick={onAgain}>
          {t('tryAgain')}
        </button>
        <a className="button" href={fileUrl} download>
          {t('review.download')}
        </a>
      </div>
    </div>
  );
}

/** The pages in small are for wide screens, and not fetched before the first page can be read. */
function useStrip(wanted: boolean): { Strip: typeof PageStrip } | null {
  const [strip, setStrip] = useState<{ Strip: typeof PageStrip } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const wide = window.matchMedia('(min-width: 1200px)');
    const fetch = () => {
      if (wide.matches)
        import('./page-strip.tsx').then(
          (part) => setStrip({ Strip: part.PageStrip }),
          () => undefined,
        );
    };
    fetch();
    wide.addEventListener('change', fetch);
    return () => wide.removeEventListener('change', fetch);
  }, [wanted]);
  return strip;
}

/** Which page is before the reader, and the way to another one. */
function PageChoice({
  count,
  current,
  work,
  onChoose,
}: {
  count: number;
  current: number;
  work: PageWork;
  onChoose: (page: number) => void;
}) {
  return (
    <label className="page-choice grow">
      <span className="hidden-heading">{t('pages.goTo')}</span>
      <select value={current} onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
        {Array.from({ length: count }, (_, index) => (
          <option key={index} value={index + 1}>
            {[t('pages.name', { page: index + 1, count }), leftWords(work, index + 1)]
              .filter(Boolean)
              .join(' · ')}
          </option>
        ))}
      </select>
    </label>
  );
}

/** So many boxes fill any screen until the list takes their place. */
const mostBoxes = 6;

/**
 * The pages where nobody can measure: in the HTML that the server sends. The same sizes as those of the list, so
 * that nothing moves when it takes their place.
 */
function PageBoxes({
  pages,
  widest,
  pictureUrl,
  others,
}: Pick<Props, 'pages' | 'pictureUrl' | 'others'> & { widest: number }) {
  return (
    <ol className="page-runs page-list">
      {pages.slice(0, mostBoxes).map(({ width, height }, index) => (
        <li
          key={index}
          aria-label={t('pages.name', { page: index + 1, count: pages.length })}
          className="pdf-page shrink-0"
          style={{
            width: `calc(min(100%, ${widestPage}px) * ${width / widest})`,
            aspectRatio: `${width} / ${height}`,
          }}
        >
          {index === 0 && <FirstPicture url={pictureUrl} />}
          <OtherBoxes others={others} page={index + 1} size={{ width, height }} />
        </li>
      ))}
    </ol>
  );
}

type ZoomProps = {
  word: 'pages.zoomIn' | 'pages.zoomOut';
  icon: 'plus' | 'minus';
  stop: boolean;
  onZoom: () => void;
};

function ZoomButton({ word, icon, stop, onZoom }: ZoomProps) {
  return (
    <button type="button" className="button square" aria-label={t(word)} disabled={stop} onClick={onZoom}>
      <Icon name={icon} />
    </button>
  );
}

/** The width of the column in CSS pixels; 0 until it is known. */
function useWidth(column: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = column.current;
    if (!element) return;
    // oxlint-disable-next-line react-hooks/set-state-in-effect -- measured before anything of it is painted
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [column]);
  return width;
}
