import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { PageSize } from '#contract/documents.ts';
import { PageList } from '../parts/pdf/page-list.tsx';
import { usePdf } from '../parts/pdf/use-pdf.ts';
import { FirstPicture, useFirstPicture } from './first-picture.tsx';
import { Icon } from './icon.tsx';
import { t } from './words.ts';

type Props = {
  fileUrl: string;
  /** A small picture of the first page, shown until the page itself is painted. */
  pictureUrl: string;
  pages: readonly PageSize[];
  /** What lies over a page; `scale` is CSS pixels per point. */
  overlay?: (page: number, scale: number) => ReactNode;
  onPainted: (page: number) => void;
};

/** Wider than this a page is only larger, not easier to read. CSS pixels. */
const widestPage = 816;
/** From so many on a document is long enough for a way to a page. */
const manyPages = 4;
const zooms = [1, 1.5, 2, 3] as const;

/** The real pages of the document, as wide as the column, larger on demand. */
export function DocumentPages({ fileUrl, pictureUrl, pages, overlay, onPainted }: Props) {
  const column = useRef<HTMLDivElement>(null);
  const available = useWidth(column);
  const picture = useFirstPicture(pictureUrl);
  // What draws the pages weighs fifty times as much as the picture: it does not race it to the phone.
  const loading = usePdf(picture === 'loading' ? null : fileUrl);
  const [zoom, setZoom] = useState(0);
  const [current, setCurrent] = useState(1);
  const widest = Math.max(1, ...pages.map((page) => page.width));
  const scale = (Math.min(available, widestPage) / widest) * (zooms[zoom] ?? 1);
  return (
    <section aria-label={t('pages.label')} className="pages">
      <div className="row pages-bar">
        {pages.length < manyPages ? (
          <p className="muted grow">{t('pages.count', { count: pages.length })}</p>
        ) : (
          <PageChoice
            count={pages.length}
            current={current}
            onChoose={(page) => column.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView()}
          />
        )}
        <ZoomButton word="pages.zoomOut" icon="minus" stop={zoom === 0} onZoom={() => setZoom(zoom - 1)} />
        <ZoomButton
          word="pages.zoomIn"
          icon="plus"
          stop={zoom === zooms.length - 1}
          onZoom={() => setZoom(zoom + 1)}
        />
      </div>
      {loading.state === 'failed' && (
        <div role="alert" className="card stack">
          <p>
            <strong>{t('pages.failed')}</strong> {t('pages.failedHint')}
          </p>
          <div className="row">
            <button type="button" className="button" onClick={loading.retry}>
              {t('tryAgain')}
            </button>
            <a className="button" href={fileUrl} download>
              {t('review.download')}
            </a>
          </div>
        </div>
      )}
      <div ref={column} className="pages-scroll" data-zoomed={zoom > 0 || undefined}>
        {available === 0 ? (
          <PageBoxes pages={pages} widest={widest} pictureUrl={pictureUrl} />
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
            onPainted={onPainted}
            onCurrentPage={setCurrent}
            {...(overlay ? { overlay: (page: number) => overlay(page, scale) } : {})}
          />
        )}
      </div>
    </section>
  );
}

/** Which page is before the reader, and the way to another one. */
function PageChoice({
  count,
  current,
  onChoose,
}: {
  count: number;
  current: number;
  onChoose: (page: number) => void;
}) {
  return (
    <label className="page-choice grow">
      <span className="hidden-heading">{t('pages.goTo')}</span>
      <select value={current} onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
        {Array.from({ length: count }, (_, index) => (
          <option key={index} value={index + 1}>
            {t('pages.name', { page: index + 1, count })}
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
function PageBoxes({ pages, widest, pictureUrl }: Pick<Props, 'pages' | 'pictureUrl'> & { widest: number }) {
  return (
    <ol className="page-list">
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
    // eslint-disable-next-line react-hooks/set-state-in-effect -- measured before anything of it is painted
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [column]);
  return width;
}
