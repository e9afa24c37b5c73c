import { ArrowDown, ArrowUp } from 'lucide-react';
import type { DragEvent, MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { DocumentSort, DocumentSortKey, DocumentSummary } from '#contract/documents/documents.ts';
import { StatusBadge } from '../parts/status-badge.tsx';
import { Button } from '../parts/button.tsx';
import { classNames } from '../parts/class-names.ts';
import { dayOfYear, exactTime, fileSize, shortDate } from '../parts/format.ts';
import { OneLine, twoWhereNarrow } from '../parts/one-line.tsx';
import { Skeleton } from '../parts/states.tsx';
import { useTranslation } from '../words.ts';
import { DocumentMenu } from './document-menu.tsx';
import { FirstPage } from './first-page.tsx';
import { PeopleRow } from './people-row.tsx';
import { progressText } from './progress-text.ts';
import { SelectAll, SelectOne } from './selection/select-documents.tsx';
import type { Selection } from './selection/use-selection.ts';

const cell = 'px-5 py-2.5 text-start align-middle md:max-xl:px-3';
/** On phones each row is displayed as a card, so the cells lose the table layout. */
const card =
  'max-md:relative max-md:grid max-md:grid-cols-[1fr_auto_2.75rem] max-md:gap-x-1.5 max-md:gap-y-1.5 max-md:px-4 max-md:py-3';
const cardWithBox = `${card} max-md:grid-cols-[auto_1fr_auto_2.75rem]`;
const carded = 'max-md:block max-md:p-0';
/**
 * Below the title, and on the narrowest phones also below the picture, so that the date does not cover the
 * title.
 */
const cardFoot = 'max-md:row-start-2 max-md:ms-12 max-[22.5rem]:ms-0';

type Props = {
  documents: readonly DocumentSummary[];
  /** Rows can be selected, sorted and dragged only in the library. */
  library?: {
    selection: Selection;
    sort: DocumentSort;
    onSort: (sort: DocumentSort) => void;
    onDrag: (document: DocumentSummary, event: DragEvent) => void;
  };
};

/** Sort key of each column. */
const heads = { document: 'title', status: 'status', progress: null, created: 'created' } as const;

export function DocumentTable({ documents, library }: Props) {
  const { t } = useTranslation();
  return (
    <table className="w-full border-t border-line max-md:block">
      <thead className="max-md:hidden">
        <tr className="border-b border-line">
          {library ? (
            <th scope="col" className="w-0 ps-5 align-middle">
              <SelectAll documents={documents} selection={library.selection} />
            </th>
          ) : null}
          {(Object.keys(heads) as (keyof typeof heads)[]).map((head) => (
            <Head
              key={head}
              text={t(`documents.${head}`)}
              sorts={heads[head]}
              {...(library && { library })}
            />
          ))}
          <th scope="col" className={classNames(cell, 'text-end text-xs font-medium text-muted')}>
            {t('documents.actions')}
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {documents.map((document) => (
          <Row key={document.id} document={document} {...(library && { library })} />
        ))}
      </tbody>
    </table>
  );
}

type HeadProps = {
  text: string;
  sorts: DocumentSortKey | null;
  library?: NonNullable<Props['library']>;
};

function Head({ text, sorts, library }: HeadProps) {
  if (!library || sorts === null) {
    return (
      <th scope="col" className={`${cell} text-xs font-medium text-muted`}>
        {text}
      </th>
    );
  }
  const { sort, onSort } = library;
  const [up, down] = [sort === sorts, sort === `-${sorts}`];
  const Arrow = up ? ArrowUp : ArrowDown;
  // Dates are sorted with the newest first, and names in alphabetical order.
  const next = up || (!down && sorts === 'created') ? (`-${sorts}` as const) : sorts;
  return (
    <th
      scope="col"
      aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}
      className={`${cell} text-xs font-medium text-muted`}
    >
      <button
        type="button"
        onClick={() => onSort(next)}
        className="-mx-1 inline-flex items-center gap-1 rounded-sm px-1 py-0.5 hover:text-text"
      >
        {text}
        {up || down ? <Arrow aria-hidden="true" className="size-3.5" /> : null}
      </button>
    </th>
  );
}

const controls = 'a, button, input, label, [role="menu"], [role="dialog"]';

type RowProps = { document: DocumentSummary; library?: NonNullable<Props['library']> };

function Row({ document, library }: RowProps) {
  const { t } = useTranslation();
  const address = `/document/${document.id}`;
  const chosen = library?.selection.has(document.id) ?? false;
  const navigate = useNavigate();
  // With a mouse, the whole row acts as the title's link. Controls inside it keep their own action.
  const open = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    const own = target instanceof Element && currentTarget.contains(target) && !target.closest(controls);
    if (own && String(window.getSelection()) === '') void navigate(address);
  };
  return (
    <tr
      onClick={open}
      {...(library && {
        draggable: true,
        onDragStart: (event: DragEvent) => library.onDrag(document, event),
      })}
      className={classNames(
        'cursor-pointer border-b border-line last:border-b-0 hover:bg-sunken/50',
        library ? cardWithBox : card,
        chosen && 'bg-ink-soft hover:bg-ink-soft',
      )}
    >
      {library ? (
        <td className="w-0 ps-5 align-middle max-md:row-span-2 max-md:w-7 max-md:p-0 max-md:pt-3.5">
          <SelectOne document={document} selection={library.selection} />
        </td>
      ) : null}
      <th
        scope="row"
        className={`${cell} font-normal max-md:col-span-2 max-md:block max-md:min-w-0 max-md:p-0 md:max-w-0 md:max-xl:w-full xl:w-[38%]`}
      >
        <div className="flex items-center gap-3.5">
          <FirstPage
            key={document.thumbnailUrl}
            document={document}
            className="h-11 w-[34px] shrink-0 rounded-[3px]"
          />
          <div className="min-w-0">
            <Link to={address} className="finger block font-medium hover:underline">
              <OneLine className={twoWhereNarrow}>{document.title}</OneLine>
            </Link>
            <span className="block text-xs text-muted tabular-nums line-clamp-2">
              <span className="max-xl:hidden">{fileSize(document.fileSize)}</span>
              <span className="xl:hidden">{progressText(t, document)}</span>
            </span>
          </div>
        </div>
      </th>
      <td
        className={`${cell} ${carded} ${cardFoot} ${library ? 'max-md:col-start-2' : 'max-md:col-start-1'}`}
      >
        <span className="flex flex-wrap items-center gap-2.5">
          <StatusBadge {...document} />
          <span className="flex md:hidden">
            <PeopleRow document={document} />
          </span>
        </span>
      </td>
      <td className={`${cell} text-muted max-md:hidden xl:w-[26%] xl:max-w-0`}>
        <span className="flex items-center gap-2.5">
          <PeopleRow document={document} />
          <span className="line-clamp-2 break-words max-xl:hidden">{progressText(t, document)}</span>
        </span>
      </td>
      <td
        className={`${cell} whitespace-nowrap text-muted tabular-nums ${carded} max-md:col-[-3/-1] max-md:row-start-2 max-md:self-center max-md:justify-self-end max-md:text-xs`}
      >
        <time dateTime={document.createdAt} title={exactTime(document.createdAt)}>
          <span className="max-md:hidden">{shortDate(document.createdAt)}</span>
          <span className="md:hidden">{recently(document.createdAt)}</span>
        </time>
      </td>
      <td className={`${cell} ${carded} max-md:-col-end-1 max-md:row-start-1`}>
        <div className="flex items-center justify-end gap-1">
          <Button asChild look="quiet" size="small" className="max-xl:hidden">
            <Link to={address} aria-label={t('documents.viewTitle', { title: document.title })}>
              {t('documents.view')}
            </Link>
          </Button>
          <DocumentMenu document={document} />
        </div>
      </td>
    </tr>
  );
}

/** Omits the current year, for which phones have no space. */
function recently(instant: string): string {
  const year = new Date().getFullYear();
  return new Date(instant).getFullYear() === year ? dayOfYear(instant) : shortDate(instant);
}

/** Placeholder rows of the same height as real ones, so that the layout does not shift. */
export function DocumentTableSkeleton() {
  return (
    <div className="border-t border-line pt-10 max-md:pt-0">
      {[0, 1, 2, 3, 4].map((index) => (
        <div key={index} className="flex h-16 items-center gap-3.5 border-t border-line px-5">
          <Skeleton className="h-11 w-[34px] shrink-0" />
          <div className="min-w-0 flex-1">
            <Skeleton className="h-4 w-56 max-w-full" />
            <Skeleton className="mt-1.5 h-3 w-16" />
          </div>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  );
}
