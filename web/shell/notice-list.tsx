import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import {
  BellOff,
  CheckCheck,
  CircleX,
  Clock,
  Eye,
  Hourglass,
  MailX,
  Rows3,
  Settings,
  Signature,
  Stamp,
  type LucideIcon,
  Link2,
} from 'lucide-react';
import { Link } from 'react-router';
import type { NoticeView } from '#contract/accounts/notices.ts';
import type { NoticeKind } from '#core/notice/kinds.ts';
import { noticesQuery, readNotices } from '../api/notices.ts';
import { reasonOf } from '../api/transport/request.ts';
import { Button } from '../parts/button.tsx';
import { classNames } from '../parts/class-names.ts';
import { dayAndTime, exactTime, wholeNumber } from '../parts/format.ts';
import { EmptyState, ErrorState, Skeleton } from '../parts/states.tsx';
import { useTranslation } from '../words.ts';

const looks: Record<NoticeKind, { icon: LucideIcon; tone: string }> = {
  'link-due': { icon: Link2, tone: 'text-warn' },
  'recipient-opened': { icon: Eye, tone: 'text-muted' },
  'recipient-signed': { icon: Signature, tone: 'text-ink' },
  'recipient-declined': { icon: CircleX, tone: 'text-danger' },
  'document-completed': { icon: Stamp, tone: 'text-seal' },
  'document-expiring': { icon: Clock, tone: 'text-warn' },
  'document-expired': { icon: Clock, tone: 'text-danger' },
  'delivery-failed': { icon: MailX, tone: 'text-danger' },
  'delivery-delayed': { icon: Hourglass, tone: 'text-warn' },
  'seal-delayed': { icon: Hourglass, tone: 'text-warn' },
  'bulk-ended': { icon: Rows3, tone: 'text-ink' },
};

/** The list that the bell opens, with notifications newest first, each linked to its subject. */
export default function NoticeList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(noticesQuery);
  const reading = useMutation(readNotices);
  const notices = list.data?.pages.flatMap((page) => page.notices) ?? [];
  const unread = list.data?.pages[0]?.unread ?? 0;
  return (
    <>
      <header className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4">
        <h2 className="font-semibold">{t('bell.title')}</h2>
        {unread > 0 ? (
          <Button look="quiet" size="small" className="-me-2" onClick={() => reading.mutate({ all: true })}>
            <CheckCheck aria-hidden="true" />
            {t('bell.readAll')}
          </Button>
        ) : null}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {list.data ? (
          <Notices
            notices={notices}
            onOpen={({ id, read }) => {
              if (!read) reading.mutate({ ids: [id] });
              onClose();
            }}
          />
        ) : list.isError ? (
          <ErrorState reason={reasonOf(list.error)} onRetry={() => void list.refetch()} />
        ) : (
          <div className="flex flex-col gap-4 p-4" aria-busy="true">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </div>
        )}
        {list.hasNextPage ? (
          <div className="p-2 text-center">
            <Button
              look="quiet"
              size="small"
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('bell.older')}
            </Button>
          </div>
        ) : null}
      </div>
      <footer className="border-t border-line p-2">
        <Button asChild look="quiet" size="small">
          <Link to="/settings/notifications" onClick={onClose}>
            <Settings aria-hidden="true" />
            {t('bell.settings')}
          </Link>
        </Button>
      </footer>
    </>
  );
}

type NoticesProps = { notices: readonly NoticeView[]; onOpen: (notice: NoticeView) => void };

function Notices({ notices, onOpen }: NoticesProps) {
  const { t } = useTranslation();
  if (notices.length === 0)
    return (
      <EmptyState icon={BellOff} title={t('bell.empty')}>
        {t('bell.emptyText')}
      </EmptyState>
    );
  return (
    <ul className="p-1.5">
      {notices.filter(isKnown).map((notice) => (
        <li key={notice.id}>
          <Notice notice={notice} onOpen={() => onOpen(notice)} />
        </li>
      ))}
    </ul>
  );
}

/** A page opened before an update may receive kinds of notifications for which it has no text. */
function isKnown({ kind }: NoticeView): boolean {
  return kind in looks;
}

function Notice({ notice, onOpen }: { notice: NoticeView; onOpen: () => void }) {
  const { t } = useTranslation();
  const { icon: Icon, tone } = looks[notice.kind];
  const { what, to } = subjectOf(notice);
  const inside = (
    <>
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-[18px] shrink-0 stroke-[1.75]', tone)} />
      <span className="min-w-0 flex-1">
        <span className={classNames('block break-words', !notice.read && 'font-medium')}>
          {t(`notice.${wordsOf(notice)}`, {
            person: notice.person ?? t('bell.someone'),
            sent: wholeNumber(notice.bulk?.sent ?? 0),
            total: wholeNumber(notice.bulk?.total ?? 0),
          })}
        </span>
        <span className="block truncate text-muted">{what}</span>
        <time
          dateTime={notice.createdAt}
          title={exactTime(notice.createdAt)}
          className="block text-xs text-muted tabular-nums"
        >
          {dayAndTime(notice.createdAt)}
        </time>
      </span>
      {notice.read ? null : (
        <span role="img" aria-label={t('bell.new')} className="mt-1.5 size-2 shrink-0 rounded-full bg-ink" />
      )}
    </>
  );
  const look = 'flex w-full items-start gap-3 rounded-md p-2.5 text-start hover:bg-sunken';
  return to ? (
    <Link to={to} className={look} onClick={onOpen}>
      {inside}
    </Link>
  ) : (
    <div className={look}>{inside}</div>
  );
}

/** A batch that is waiting for its sender is not finished yet. */
function wordsOf({ approved, kind, bulk }: NoticeView) {
  if (approved) return 'recipient-approved';
  return bulk && bulk.state !== 'done' ? 'bulk-waits' : kind;
}

/** Returns the subject and its link; a document in the bin has none. */
function subjectOf({ document, bulk }: NoticeView): { what: string; to: string | null } {
  if (bulk) return { what: `${bulk.templateName} · ${bulk.fileName}`, to: `/bulk/${bulk.id}` };
  return { what: document?.title ?? '', to: document?.open ? `/document/${document.id}` : null };
}
