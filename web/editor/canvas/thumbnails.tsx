import { memo, useEffect, useMemo, useRef } from 'react';
import type { PageSize, RecipientView } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import { classNames } from '../../parts/class-names.ts';
import { pageIn, pagesOf, runsOf, useNearPages } from '../../kit/pdf/near-view.ts';
import type { PdfFile } from '../../kit/pdf/open-pdf.ts';
import { PageCanvas } from '../../kit/pdf/page-canvas.tsx';
import { recipientHue } from '../../parts/people/recipient-color.ts';
import { useTranslation } from '../../words.ts';
import { goToPage } from './focus-field.ts';
import { useShownPage, type ShownPage } from '../state/shown-page.ts';

/** In CSS pixels. */
const width = 88;

/** rem, so that it grows with the font size: the space around a page's picture and between two of them. */
const around = 1.875;
const gap = 0.75;

type Props = {
  pdf: PdfFile | null;
  pages: readonly PageSize[];
  shownPage: ShownPage;
  fields: readonly Field[];
  recipients: readonly RecipientView[];
};

/** Page thumbnails, with a dot for every recipient who has a field there. */
export const Thumbnails = memo(function Thumbnails(props: Props) {
  const { t } = useTranslation();
  const { pdf, pages, shownPage, fields, recipients } = props;
  const shown = useShownPage(shownPage);
  const dots = useMemo(() => dotsByPage(fields, recipients), [fields, recipients]);
  const names = useMemo(() => pages.map((_, index) => t('editor.goToPage', { page: index + 1 })), [pages, t]);
  const list = useRef<HTMLDivElement>(null);
  const near = useNearPages(list, pages.length);
  useEffect(() => {
    pageIn(list.current, shown)?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <nav
      aria-label={t('editor.thumbnails')}
      className="hidden w-[132px] shrink-0 overflow-y-auto border-e border-line bg-paper py-4 md:block"
    >
      <div ref={list} role="list" className="page-runs [--page-gap:0.75rem]">
        {runsOf(pages.length).map((first) => {
          const here = pagesOf(first, pages.length);
          return (
            <ThumbnailRun
              key={first}
              first={first}
              pdf={pdf}
              pages={pages}
              names={names}
              shown={here.includes(shown) ? shown : null}
              near={near.ofRun(first)}
              dots={here.map((page) => dots.get(page) ?? '').join()}
            />
          );
        })}
      </div>
    </nav>
  );
});

type RunProps = {
  first: number;
  pdf: PdfFile | null;
  pages: readonly PageSize[];
  names: readonly string[];
  /** The current page if it is in this run. */
  shown: number | null;
  /** The pages near the view; null while the whole run is far away. */
  near: ReadonlySet<number> | null;
  /** The dots of each thumbnail, comma-separated: a string, so that it can be compared. */
  dots: string;
};

const ThumbnailRun = memo(function ThumbnailRun({ first, pdf, pages, names, shown, near, dots }: RunProps) {
  const here = pagesOf(first, pages.length);
  const dotsHere = dots.split(',');
  const heights = here.map((page) => heightOf(pages[page - 1]!));
  const picture = heights.reduce((sum, height) => sum + height, 0);
  const between = here.length * around + (here.length - 1) * gap;
  return (
    <div
      className={near ? 'page-run' : 'page-run page-run-far'}
      style={near ? undefined : { containIntrinsicSize: `96px calc(${picture}px + ${between}rem)` }}
    >
      {here.map((page, index) => (
        <Thumbnail
          key={page}
          page={page}
          pdf={pdf}
          height={heights[index]!}
          name={names[page - 1]!}
          current={page === shown}
          near={near?.has(page) ?? false}
          dots={dotsHere[index] ?? ''}
        />
      ))}
    </div>
  );
});

/** In CSS pixels. */
function heightOf(size: PageSize): number {
  return Math.round((width * size.height) / size.width);
}

type ThumbnailProps = {
  page: number;
  pdf: PdfFile | null;
  /** In CSS pixels. */
  height: number;
  name: string;
  current: boolean;
  near: boolean;
  /**
   * Indexes of the recipients with fields on the page; -1 for unassigned. A string, so that it can be
   * compared.
   */
  dots: string;
};

const Thumbnail = memo(function Thumbnail(props: ThumbnailProps) {
  const { page, pdf, height, name, current, near, dots } = props;
  return (
    <div role="listitem">
      <button
        type="button"
        aria-label={name}
        aria-current={current ? 'page' : undefined}
        onClick={() => goToPage(page)}
        className="flex flex-col items-center gap-1.5 rounded-md p-1"
      >
        <span
          className={classNames(
            'pdf-page block overflow-hidden rounded-[3px]',
            current && 'outline-2 outline-offset-3 outline-ink outline-solid',
          )}
          style={{ width, height }}
        >
          {near ? <PageCanvas pdf={pdf} page={page} width={width} /> : null}
        </span>
        <span className="flex h-4 items-center gap-1 text-xs text-muted tabular-nums">
          {page}
          {dots === '' ? null : dots.split(' ').map((index) => <Dot key={index} recipient={Number(index)} />)}
        </span>
      </button>
    </div>
  );
});

function Dot({ recipient }: { recipient: number }) {
  return (
    <i
      aria-hidden="true"
      data-person=""
      className={classNames('size-1.5 rounded-full', recipient < 0 ? 'bg-muted' : 'bg-(--person)')}
      style={{ ['--hue' as string]: recipientHue(recipient) }}
    />
  );
}

function dotsByPage(fields: readonly Field[], recipients: readonly RecipientView[]): Map<number, string> {
  const owners = new Map<number, Set<number>>();
  for (const { page, recipientId } of fields) {
    const there = owners.get(page) ?? new Set();
    owners.set(page, there.add(recipients.findIndex(({ id }) => id === recipientId)));
  }
  return new Map([...owners].map(([page, there]) => [page, [...there].join(' ')]));
}
