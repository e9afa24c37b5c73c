import type { DragEvent } from 'react';
import { Link } from 'react-router';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { DocumentMenu } from '../../documents/document-menu.tsx';
import { FirstPage } from '../../documents/first-page.tsx';
import { PeopleRow } from '../../documents/people-row.tsx';
import { SelectOne } from '../../documents/selection/select-documents.tsx';
import type { Selection } from '../../documents/selection/use-selection.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { classNames } from '../../parts/class-names.ts';
import { exactTime, shortDate } from '../../parts/format.ts';
import { Skeleton } from '../../parts/states.tsx';

const grid =
  'grid grid-cols-2 gap-3 border-t border-line p-4 sm:grid-cols-3 sm:gap-4 sm:p-5 lg:grid-cols-4 xl:grid-cols-5';

type Props = {
  documents: readonly DocumentSummary[];
  selection: Selection;
  onDrag: (document: DocumentSummary, event: DragEvent) => void;
};

/** The documents as pictures of their first pages. */
export function DocumentGrid({ documents, selection, onDrag }: Props) {
  return (
    <ul className={grid}>
      {documents.map((document) => (
        <Card key={document.id} document={document} selection={selection} onDrag={onDrag} />
      ))}
    </ul>
  );
}

function Card({ document, selection, onDrag }: { document: DocumentSummary } & Omit<Props, 'documents'>) {
  const address = `/document/${document.id}`;
  return (
    <li
      draggable
      onDragStart={(event) => onDrag(document, event)}
      className={classNames(
        'group relative flex min-w-0 flex-col overflow-hidden rounded-md border bg-surface',
        selection.has(document.id) ? 'border-ink outline-1 outline-ink' : 'border-line',
      )}
    >
      <Link
        to={address}
        tabIndex={-1}
        aria-hidden="true"
        draggable={false}
        className="block bg-sunken p-3 pb-0"
      >
        <FirstPage
          key={document.thumbnailUrl}
          document={document}
          className="aspect-[4/5] rounded-t-sm border-b-0"
        />
      </Link>
      <span
        className={classNames(
          'absolute start-2 top-2 flex rounded-sm border border-line bg-surface p-1.5 shadow-card',
          // Appears on mouse hover, and is always visible on devices without a mouse.
          selection.ids.length === 0 && 'pointer-fine:not-focus-within:not-group-hover:opacity-0',
        )}
      >
        <SelectOne document={document} selection={selection} />
      </span>
      <div className="flex flex-1 flex-col gap-1.5 border-t border-line py-2.5 ps-3 pe-1">
        <div className="flex items-start gap-1">
          <Link
            to={address}
            className="line-clamp-3 min-w-0 flex-1 font-medium break-words hover:underline max-sm:line-clamp-4"
          >
            {document.title}
          </Link>
          <span className="-mt-1.5 shrink-0">
            <DocumentMenu document={document} />
          </span>
        </div>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-1 gap-y-1 pe-2 text-xs text-muted tabular-nums">
          <StatusBadge {...document} />
          <PeopleRow document={document} />
          <time dateTime={document.createdAt} title={exactTime(document.createdAt)}>
            {shortDate(document.createdAt)}
          </time>
        </div>
      </div>
    </li>
  );
}

export function DocumentGridSkeleton() {
  return (
    <div className={grid}>
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <div key={index} className="rounded-md border border-line p-3">
          <Skeleton className="aspect-[4/5] w-full" />
          <Skeleton className="mt-3 h-4 w-3/4" />
          <Skeleton className="mt-2 h-3 w-1/2" />
        </div>
      ))}
    </div>
  );
}
