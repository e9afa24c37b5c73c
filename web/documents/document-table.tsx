import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DocumentSummary } from '#contract/documents.ts';
import { StatusBadge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { exactTime, fileSize, shortDate } from '../parts/format.ts';
import { Skeleton } from '../parts/states.tsx';
import { DocumentGlyph } from './document-glyph.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { progressText } from './progress-text.ts';

const cell = 'px-5 py-2.5 text-start align-middle';
/** On a phone each row is a card of its own: the cells stop being cells. */
const row =
  'max-md:relative max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-3 max-md:gap-y-1.5 max-md:px-4 max-md:py-3';
const carded = 'max-md:block max-md:p-0';

export function DocumentTable({ documents }: { documents: readonly DocumentSummary[] }) {
  const { t } = useTranslation();
  const heads = ['document', 'status', 'progress', 'created'] as const;
  return (
    <table className="w-full border-t border-line max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line">
          {heads.map((head) => (
            <th key={head} scope="col" className={`${cell} text-xs font-medium text-muted`}>
              {t(`documents.${head}`)}
            </th>
          ))}
          <th scope="col" className={`${cell} text-end text-xs font-medium text-muted`}>
            {t('documents.actions')}
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {documents.map((document) => (
          <Row key={document.id} document={document} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ document }: { document: DocumentSummary }) {
  const { t } = useTranslation();
  const address = `/document/${document.id}`;
  return (
    <tr className={`border-b border-line last:border-b-0 hover:bg-sunken/50 ${row}`}>
      <th
        scope="row"
        className={`${cell} font-normal max-md:block max-md:min-w-0 max-md:p-0 md:w-[44%] md:max-w-0`}
      >
        <div className="flex items-center gap-3.5">
          <DocumentGlyph signed={document.status === 'completed'} />
          <div className="min-w-0">
            <Link to={address} className="block truncate font-medium hover:underline">
              {document.title}
            </Link>
            <span className="block truncate text-xs text-muted tabular-nums">
              {fileSize(document.fileSize)}
              <span className="md:hidden"> · {progressText(t, document)}</span>
            </span>
          </div>
        </div>
      </th>
      <td className={`${cell} ${carded} max-md:col-[1/-1] max-md:row-start-2 max-md:ms-12`}>
        <StatusBadge status={document.status} />
      </td>
      <td className={`${cell} text-muted max-md:hidden`}>{progressText(t, document)}</td>
      <td
        className={`${cell} whitespace-nowrap text-muted tabular-nums ${carded} max-md:col-[1/-1] max-md:row-start-2 max-md:self-center max-md:justify-self-end max-md:text-xs`}
      >
        <time dateTime={document.createdAt} title={exactTime(document.createdAt)}>
          {shortDate(document.createdAt)}
        </time>
      </td>
      <td className={`${cell} ${carded} max-md:col-start-2 max-md:row-start-1`}>
        <div className="flex items-center justify-end gap-1">
          <Button asChild look="quiet" size="small" className="max-md:hidden">
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

/** Rows of the same height as the real ones, so that nothing jumps when they arrive. */
export function DocumentTableSkeleton() {
  return (
    <div className="border-t border-line pt-10 max-md:pt-0">
      {[0, 1, 2, 3, 4].map((index) => (
        <div key={index} className="flex h-16 items-center gap-3.5 border-t border-line px-5">
          <Skeleton className="h-11 w-[34px]" />
          <div className="flex-1">
            <Skeleton className="h-4 w-56 max-w-full" />
            <Skeleton className="mt-1.5 h-3 w-16" />
          </div>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  );
}
