import { useQuery } from '@tanstack/react-query';
import { FilePlus2, SearchX, Upload } from 'lucide-react';
import type { DocumentStatus } from '#contract/documents/documents.ts';
import { documentsQuery } from '../api/documents.ts';
import { Button } from '../parts/button.tsx';
import { PageStrip } from '../parts/page-strip.tsx';
import { SearchBox } from '../parts/forms/search-box.tsx';
import { Select } from '../parts/forms/select.tsx';
import { EmptyState, LoadingError } from '../parts/states.tsx';
import { useNothing, useListAddress } from '../parts/use-list-address.ts';
import { useTranslation } from '../words.ts';
import { DocumentTable, DocumentTableSkeleton } from './document-table.tsx';
import { SampleButton } from './upload/sample-button.tsx';
import { totalText } from './total-text.ts';
import { documentStatuses } from '#core/document/status.ts';

type Props = { title?: string; pageSize: number; onUpload: () => void };

/** The statuses of specification §2 in its order, then two final statuses that it does not list. */
const offered = ['draft', 'sent', 'completed', 'expired', 'declined', 'voided'] as const;

/** The documents with search, filters and pagination, all performed by the server over the whole library. */
export function DocumentBrowser({ title, pageSize, onUpload }: Props) {
  const { t } = useTranslation();
  const { address, q, status, search, chooseStatus, clear } = useDocumentsFilter();
  const list = useQuery(documentsQuery({ q, status, cursor: address.cursor, limit: pageSize }));
  const nothing = useNothing(address, list, list.data?.documents ?? []);
  const filtered = q !== '' || status !== null;
  const options: { value: DocumentStatus | 'all'; text: string }[] = [
    { value: 'all', text: t('documents.allStatus') },
    ...offered.map((value) => ({ value, text: t(`status.${value}`) })),
  ];
  return (
    <section
      aria-label={title ?? t('documents.all')}
      className="overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      <div className="flex flex-wrap items-center gap-2.5 px-4 py-3.5 sm:px-5">
        {title ? <h2 className="me-auto text-base font-semibold max-sm:basis-full">{title}</h2> : null}
        <SearchBox
          label={t('documents.search')}
          value={q}
          onSearch={search}
          className="max-sm:min-w-0 max-[22rem]:basis-full"
        />
        <Select
          aria-label={t('documents.filter')}
          value={status ?? 'all'}
          options={options}
          onChange={(value) => chooseStatus(value === 'all' ? null : value)}
          className="w-auto min-w-32"
        />
      </div>
      <div aria-busy={list.isFetching} className={list.isPlaceholderData ? 'opacity-60' : ''}>
        {list.isPending ? <DocumentTableSkeleton /> : null}
        <LoadingError query={list} />
        {list.data && list.data.documents.length > 0 ? (
          <DocumentTable documents={list.data.documents} />
        ) : null}
        {nothing ? (
          <div className="border-t border-line">
            <Nothing filtered={filtered} onClear={clear} onUpload={onUpload} />
          </div>
        ) : null}
      </div>
      {list.data && list.data.documents.length > 0 ? (
        <PageStrip
          text={t('documents.showing', { shown: list.data.documents.length, total: totalText(list.data) })}
          address={address}
          next={list.data.next}
          busy={list.isPlaceholderData}
        />
      ) : null}
    </section>
  );
}

type NothingProps = { filtered: boolean; onClear: () => void; onUpload: () => void };

function Nothing({ filtered, onClear, onUpload }: NothingProps) {
  const { t } = useTranslation();
  const action = filtered ? (
    <Button onClick={onClear}>{t('documents.clear')}</Button>
  ) : (
    <div className="flex flex-wrap justify-center gap-2">
      <Button look="primary" onClick={onUpload}>
        <Upload aria-hidden="true" />
        {t('dashboard.upload')}
      </Button>
      <SampleButton />
    </div>
  );
  return (
    <EmptyState icon={filtered ? SearchX : FilePlus2} title={t('documents.none')} action={action}>
      {filtered ? t('documents.noneFiltered') : t('documents.noneYet')}
    </EmptyState>
  );
}

/** Keeps search, filters and the current page in the URL. */
function useDocumentsFilter() {
  const address = useListAddress();
  const requested = address.query.get('status');
  return {
    address,
    q: address.query.get('q') ?? '',
    status: documentStatuses.find((status) => status === requested) ?? null,
    search: (q: string) => address.narrow({ q }, true),
    chooseStatus: (status: DocumentStatus | null) => address.narrow({ status }),
    clear: () => address.narrow({ q: null, status: null }),
  };
}
