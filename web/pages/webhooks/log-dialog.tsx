import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { ChevronDown, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { DeliveryView, WebhookView } from '#contract/messages/webhooks.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { deliveriesQuery, replayDelivery, replayFailed } from '../../api/webhooks.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { dayAndTime, exactTime } from '../../parts/format.ts';
import { LoadingError, Skeleton } from '../../parts/states.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { DeliveryTries } from './delivery-tries.tsx';

type Props = { webhook: WebhookView; onClose: () => void };

/**
 * The delivery log of an endpoint, with the response to each delivery and a button to repeat it. Updates in
 * real time.
 */
export function LogDialog({ webhook, onClose }: Props) {
  const t = useRequiredTexts('webhooks');
  const log = useInfiniteQuery(deliveriesQuery(webhook.id));
  const deliveries = log.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const all = useMutation(replayFailed);
  const [opened, setOpened] = useState<string | null>(null);
  const sendAgain = () =>
    all.mutate(webhook.id, {
      onSuccess: ({ replayed }) => showToast({ title: t('replayed', { count: replayed }) }),
      onError: failureToast(t('failed')),
    });
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t('log')}
      description={<span dir="ltr">{webhook.url}</span>}
      footer={
        deliveries.some(({ state }) => state === 'failed') ? (
          <Button disabled={all.isPending || !webhook.on} onClick={sendAgain}>
            <RotateCcw aria-hidden="true" />
            {t('replayFailed')}
          </Button>
        ) : null
      }
    >
      {log.isPending ? <Skeleton className="h-40" /> : null}
      <LoadingError query={log} />
      {log.isSuccess && deliveries.length === 0 ? (
        <p className="py-8 text-center text-muted">{t('logEmpty')}</p>
      ) : null}
      <ul className="divide-y divide-line">
        {deliveries.map((delivery) => (
          <Line
            key={delivery.id}
            webhook={webhook}
            delivery={delivery}
            open={opened === delivery.id}
            onToggle={() => setOpened(opened === delivery.id ? null : delivery.id)}
          />
        ))}
      </ul>
      {log.hasNextPage ? (
        <Button className="mt-3" disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('older')}
        </Button>
      ) : null}
    </Dialog>
  );
}

const tones: Record<DeliveryView['state'], Tone> = { waiting: 'warn', delivered: 'ok', failed: 'danger' };

type LineProps = { webhook: WebhookView; delivery: DeliveryView; open: boolean; onToggle: () => void };

function Line({ webhook, delivery, open, onToggle }: LineProps) {
  const t = useRequiredTexts('webhooks');
  const replaying = useMutation(replayDelivery);
  const { id, kind, occurredAt, state, attempts, nextTryAt } = delivery;
  const about = state === 'waiting' && attempts > 0 && nextTryAt ? { time: dayAndTime(nextTryAt) } : null;
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="flex min-w-0 flex-[1_1_240px] items-center gap-2 py-1 text-start pointer-coarse:min-h-11"
        >
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-4 shrink-0 text-muted', !open && '-rotate-90 rtl:rotate-90')}
          />
          <span className="min-w-0">
            <span dir="ltr" className="block truncate font-mono text-[0.8125rem]">
              {kind}
            </span>
            <time dateTime={occurredAt} title={exactTime(occurredAt)} className="block text-xs text-muted">
              {dayAndTime(occurredAt)}
              {about ? ` · ${t('nextTry', about)}` : ''}
            </time>
          </span>
        </button>
        <Badge tone={tones[state]} dot>
          {t(`state.${state}`)}
        </Badge>
        <Button
          size="small"
          disabled={!webhook.on || replaying.isPending}
          onClick={() => replaying.mutate({ id: webhook.id, eventId: id })}
        >
          {t('replay')}
        </Button>
      </div>
      {replaying.isError ? <p className="text-danger">{reasonOf(replaying.error)}</p> : null}
      {open ? <DeliveryTries webhookId={webhook.id} eventId={id} /> : null}
    </li>
  );
}
