import type { UseQueryResult } from '@tanstack/react-query';
import { FileX2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { reasonOf } from '../api/transport/request.ts';
import { useTranslation } from '../words.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

/** A gray placeholder as large as the content. Its label announces to assistive technology what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      aria-busy="true"
      className={classNames('block animate-pulse rounded-sm bg-line', className)}
    />
  );
}

type EmptyProps = {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  isPage?: boolean;
};

/** An empty state with the next step and its button. `isPage` is true if the page contains nothing else. */
export function EmptyState({ icon: Icon, title, children, action, isPage = false }: EmptyProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      <Icon aria-hidden="true" className="mb-2 size-8 stroke-[1.5] text-muted" />
      <Title className="font-medium">{title}</Title>
      <p className="max-w-sm text-muted">{children}</p>
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}

type ErrorProps = { reason: string; onRetry: () => void; action?: string };

/** A loading error with its reason, and a button that retries or does what `action` says. */
export function ErrorState({ reason, onRetry, action }: ErrorProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      <FileX2 aria-hidden="true" className="mb-2 size-8 stroke-[1.5] text-muted" />
      <p className="font-medium">{t('error.loading')}</p>
      <p className="max-w-sm break-words text-muted">{reason}</p>
      <Button className="mt-4" onClick={onRetry}>
        {action ?? t('error.retry')}
      </Button>
    </div>
  );
}

/** Shows the loading error of a query, or nothing if the query succeeded. */
export function LoadingError({
  query,
}: {
  query: Pick<UseQueryResult, 'isLoadingError' | 'error' | 'refetch'>;
}) {
  if (!query.isLoadingError) return null;
  return <ErrorState reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />;
}
