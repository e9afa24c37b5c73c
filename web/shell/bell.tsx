import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useState } from 'react';
import { noticesQuery } from '../api/notices.ts';
import { Button } from '../parts/button.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { Popover } from '../parts/dialogs/popover.tsx';
import { Skeleton } from '../parts/states.tsx';
import { useTranslation } from '../words.ts';

const NoticeList = lazyPart(async () => (await import('./notice-list.tsx')).default, {
  waiting: <NoticeSkeleton />,
});

/** The list of notifications and the unread count, which is hidden at 0 and '99+' above 99. */
export function Bell() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data } = useInfiniteQuery(noticesQuery);
  const unread = data?.pages[0]?.unread ?? 0;
  const shown = unread > 99 ? '99+' : String(unread);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={t('bell.title')}
      trigger={
        <Button
          look="quiet"
          size="icon"
          className="relative"
          aria-label={unread > 0 ? t('bell.unread', { count: unread, shown }) : t('bell.title')}
        >
          <BellIcon aria-hidden="true" />
          {unread > 0 ? (
            <span
              aria-hidden="true"
              className="absolute -end-0.5 top-0 grid h-[18px] min-w-[18px] place-items-center rounded-full border-2 border-surface bg-ink px-1 text-[11px]/none font-semibold text-on-ink tabular-nums"
            >
              {shown}
            </span>
          ) : null}
        </Button>
      }
    >
      <NoticeList onClose={() => setOpen(false)} />
    </Popover>
  );
}

function NoticeSkeleton() {
  return (
    <div className="flex flex-col gap-4 p-4">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
