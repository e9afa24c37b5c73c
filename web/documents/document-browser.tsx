import { useQuery } from '@tanstack/react-query';
import { FilePlus2, Search, SearchX, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentStatus } from '#contract/documents.ts';
import { documentsQuery } from '../api/documents.ts';
import { reasonOf } from '../api/request.ts';
import { Button } from '../parts/button.tsx';
import { Input } from '../parts/form-field.tsx';
import { Select } from '../parts/select.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { DocumentTable, DocumentTableSkeleton } from './document-table.tsx';
import { useDocumentsFilter } from './use-documents-filter.ts';

type Props = { title?: string; pageSize: number; onUpload: () => void };

/** Specification §2: these, in this order. */
const offered = ['draft', 'sent', 'completed', 'expired'] as const;

/** The documents with search, filter and pages, all of them answered by the server over everything. */
export function DocumentBrowser({ title, pageSize, onUpload }: Props) {
  const { t } = useTranslation();
  const { filter, search, chooseStatus, clear, goToNext, goToPrevious } = useDocumentsFilter();
  const { q, status, cursor, page } = filter;
  const list = useQuery(documentsQuery({ q, status, cursor, limit: pageSize }));
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
        {title ? <h2 className="mr-auto text-base font-semibold">{title}</h2> : null}
        <SearchBox value={q} onSearch={search} />
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
        {list.isError ? (
          <ErrorState reason={reasonOf(list.error)} onRetry={() => void list.refetch()} />
        ) : null}
        {list.data && list.data.documents.length > 0 ? (
          <DocumentTable documents={list.data.documents} />
        ) : null}
        {list.data?.documents.length === 0 ? (
          <div className="border-t border-line">
            <Nothing filtered={filtered} onClear={clear} onUpload={onUpload} />
          </div>
        ) : null}
      </div>
      {list.data && list.data.documents.length > 0 ? (
        <footer className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2 sm:px-5">
          <p className="text-xs text-muted tabular-nums" aria-live="polite">
            {t('documents.showing', { shown: list.data.documents.length, total: list.data.total })}
          </p>
          {list.data.total > pageSize || page > 1 ? (
            <nav aria-label={t('documents.pages')} className="flex items-center gap-2">
              <Button size="small" disabled={page === 1 && !cursor} onClick={goToPrevious}>
                {t('documents.previous')}
              </Button>
              <span className="px-1 text-muted tabular-nums" aria-current="page">
                <span className="sr-only">{t('documents.page', { page })}</span>
                <span aria-hidden="true">{page}</span>
              </span>
              <Button
                size="small"
                disabled={list.data.next === null || list.isPlaceholderData}
                onClick={() => list.data.next && goToNext(list.data.next)}
              >
                {t('documents.next')}
              </Button>
            </nav>
          ) : null}
        </footer>
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
    <Button look="primary" onClick={onUpload}>
      <Upload aria-hidden="true" />
      {t('dashboard.upload')}
    </Button>
  );
  return (
    <EmptyState icon={filtered ? SearchX : FilePlus2} title={t('documents.none')} action={action}>
      {filtered ? t('documents.noneFiltered') : t('documents.noneYet')}
    </EmptyState>
  );
}

/** One request per pause in typing, not per letter. Milliseconds. */
const typingPause = 250;

function SearchBox({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const timer = useRef<number>(undefined);
  const [before, setBefore] = useState(value);
  // The address changed under the box: the back button, or 'Clear'.
  if (before !== value) {
    setBefore(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSearch(text.trim()), typingPause);
  };
  return (
    <div role="search" className="relative min-w-40 flex-1 sm:max-w-60">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label={t('documents.search')}
        placeholder={t('documents.search')}
        value={typed}
        maxLength={200}
        onChange={(event) => type(event.target.value)}
        className="pl-8"
      />
    </div>
  );
}
