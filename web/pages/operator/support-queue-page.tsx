import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { QueuedMessage } from '#contract/operations/operator.ts';
import { supportStates } from '#core/support/promise.ts';
import { supportQueueQuery } from '../../api/operator.ts';
import { RequestError } from '../../api/transport/request.ts';
import { Badge } from '../../parts/badge.tsx';
import { classNames } from '../../parts/class-names.ts';
import { dayAndTime } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState, LoadingError, Skeleton } from '../../parts/states.tsx';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { useTranslation } from '../../words.ts';
import { Promised } from './promised.tsx';

/** Support messages in the operator's order: priority messages first, then the oldest. */
export function SupportQueuePage() {
  const { t } = useTranslation();
  const [address] = useSearchParams();
  const state = supportStates.find((name) => name === address.get('state')) ?? 'waiting';
  const cursor = address.get('cursor');
  const list = useQuery(supportQueueQuery(state, cursor));
  if (list.error instanceof RequestError && list.error.status === 404) return <NotFoundPage />;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('operator.supportTitle')} about={t('operator.supportAbout')} />
      <nav aria-label={t('operator.states')} className="flex flex-wrap gap-2">
        {supportStates.map((name) => (
          <Link
            key={name}
            to={`/operator/support?state=${name}`}
            aria-current={name === state ? 'page' : undefined}
            className={classNames(
              'rounded-md border px-3 py-1.5 font-medium pointer-coarse:py-3',
              name === state ? 'border-ink bg-ink-soft text-ink' : 'border-line-strong bg-surface',
            )}
          >
            {t(`operator.state.${name}`)}
          </Link>
        ))}
      </nav>
      <section
        aria-label={t(`operator.state.${state}`)}
        className="overflow-hidden rounded-lg border border-line bg-surface shadow-card"
      >
        {list.isPending ? <Skeleton className="m-5 h-24" /> : null}
        <LoadingError query={list} />
        {list.data?.rows.length === 0 ? (
          <EmptyState icon={Inbox} title={t('operator.none')}>
            {t('operator.noneText')}
          </EmptyState>
        ) : null}
        <ul className="divide-y divide-line">
          {list.data?.rows.map((message) => (
            <li key={message.id}>
              <Line message={message} />
            </li>
          ))}
        </ul>
      </section>
      {list.data?.next ? (
        <Link
          className="self-start text-ink underline underline-offset-2"
          to={`/operator/support?state=${state}&cursor=${list.data.next}`}
        >
          {t('operator.more')}
        </Link>
      ) : null}
    </div>
  );
}

function Line({ message }: { message: QueuedMessage }) {
  const { t } = useTranslation();
  return (
    <Link
      to={`/operator/support/${message.id}`}
      className="flex flex-col gap-1 px-4 py-3.5 hover:bg-sunken sm:px-5"
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium break-words">{message.name}</span>
        <Promised message={message} />
        <Badge>{topicName(t, message.topic)}</Badge>
      </span>
      <span className="line-clamp-2 break-words text-muted">{message.message}</span>
      <span className="text-xs text-muted">{dayAndTime(message.createdAt)}</span>
    </Link>
  );
}

/** A report of abuse has no topic, because the sender of the report does not choose one. */
export function topicName(t: ReturnType<typeof useTranslation>['t'], topic: string): string {
  return topic === 'abuse' ? t('operator.abuse') : t(`support.topic.${topic as 'question'}`);
}
