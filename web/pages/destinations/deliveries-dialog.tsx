import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DestinationView, FileDeliveryView } from '#contract/messages/destinations.ts';
import { fileDeliveriesQuery, retryFileDeliveries } from '../../api/destinations.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { showToast } from '../../kit/toast-store.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { dayAndTime, exactTime } from '../../parts/format.ts';
import { LoadingError, Skeleton } from '../../parts/states.tsx';

type Props = { destination: DestinationView; onClose: () => void };

/** The missing or delivered files of a destination, updated in real time. */
export function DeliveriesDialog({ destination, onClose }: Props) {
  const t = useRequiredTexts('destinations');
  const [state, setState] = useState<'missing' | 'delivered'>('missing');
  const files = useInfiniteQuery(fileDeliveriesQuery(destination.id, state));
  const deliveries = files.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const retrying = useMutation(retryFileDeliveries);
  const retry = () =>
    retrying.mutate(destination.id, {
      onSuccess: ({ retried }) => showToast({ title: t('retried', { count: retried }) }),
      onError: failureToast(t('failed')),
    });
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t('files')}
      description={destination.name}
      footer={
        state === 'missing' && deliveries.length > 0 ? (
          <Button disabled={retrying.isPending || !destination.on} onClick={retry}>
            <RotateCcw aria-hidden="true" />
            {t('retry')}
          </Button>
        ) : null
      }
    >
      <SelectField
        label={t('show')}
        value={state}
        onChange={setState}
        options={[
          { value: 'missing', text: t('showMissing') },
          { value: 'delivered', text: t('showDelivered') },
        ]}
      />
      {files.isPending ? <Skeleton className="mt-3 h-40" /> : null}
      <LoadingError query={files} />
      {files.isSuccess && deliveries.length === 0 ? (
        <p className="py-8 text-center text-muted">
          {t(state === 'missing' ? 'noneMissing' : 'noneDelivered')}
        </p>
      ) : null}
      <ul className="mt-3 divide-y divide-line">
        {deliveries.map((delivery) => (
          <Line key={`${delivery.documentId} ${delivery.fileId ?? ''}`} delivery={delivery} />
        ))}
      </ul>
      {files.hasNextPage ? (
        <Button
          className="mt-3"
          disabled={files.isFetchingNextPage}
          onClick={() => void files.fetchNextPage()}
        >
          {t('older')}
        </Button>
      ) : null}
    </Dialog>
  );
}

const tones: Record<FileDeliveryView['state'], Tone> = { waiting: 'warn', delivered: 'ok', failed: 'danger' };

function Line({ delivery }: { delivery: FileDeliveryView }) {
  const t = useRequiredTexts('destinations');
  const {
    documentId,
    title,
    fileId,
    fileTitle,
    completedAt,
    deliveredAt,
    state,
    problem,
    problemDetail,
    sha256,
  } = delivery;
  const at = deliveredAt ?? completedAt;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
      <span className="min-w-0 flex-[1_1_240px]">
        {title === null ? (
          <span className="text-muted">{t('hiddenTitle')}</span>
        ) : (
          <Link to={`/documents/${documentId}`} className="font-medium break-words hover:underline">
            {title}
          </Link>
        )}
        {fileId && title !== null ? (
          <span className="block text-sm break-words">{fileTitle ?? t('certificate')}</span>
        ) : null}
        <time dateTime={at} title={exactTime(at)} className="block text-xs text-muted">
          {t(deliveredAt ? 'deliveredAt' : 'completedAt', { time: dayAndTime(at) })}
        </time>
        {problem ? (
          <span className="block text-xs text-danger">
            {[t(`problem.${problem}`), problemDetail].filter(Boolean).join(' · ')}
          </span>
        ) : null}
        {sha256 ? (
          <span dir="ltr" className="block font-mono text-xs break-all text-muted">
            SHA-256 {sha256}
          </span>
        ) : null}
      </span>
      <Badge tone={tones[state]} dot>
        {t(`state.${state}`)}
      </Badge>
    </li>
  );
}
