import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { PageSize } from '#contract/documents/documents.ts';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { PageList } from '../../kit/pdf/page-list.tsx';
import { usePdf } from '../../kit/pdf/use-pdf.ts';
import { FirstPicture, useFirstPicture } from './first-picture.tsx';
import { Icon } from '../../kit/icon.tsx';
import { OtherBoxes, type OtherField } from './other-box.tsx';
import type { PageStrip } from './page-strip.tsx';
import { remainingWorkText, type PageWork } from './page-work.ts';
import { t } from '../words.ts';
import { Button, buttonLook } from '../../kit/button.tsx';

type Props = {
  fileUrl: string;
  /** URL of a small picture of the first page, shown until the page itself is drawn. */
  pictureUrl: string;
  pages: readonly PageSize[];
  /** The files of the document, if the pages were joined from several. */
  files: CeremonyAnswer['document']['files'];
  /** Number of remaining fields on each page. */
  work: PageWork;
  /** False if the document has ended. The server then withholds its pages, and a notice explains it. */
  open: boolean;
  /** The fields of all other recipients. */
  others: readonly OtherField[];
  /** Renders the layer over a page. `scale` is in CSS pixels per point. */
  overlay?: (page: number, scale: number) => ReactNode;
  onPainted: (page: number) => void;
  /** Called if a page could not be drawn. Page 0 means the whole file. */
  onFailed: (page: number) => void;
};

/** Column width in CSS pixels. A wider page would be larger but not easier to read. */
const widestPage = 848;
const zooms = [1, 1.5, 2, 3] as const;

/** Shows the pages of the document, as wide as the column, with zoom. */
export function DocumentPages(props: Props) {
  const { fileUrl, pictureUrl, pages, files, work, open, others, overlay, onPainted, onFailed } = props;
  const column = useRef<HTMLDivElement>(null);
  const available = useWidth(column);
  const picture = useFirstPicture(pictureUrl);
  // The library that draws pages is fifty times as large as the picture, so it is loaded afterwards.
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
      {files.length > 0 && (
        <nav aria-label={t('files.label')} className="row">
          {files.map(({ id, title, firstPage }) => (
            <Button key={id} look="link" size="text" onClick={() => goTo(firstPage)}>
              <bdi>{title}</bdi>
            </Button>
          ))}
        </nav>
      )}
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
      {strip && (
        <strip.Strip pdf={loading.pdf} {...{ pages, files }} current={current} work={work} onChoose={goTo} />
      )}
    </section>
  );
}

type NotShownProps = { word: 'pages.failed' | 'pages.pageFailed'; fileUrl: string; onAgain: () => void };

/** Reports that something could not be shown, with buttons to retry and to download. */
function NotShown({ word, fileUrl, onAgain }: NotShownProps) {
  return (
    <div role="alert" className="card stack">
      <p>
        <strong>{t(word)}</strong> {t('pages.failedHint')}
      </p>
      <div className="row">
        <Button onClick={onAgain}>{t('tryAgain')}</Button>
        <a {...buttonLook()} href={fileUrl} download>
          {t('review.download')}
        </a>
      </div>
    </div>
  );
}

/** The page thumbnails are only for wide screens, and are not loaded before the first page is readable. */
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

/** The current page number, and the navigation to other pages. */
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
            {[t('pages.name', { page: index + 1, count }), remainingWorkText(work, index + 1)]
              .filter(Boolean)
              .join(' · ')}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Number of placeholder boxes. They fill any screen until the list replaces them. */
const maxBoxes = 6;

/**
 * The pages in server-rendered HTML, where nothing can be measured. They have the same sizes as in the list,
 * so that the layout does not shift.
 */
function PageBoxes({
  pages,
  widest,
  pictureUrl,
  others,
}: Pick<Props, 'pages' | 'pictureUrl' | 'others'> & { widest: number }) {
  return (
    <ol className="page-runs page-list">
      {pages.slice(0, maxBoxes).map(({ width, height }, index) => (
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
    <Button size="icon" aria-label={t(word)} disabled={stop} onClick={onZoom}>
      <Icon name={icon} />
    </Button>
  );
}

/** Returns the width of the column in CSS pixels; 0 until it is known. */
function useWidth(column: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = column.current;
    if (!element) return;
    // oxlint-disable-next-line react-hooks/set-state-in-effect -- the size is measured before the first paint
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [column]);
  return width;
}
