import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OperatorAnswer } from '#contract/operations/operator.ts';
import type { OperatorState } from '#contract/operations/operator-state.ts';
import { operatorQuery, operatorStateQuery } from '../../api/operator.ts';
import { useDeferredTexts, type TranslateOf } from '../../api/later-words.ts';
import { RequestError } from '../../api/transport/request.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { dayAndTime } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { LoadingError, Skeleton } from '../../parts/states.tsx';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { useTranslation } from '../../words.ts';
import { MailProblems } from './mail-problems.tsx';
import { Needs } from './needs.tsx';
import { Mails, Parts, Queues, Storage } from './standing.tsx';
import { FailedJobs, StuckDocuments } from './to-mend.tsx';
import { Keys, LogHeads, Versions } from './trusted.tsx';

/**
 * The operator's page with the state of the installation and open items. For everyone else it does not exist.
 */
export function OperatorPage() {
  const { t } = useTranslation();
  const say = useDeferredTexts('operator');
  const counts = useQuery(operatorQuery);
  const state = useQuery(operatorStateQuery);
  if ([counts, state].some(({ error }) => error instanceof RequestError && error.status === 404))
    return <NotFoundPage />;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('operator.title')}
        about={say && state.data ? say('room.at', { time: dayAndTime(state.data.at) }) : t('operator.about')}
        action={
          say ? (
            <Button disabled={state.isFetching} onClick={() => void state.refetch()}>
              {say('room.again')}
            </Button>
          ) : null
        }
      />
      {say && state.data ? (
        <Room state={state.data} counts={counts.data} say={say} />
      ) : state.isLoadingError ? (
        <LoadingError query={state} />
      ) : (
        <Skeleton className="h-96 rounded-lg" />
      )}
    </div>
  );
}

type RoomProps = {
  state: OperatorState;
  counts: OperatorAnswer | null | undefined;
  say: TranslateOf<'operator'>;
};

/** Items to fix are on the left and information is on the right. On phones they are stacked. */
function Room({ state, counts, say }: RoomProps) {
  const shown = { state, say };
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-[2fr_1fr]">
        <Needs {...shown} />
        <div className="grid gap-6">
          {counts ? <Support counts={counts} /> : <Skeleton className="h-24 rounded-lg" />}
          <Accounts say={say} />
        </div>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <StuckDocuments {...shown} />
          <FailedJobs {...shown} />
          <MailProblems {...shown} />
          <Mails {...shown} />
          <Queues {...shown} />
          <Storage {...shown} />
          <Versions {...shown} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Parts {...shown} />
          <Keys {...shown} />
          <LogHeads {...shown} />
        </div>
      </div>
    </>
  );
}

function Accounts({ say }: { say: TranslateOf<'operator'> }) {
  return (
    <Link
      to="/operator/accounts"
      className="flex h-full flex-col gap-2 rounded-lg border border-line bg-surface p-4 shadow-card hover:border-line-strong sm:p-5"
    >
      <span className="font-medium">{say('accounts.title')}</span>
      <span className="text-muted">{say('accounts.open')}</span>
    </Link>
  );
}

function Support({ counts: { waiting, overdue } }: { counts: OperatorAnswer }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/operator/support"
      className="flex h-full flex-col gap-2 rounded-lg border border-line bg-surface p-4 shadow-card hover:border-line-strong sm:p-5"
    >
      <span className="font-medium">{t('operator.support')}</span>
      <span className="text-muted">{t('operator.waiting', { count: waiting })}</span>
      {overdue > 0 ? (
        <span>
          <Badge tone="danger">{t('operator.overdueCount', { count: overdue })}</Badge>
        </span>
      ) : null}
    </Link>
  );
}
