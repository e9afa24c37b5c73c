import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../parts/class-names.ts';
import { useNearView } from '../parts/pdf/near-view.ts';
import type { PdfFile } from '../parts/pdf/open-pdf.ts';
import { PageCanvas } from '../parts/pdf/page-canvas.tsx';
import { recipientHue } from '../parts/recipient-colour.ts';
import { useEditor } from './editor-state.ts';
import { goToPage } from './focus-field.ts';

/** CSS pixels. */
const width = 88;

/** The pages in small, with a dot for every recipient who has a field there. */
export const Thumbnails = memo(function Thumbnails({ pdf }: { pdf: PdfFile | null }) {
  const { t } = useTranslation();
  const { pages, currentPage } = useEditor();
  const list = useRef<HTMLOListElement>(null);
  const near = useNearView(list, pages.length);
  useEffect(() => {
    list.current?.children[currentPage - 1]?.scrollIntoView({ block: 'nearest' });
  }, [currentPage]);
  return (
    <nav
      aria-label={t('editor.thumbnails')}
      className="hidden w-[132px] shrink-0 overflow-y-auto border-e border-line bg-paper py-4 md:block"
    >
      <ol ref={list} className="flex flex-col items-center gap-3">
        {pages.map((size, index) => {
          const page = index + 1;
          const current = page === currentPage;
          return (
            <li key={page}>
              <button
                type="button"
                aria-label={t('editor.goToPage', { page })}
                aria-current={current ? 'page' : undefined}
                onClick={() => goToPage(page)}
                className="flex flex-col items-center gap-1.5 rounded-md p-1"
              >
                <span
                  className={classNames(
                    'pdf-page block overflow-hidden rounded-[3px]',
                    current && 'outline-2 outline-offset-3 outline-ink outline-solid',
                  )}
                  style={{ width, height: Math.round((width * size.height) / size.width) }}
                >
                  {near.has(page) ? <PageCanvas pdf={pdf} page={page} width={width} /> : null}
                </span>
                <span className="flex h-4 items-center gap-1 text-xs text-muted tabular-nums">
                  {page}
                  <Dots page={page} />
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
});

function Dots({ page }: { page: number }) {
  const { layout, recipients } = useEditor();
  const owners = new Set(
    layout.fields.filter((field) => field.page === page).map(({ recipientId }) => recipientId),
  );
  return [...owners].map((id) => (
    <i
      key={id ?? 'nobody'}
      aria-hidden="true"
      data-person=""
      className={classNames('size-1.5 rounded-full', id === null ? 'bg-muted' : 'bg-(--person)')}
      style={{ ['--hue' as string]: recipientHue(recipients.findIndex((recipient) => recipient.id === id)) }}
    />
  ));
}
