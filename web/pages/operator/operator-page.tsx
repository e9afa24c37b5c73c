import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { operatorQuery } from '../../api/operator.ts';
import { reasonOf, RequestError } from '../../api/request.ts';
import { Badge } from '../../parts/badge.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { useWords } from '../../words.ts';

/** The room of whoever runs this server: what waits for them. To everybody else there is no such page. */
export function OperatorPage() {
  const { t } = useWords();
  const { data, error, isLoadingError, refetch } = useQuery(operatorQuery);
  if (error instanceof RequestError && error.status === 404) return <NotFoundPage />;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('operator.title')} about={t('operator.about')} />
      {data ? (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <li>
            <Link
              to="/operator/support"
              className="flex h-full flex-col gap-2 rounded-lg border border-line bg-surface p-5 shadow-card hover:border-line-strong"
            >
              <span className="font-medium">{t('operator.support')}</span>
              <span className="text-muted">{t('operator.waiting', { count: data.waiting })}</span>
              {data.overdue > 0 ? (
                <span>
                  <Badge tone="danger">{t('operator.overdueCount', { count: data.overdue })}</Badge>
                </span>
              ) : null}
            </Link>
          </li>
        </ul>
      ) : isLoadingError ? (
        <ErrorState reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-24 max-w-sm rounded-lg" />
      )}
    </div>
  );
}
