import { ArchiveRestore, Trash2 } from 'lucide-react';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { purgeTime } from '#core/document/bin.ts';
import { FirstPage } from '../../documents/first-page.tsx';
import { SelectAll, SelectOne } from '../../documents/selection/select-documents.tsx';
import type { Selection } from '../../documents/selection/use-selection.ts';
import { OneLine, twoWhereNarrow } from '../../parts/one-line.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { exactTime, fileSize, shortDate } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';

const cell = 'px-5 py-2.5 text-start align-middle max-md:px-3';

type Props = {
  documents: readonly DocumentSummary[];
  selection: Selection;
  onRestore: (id: string) => void;
  onPurge: (id: string) => void;
};

export function BinTable({ documents, selection, onRestore, onPurge }: Props) {
  const { t } = useTranslation();
  return (
    <table className="w-full">
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="w-0 ps-5 align-middle max-md:ps-3">
            <SelectAll documents={documents} selection={selection} />
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            {t('documents.document')}
          </th>
          <th scope="col" className={`${cell} font-medium max-md:hidden`}>
            {t('documents.status')}
          </th>
          <th scope="col" className={`${cell} font-medium max-md:hidden`}>
            {t('library.deletedOn')}
          </th>
          <th scope="col" className={classNames(cell, 'text-end font-medium')}>
            {t('documents.actions')}
          </th>
        </tr>
      </thead>
      <tbody>
        {documents.map((document) => (
          <Row key={document.id} {...{ document, selection, onRestore, onPurge }} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Omit<Props, 'documents'> & { document: DocumentSummary };

function Row({ document, selection, onRestore, onPurge }: RowProps) {
  const { t } = useTranslation();
  const { id, title } = document;
  const deleted = document.deletedAt ?? document.updatedAt;
  const leaves = new Date(purgeTime(Date.parse(deleted))).toISOString();
  return (
    <tr className="border-b border-line last:border-b-0">
      <td className="w-0 ps-5 align-middle max-md:ps-3">
        <SelectOne document={document} selection={selection} />
      </td>
      <th scope="row" className={`${cell} w-full max-w-0 font-normal md:w-[44%]`}>
        <div className="flex items-center gap-3.5">
          <FirstPage
            key={document.thumbnailUrl}
            document={document}
            className="h-11 w-[34px] shrink-0 rounded-[3px] max-[22.5rem]:hidden"
          />
          <div className="min-w-0">
            <OneLine className={classNames('font-medium', twoWhereNarrow)}>{title}</OneLine>
            <span className="block text-xs text-muted tabular-nums line-clamp-2">
              <span className="md:hidden">{t('library.goneOn', { date: shortDate(leaves) })}</span>
              <span className="max-md:hidden">{fileSize(document.fileSize)}</span>
            </span>
          </div>
        </div>
      </th>
      <td className={`${cell} max-md:hidden`}>
        <StatusBadge {...document} />
      </td>
      <td className={`${cell} whitespace-nowrap text-muted tabular-nums max-md:hidden`}>
        <time dateTime={deleted} title={exactTime(deleted)} className="block">
          {shortDate(deleted)}
        </time>
        <span className="block text-xs">{t('library.goneOn', { date: shortDate(leaves) })}</span>
      </td>
      <td className={cell}>
        <div className="flex items-center justify-end gap-1">
          <Button
            look="quiet"
            size="icon"
            aria-label={t('library.restoreTitle', { title })}
            onClick={() => onRestore(id)}
          >
            <ArchiveRestore aria-hidden="true" />
          </Button>
          <Button
            look="quiet"
            size="icon"
            className="text-danger"
            aria-label={t('library.deleteForEverTitle', { title })}
            onClick={() => onPurge(id)}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      </td>
    </tr>
  );
}
