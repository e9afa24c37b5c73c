import { useMutation, useQuery } from '@tanstack/react-query';
import { FileCheck2, Inbox, LockKeyhole, MailCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { ForYouAnswer, ForYouItem } from '#contract/signing/for-you.ts';
import { forYouLists, type ForYouList } from '#core/recipient/for-you.ts';
import { currentUserQuery } from '../../api/account.ts';
import { forYouQuery, openForYou } from '../../api/for-you.ts';
import { requestEmailConfirmation } from '../../api/security.ts';
import { reasonOf, RequestError } from '../../api/transport/request.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { exactTime, shortDate } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageStrip } from '../../parts/page-strip.tsx';
import { EmptyState, LoadingError, Skeleton } from '../../parts/states.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useListAddress, type ListAddress } from '../../parts/use-list-address.ts';
import { useTranslation } from '../../words.ts';

/**
 * The documents in any account that are waiting for the signed-in person, that they signed and that they
 * received.
 */
export function ForYouPage() {
  const { t } = useTranslation();
  const address = useListAddress();
  const list = forYouLists.find((each) => each === address.query.get('list')) ?? 'waiting';
  const { data: user } = useQuery(currentUserQuery);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('forYou.title')} about={t('forYou.about', { email: user?.email ?? '' })} />
      <section
        aria-label={t('forYou.title')}
        className="overflow-hidden rounded-lg border border-line bg-surface shadow-card"
      >
        {user && !user.emailConfirmed ? (
          <EmptyState icon={MailCheck} title={t('forYou.unconfirmed')}>
            {t('forYou.unconfirmedText', { email: user.email })}
          </EmptyState>
        ) : (
          <Parts key={list} list={list} address={address} />
        )}
      </section>
    </div>
  );
}

function Parts({ list, address }: { list: ForYouList; address: ListAddress }) {
  const { t } = useTranslation();
  const parts = useQuery(forYouQuery(list, address.cursor));
  const { data } = parts;
  const code = parts.error instanceof RequestError ? parts.error.code : null;
  if (code === 'address-confirmation-outdated') return <ConfirmAgain reason={reasonOf(parts.error)} />;
  if (code === 'address-of-provider')
    return (
      <EmptyState icon={LockKeyhole} title={t('forYou.ofProvider')}>
        {reasonOf(parts.error)}
      </EmptyState>
    );
  return (
    <>
      <Tabs list={list} waiting={data?.waiting ?? 0} />
      <div aria-busy={parts.isFetching} className={parts.isPlaceholderData ? 'opacity-60' : ''}>
        {parts.isPending ? <Loading /> : null}
        <LoadingError query={parts} />
        {data && data.items.length > 0 ? <Items items={data.items} /> : null}
        {data?.items.length === 0 ? (
          <EmptyState icon={list === 'waiting' ? FileCheck2 : Inbox} title={t(`forYou.none.${list}`)}>
            {t(`forYou.noneText.${list}`)}
          </EmptyState>
        ) : null}
      </div>
      {data && (data.next !== null || address.page > 1) ? (
        <PageStrip
          text={t('forYou.showing', { count: data.items.length })}
          address={address}
          next={data.next}
          busy={parts.isPlaceholderData}
        />
      ) : null}
    </>
  );
}

/** Emails the link again. Opening the link shows the documents. */
function ConfirmAgain({ reason }: { reason: string }) {
  const { t } = useTranslation();
  const asking = useMutation(requestEmailConfirmation);
  const send = () => asking.mutate(undefined, { onError: failureToast(t('forYou.linkFailed')) });
  return (
    <EmptyState
      icon={MailCheck}
      title={t('forYou.confirmAgain')}
      action={
        asking.isSuccess ? (
          <p role="status">{t('forYou.linkSent')}</p>
        ) : (
          <Button look="primary" disabled={asking.isPending} onClick={send}>
            {t('forYou.sendLink')}
          </Button>
        )
      }
    >
      {reason}
    </EmptyState>
  );
}

function Tabs({ list, waiting }: { list: ForYouList; waiting: number }) {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('forYou.lists')}
      className="flex gap-1 overflow-x-auto border-b border-line px-3 sm:px-4"
    >
      {forYouLists.map((each) => (
        <Link
          key={each}
          to={each === 'waiting' ? '/for-you' : `/for-you?list=${each}`}
          aria-current={each === list ? 'page' : undefined}
          className={classNames(
            '-mb-px flex min-h-11 shrink-0 items-center gap-2 border-b-2 px-2 font-medium',
            each === list ? 'border-ink text-ink' : 'border-transparent text-muted hover:text-text',
          )}
        >
          {t(`forYou.list.${each}`)}
          {each === 'waiting' && waiting > 0 ? <Badge tone="ink">{waiting}</Badge> : null}
        </Link>
      ))}
    </nav>
  );
}

function Items({ items }: Pick<ForYouAnswer, 'items'>) {
  const { t } = useTranslation();
  const opening = useMutation({ ...openForYou, onError: failureToast(t('forYou.openFailed')) });
  return (
    <ul>
      {items.map((item) => (
        <li
          key={item.id}
          className="flex items-center gap-4 border-b border-line px-4 py-3 last:border-b-0 max-sm:flex-col max-sm:items-stretch sm:px-5"
        >
          <About item={item} />
          <Button
            look={item.done === null && isAsked(item) ? 'primary' : 'plain'}
            disabled={opening.isPending}
            aria-label={t('forYou.openOf', { act: t(actOf(item)), title: titleOf(item, t('forYou.locked')) })}
            onClick={() => opening.mutate(item.id)}
          >
            {t(actOf(item))}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function About({ item }: { item: ForYouItem }) {
  const { t } = useTranslation();
  const { document, sender, sentAt, done, doneAt } = item;
  const facts = [
    t('forYou.from', { sender: sender.name || sender.email, date: shortDate(sentAt) }),
    ...(done === null && document?.expiresAt && document.status === 'sent'
      ? [t('forYou.until', { date: shortDate(document.expiresAt) })]
      : []),
    ...(done === 'paper' ? [t('forYou.done.paper')] : []),
    ...(done && done !== 'paper' && doneAt ? [t(`forYou.done.${done}`, { date: shortDate(doneAt) })] : []),
  ];
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 font-medium break-words">
          {document ? (
            <bdi>{document.title}</bdi>
          ) : (
            <span className="inline-flex items-center gap-1.5">
              <LockKeyhole aria-hidden="true" className="size-4 shrink-0 text-muted" />
              {t('forYou.locked')}
            </span>
          )}
        </span>
        {document && done !== null ? <StatusBadge status={document.status} /> : null}
      </p>
      <p className="mt-0.5 text-xs text-muted" title={exactTime(sentAt)}>
        {facts.join(' · ')}
      </p>
    </div>
  );
}

const isAsked = ({ role }: ForYouItem): boolean => role === 'signer' || role === 'approver';

function actOf(item: ForYouItem): 'forYou.sign' | 'forYou.approve' | 'forYou.open' {
  if (item.done !== null || !isAsked(item)) return 'forYou.open';
  return item.role === 'approver' ? 'forYou.approve' : 'forYou.sign';
}

const titleOf = ({ document }: ForYouItem, locked: string): string => document?.title ?? locked;

/**
 * Shows as many placeholder rows as a short list has, so that the page does not shift when the rows arrive.
 */
function Loading() {
  return (
    <div>
      {[0, 1, 2].map((index) => (
        <div key={index} className="flex items-center gap-4 border-b border-line px-5 py-3 last:border-b-0">
          <div className="flex-1">
            <Skeleton className="h-5 w-64 max-w-full" />
            <Skeleton className="mt-1.5 h-3 w-40" />
          </div>
          <Skeleton className="h-9 w-32" />
        </div>
      ))}
    </div>
  );
}
