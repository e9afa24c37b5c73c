import { memo, useEffect, useMemo, useRef } from 'react';
import type { RecipientView } from '#contract/documents.ts';
import type { Field } from '#core/field/field.ts';
import { classNames } from '../parts/class-names.ts';
import { useNearView } from '../kit/pdf/near-view.ts';
import type { PdfFile } from '../kit/pdf/open-pdf.ts';
import { PageCanvas } from '../kit/pdf/page-canvas.tsx';
import { recipientHue } from '../parts/recipient-colour.ts';
import { useWords } from '../words.ts';
import { useEditor } from './editor-state.ts';
import { goToPage } from './focus-field.ts';
import { useShownPage } from './shown-page.ts';

/** CSS pixels. */
const width = 88;

/** The pages in small, with a dot for every recipient who has a field there. */
export const Thumbnails = memo(function Thumbnails({ pdf }: { pdf: PdfFile | null }) {
  const { t } = useWords();
  const { pages, shownPage, layout, recipients } = useEditor();
  const shown = useShownPage(shownPage);
  const dots = useMemo(() => dotsByPage(layout.fields, recipients), [layout.fields, recipients]);
  const names = useMemo(() => pages.map((_, index) => t('editor.goToPage', { page: index + 1 })), [pages, t]);
  const list = useRef<HTMLOListElement>(null);
  const near = useNearView(list, pages.length);
  useEffect(() => {
    list.current?.children[shown - 1]?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <nav
      aria-label={t('editor.thumbnails')}
      className="hidden w-[132px] shrink-0 overflow-y-auto border-e border-line bg-paper py-4 md:block"
    >
      <ol ref={list} className="flex flex-col items-center gap-3">
        {pages.map((size, index) => (
          <Thumbnail
            key={index}
            page={index + 1}
            pdf={pdf}
            height={Math.round((width * size.height) / size.width)}
            name={names[index]!}
            current={index + 1 === shown}
            near={near.has(index + 1)}
            dots={dots.get(index + 1) ?? ''}
          />
        ))}
      </ol>
    </nav>
  );
});

type ThumbnailProps = {
  page: number;
  pdf: PdfFile | null;
  /** CSS pixels. */
  height: number;
  name: string;
  current: boolean;
  near: boolean;
  /** Whose fields are on the page, by their place in the list of recipients; -1 is nobody. A text, to be compared. */
  dots: string;
};

const Thumbnail = memo(function Thumbnail(props: ThumbnailProps) {
  const { page, pdf, height, name, current, near, dots } = props;
  return (
    // A far one is neither laid out nor painted; what stands around its picture is 30 px high.
    <li
      className={near ? '' : '[content-visibility:auto]'}
      style={near ? undefined : { containIntrinsicSize: `96px ${height + 30}px` }}
    >
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
    </li>
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
