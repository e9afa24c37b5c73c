import { useEffect, useRef } from 'react';
import type { PageSize } from '#contract/documents/documents.ts';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { useNearView } from '../../kit/pdf/near-view.ts';
import type { PdfFile } from '../../kit/pdf/open-pdf.ts';
import { PageCanvas } from '../../kit/pdf/page-canvas.tsx';
import { Icon } from '../icon.tsx';
import { remainingWorkText, type PageWork } from './page-work.ts';
import './page-strip.css';
import { t } from '../words.ts';

type Props = {
  pdf: PdfFile | null;
  pages: readonly PageSize[];
  files: CeremonyAnswer['document']['files'];
  current: number;
  work: PageWork;
  onChoose: (page: number) => void;
};

/** In CSS pixels. */
const width = 92;

/** Page thumbnails next to the pages, each with the number of remaining fields. */
export function PageStrip({ pdf, pages, files, current, work, onChoose }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const near = useNearView(list, pages.length);
  useEffect(() => {
    // Scrolls only the strip: scrollIntoView would also scroll the page.
    const [strip, item] = [list.current?.parentElement, list.current?.children[current - 1]];
    if (!strip || !(item instanceof HTMLElement)) return;
    const [above, below] = [item.offsetTop, item.offsetTop + item.offsetHeight];
    if (above < strip.scrollTop) strip.scrollTop = above;
    else if (below > strip.scrollTop + strip.clientHeight) strip.scrollTop = below - strip.clientHeight;
  }, [current]);
  return (
    <nav className="strip no-print" aria-label={t('pages.strip')}>
      <div className="strip-scroll">
        <ol ref={list}>
          {pages.map((size, index) => {
            const page = index + 1;
            const left = remainingWorkText(work, page);
            const begins = files.find(({ firstPage }) => firstPage === page);
            return (
              <li key={page}>
                {begins && <p className="strip-file">{begins.title}</p>}
                <button
                  type="button"
                  aria-label={[t('pages.name', { page, count: pages.length }), left]
                    .filter(Boolean)
                    .join(', ')}
                  aria-current={page === current ? 'page' : undefined}
                  title={left || undefined}
                  onClick={() => onChoose(page)}
                >
                  <span
                    className="pdf-page strip-paper"
                    style={{ width, height: Math.round((width * size.height) / size.width) }}
                  >
                    {near.has(page) && <PageCanvas pdf={pdf} page={page} width={width} />}
                  </span>
                  <span className="strip-foot" aria-hidden="true">
                    {page}
                    <Mark work={work} page={page} />
                  </span>
                </button>
              </li>
            );
          })}
        </ol>
      </div>
    </nav>
  );
}

function Mark({ work, page }: { work: PageWork; page: number }) {
  const own = work.get(page);
  if (!own) return null;
  if (own.left > 0) return <span className="strip-left" data-left={own.left} />;
  return (
    <span className="strip-done">
      <Icon name="check" />
    </span>
  );
}
