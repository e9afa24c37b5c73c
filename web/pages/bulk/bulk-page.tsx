import { useMutation, useQuery } from '@tanstack/react-query';
import { CirclePause, CirclePlay, CircleX } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { BulkDetail } from '#contract/documents/bulk.ts';
import { pauseBy, rowsKept, type BulkAct } from '#core/bulk/bulk.ts';
import { bulkQuery, steerBulk } from '../../api/bulk.ts';
import { useRequiredTexts, type TranslateOf } from '../../api/later-words.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { AnswersButton } from '../../documents/dialogs/answers-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { shortDate, wholeNumber } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import { BulkStateBadge } from './bulk-state-badge.tsx';
import { RemindAll } from './remind-all.tsx';
import { RowProblems } from './row-problems.tsx';

/** The progress of a bulk send, updated automatically. */
export function BulkPage() {
  const say = useRequiredTexts('pages');
  const { id = '' } = useParams();
  const { data: bulk, isPending, error, refetch } = useQuery(bulkQuery(id));
  if (isPending) return <Waiting />;
  if (!bulk) return <ErrorState reason={reasonOf(error)} onRetry={() => void refetch()} />;
  const { failed = 0, refused = 0, waiting = 0 } = bulk.counts;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={say('bulk.title')}
        about={say('bulk.of', { file: bulk.fileName, name: bulk.templateName })}
        action={
          <div className="flex flex-wrap gap-2">
            <Acts bulk={bulk} waiting={waiting} />
            {bulk.progress.sent > 0 ? <RemindAll id={bulk.id} /> : null}
            <AnswersButton source={{ kind: 'bulk', id: bulk.id }} />
          </div>
        }
      />
      <ProgressCard bulk={bulk} />
      {bulk.problems.length > 0 ? (
        <RowProblems title={say('bulk.notSent')} problems={bulk.problems} total={failed + refused} />
      ) : null}
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <Link to="/documents" className="rounded-sm font-medium text-ink hover:underline">
          {say('bulk.toDocuments')}
        </Link>
        <Link
          to={`/templates/${bulk.templateId}/bulk`}
          className="rounded-sm font-medium text-ink hover:underline"
        >
          {say('bulk.another')}
        </Link>
      </p>
    </div>
  );
}

function ProgressCard({ bulk }: { bulk: BulkDetail }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const { failed = 0, waiting = 0, cancelled = 0 } = bulk.counts;
  const { sent, total } = bulk.progress;
  const over = total - waiting;
  const progress = say('bulk.sentOf', { sent: wholeNumber(sent), total: wholeNumber(total) });
  const facts = [
    ['sent', sent],
    ['failed', failed],
    ['waiting', waiting],
    ['cancelled', cancelled],
    ['refused', bulk.counts.refused ?? 0],
    ['skipped', bulk.counts.skipped ?? 0],
  ] as const;
  const stopped = bulk.pausedBy === null ? undefined : pauseBy(bulk.pausedBy);
  return (
    <section className="rounded-lg border border-line bg-surface p-5 shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-lg font-medium tabular-nums">{progress}</p>
        <BulkStateBadge state={bulk.state} />
      </div>
      <div
        role="progressbar"
        aria-label={say('bulk.title')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={over}
        aria-valuetext={progress}
        className="mt-3 h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-ink transition-[width] duration-180 motion-reduce:transition-none"
          style={{ width: `${total === 0 ? 0 : (over / total) * 100}%` }}
        />
      </div>
      <p className="sr-only" role="status">
        {bulk.state === 'running' ? '' : `${say(`bulk.state.${bulk.state}`)}. ${progress}`}
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
        {facts.map(([what, count]) => (
          <div key={what}>
            <dt className="text-xs text-muted">{say(`bulk.rows.${what}`)}</dt>
            <dd className="text-lg tabular-nums">{wholeNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {bulk.state === 'running' ? <p className="mt-4 text-muted">{say('bulk.goOn')}</p> : null}
      {bulk.finishedAt === null ? null : <p className="mt-4 text-muted">{keptSentence(bulk, say)}</p>}
      {bulk.state === 'paused' && stopped ? (
        <p role="alert" className="mt-4 rounded-md bg-warn-soft px-3.5 py-2.5 text-warn">
          {say(`bulk.pausedBy.${stopped}`)}
          {stopped === 'plan' ? (
            <>
              {' '}
              <Link to="/billing" className="rounded-sm font-medium text-ink underline underline-offset-3">
                {t('usage.seePlans')}
              </Link>
            </>
          ) : null}
        </p>
      ) : null}
    </section>
  );
}

function keptSentence({ finishedAt, rowsDeletedAt }: BulkDetail, say: TranslateOf<'pages'>): string {
  if (rowsDeletedAt !== null) return say('bulk.forgotten', { date: shortDate(rowsDeletedAt) });
  const until = new Date(Date.parse(finishedAt ?? '') + rowsKept).toISOString();
  return say('bulk.keptUntil', { date: shortDate(until) });
}

function Acts({ bulk, waiting }: { bulk: BulkDetail; waiting: number }) {
  const say = useRequiredTexts('pages');
  const [asking, setAsking] = useState(false);
  const steering = useMutation(steerBulk);
  const steer = (act: BulkAct) =>
    steering.mutate(
      { id: bulk.id, act },
      {
        onError: failureToast(say('bulk.steerFailed')),
        onSettled: () => setAsking(false),
      },
    );
  if (bulk.state !== 'running' && bulk.state !== 'paused') return null;
  return (
    <>
      {bulk.state === 'running' ? (
        <Button onClick={() => steer('pause')} disabled={steering.isPending}>
          <CirclePause aria-hidden="true" />
          {say('bulk.pause')}
        </Button>
      ) : (
        <Button look="primary" onClick={() => steer('resume')} disabled={steering.isPending}>
          <CirclePlay aria-hidden="true" />
          {say('bulk.resume')}
        </Button>
      )}
      <Button onClick={() => setAsking(true)} disabled={steering.isPending}>
        <CircleX aria-hidden="true" />
        {say('bulk.cancel')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={say('bulk.cancelTitle')}
        action={say('bulk.cancel')}
        onConfirm={() => steer('cancel')}
        busy={steering.isPending}
      >
        <p>{say('bulk.cancelText', { count: waiting })}</p>
      </ConfirmDialog>
    </>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-9 w-56 max-w-full" />
      <Skeleton className="h-44 w-full rounded-lg" />
    </div>
  );
}
