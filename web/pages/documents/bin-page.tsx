import { useMutation, useQuery } from '@tanstack/react-query';
import { ArchiveRestore, ArrowLeft, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { daysInBin } from '#core/document/bin.ts';
import { binQuery, emptyBin } from '../../api/library.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { DocumentTableSkeleton } from '../../documents/document-table.tsx';
import { useSelection } from '../../documents/selection/use-selection.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageStrip } from '../../parts/page-strip.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useListAddress, useNothing } from '../../parts/use-list-address.ts';
import { useTranslation } from '../../words.ts';
import { BinTable } from './bin-table.tsx';
import { useBinActs } from './use-bin-acts.ts';
import { wholeNumber } from '../../parts/format.ts';

const pageSize = 50;

/**
 * Deleted documents are kept for thirty days. They can be restored or permanently deleted, and the bin can
 * be emptied.
 */
export function BinPage() {
  const { t } = useTranslation();
  const address = useListAddress();
  const list = useQuery(binQuery({ cursor: address.cursor, limit: pageSize }));
  const documents = list.data?.documents ?? [];
  const nothing = useNothing(address, list, documents);
  const selection = useSelection(documents.map(({ id }) => id));
  const { restore, purge, busy } = useBinActs(selection.clear);
  const [purging, setPurging] = useState<string[] | null>(null);
  const only = purging?.length === 1 ? documents.find(({ id }) => id === purging[0]) : undefined;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('library.bin')}
        about={t('library.binAbout', { days: daysInBin })}
        action={<Actions empty={list.data === undefined || nothing} />}
      />
      <section
        aria-label={t('library.bin')}
        aria-busy={list.isFetching}
        className="rounded-lg border border-line bg-surface shadow-card"
      >
        {selection.ids.length > 0 ? (
          <div
            role="toolbar"
            aria-label={t('library.selection')}
            className="flex flex-wrap items-center gap-2 px-5 py-3"
          >
            <span className="me-auto font-medium tabular-nums" aria-live="polite">
              {t('library.selected', { count: selection.ids.length })}
            </span>
            <Button size="small" disabled={busy} onClick={() => restore(selection.ids)}>
              <ArchiveRestore aria-hidden="true" />
              {t('library.restore')}
            </Button>
            <Button size="small" look="danger" disabled={busy} onClick={() => setPurging(selection.ids)}>
              <Trash2 aria-hidden="true" />
              {t('library.deleteForEver')}
            </Button>
          </div>
        ) : null}
        {list.isPending ? <DocumentTableSkeleton /> : null}
        {list.isError ? (
          <ErrorState reason={reasonOf(list.error)} onRetry={() => void list.refetch()} />
        ) : null}
        {documents.length > 0 ? (
          <BinTable
            documents={documents}
            selection={selection}
            onRestore={(id) => restore([id])}
            onPurge={(id) => setPurging([id])}
          />
        ) : null}
        {nothing ? (
          <EmptyState icon={Trash2} title={t('library.binEmpty')}>
            {t('library.binEmptyText', { days: daysInBin })}
          </EmptyState>
        ) : null}
        {list.data && documents.length > 0 ? (
          <PageStrip
            text={t('documents.showing', {
              shown: documents.length,
              total: `${wholeNumber(list.data.total)}${list.data.more ? '+' : ''}`,
            })}
            address={address}
            next={list.data.next}
            busy={list.isPlaceholderData}
          />
        ) : null}
      </section>
      <ConfirmDialog
        open={purging !== null}
        onClose={() => setPurging(null)}
        title={
          purging && purging.length > 1
            ? t('library.deleteManyConfirm', { count: purging.length })
            : t('documents.deleteConfirm')
        }
        action={t('library.deleteForEver')}
        busy={busy}
        onConfirm={() => {
          purge(purging ?? []);
          setPurging(null);
        }}
      >
        {only ? <p className="font-medium break-words text-text">{only.title}</p> : null}
        <p className="mt-1">{t('library.purgeAbout')}</p>
      </ConfirmDialog>
    </div>
  );
}

function Actions({ empty }: { empty: boolean }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const emptying = useMutation({
    mutationFn: emptyBin,
    onSuccess: (count) =>
      showToast({ title: t('library.binEmptied'), description: t('library.purged', { count }) }),
    onError: failureToast(t('documents.deleteFailed')),
    onSettled: () => setAsking(false),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button asChild look="quiet">
        <Link to="/documents">
          <ArrowLeft aria-hidden="true" className="turns" />
          {t('library.backToTop')}
        </Link>
      </Button>
      <Button look="danger" disabled={empty} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {t('library.emptyBin')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('library.emptyBinConfirm')}
        action={t('library.emptyBin')}
        busy={emptying.isPending}
        onConfirm={() => emptying.mutate()}
      >
        <p>{t('library.purgeAbout')}</p>
      </ConfirmDialog>
    </div>
  );
}
