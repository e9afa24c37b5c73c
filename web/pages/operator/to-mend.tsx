import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatorState } from '#contract/operations/operator-state.ts';
import { doOperatorAct } from '../../api/operator.ts';
import type { TranslateOf } from '../../api/later-words.ts';
import { showToast } from '../../kit/toast-store.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { dayAndTime } from '../../parts/format.ts';
import { jobName } from './job-name.ts';
import { Beside, RoomCard, RoomLine } from './room-card.tsx';

type Props = { state: OperatorState; say: TranslateOf<'operator'> };

function useActs(say: TranslateOf<'operator'>) {
  return useMutation({
    ...doOperatorAct,
    onSuccess: (_, { act }) =>
      showToast({ title: say(act === 'dismiss' ? 'room.dismissed' : 'room.retried') }),
    onError: failureToast(say('room.actFailed')),
  });
}

/** Failed jobs by type, with their reasons. They can be retried or dismissed. */
export function FailedJobs({ state: { failed, failedTotal }, say }: Props) {
  const acting = useActs(say);
  const [confirming, setConfirming] = useState<OperatorState['failed'][number] | null>(null);
  const about =
    failedTotal > failed.length
      ? say('room.failedMore', { count: failedTotal, shown: failed.length })
      : undefined;
  return (
    <RoomCard
      title={say('room.failed')}
      {...(about !== undefined && { about })}
      {...(failed.length === 0 && { none: say('room.failedNone') })}
    >
      {failed.map((job) => {
        const what = jobName(say, job.name);
        return (
          <RoomLine
            key={job.id}
            action={
              <>
                <Act
                  say={say}
                  busy={acting.isPending}
                  what={what}
                  onAct={() => acting.mutate({ act: 'retry', id: job.id })}
                />
                <Button
                  size="small"
                  look="quiet"
                  aria-label={say('room.dismissOf', { what })}
                  disabled={acting.isPending}
                  onClick={() => setConfirming(job)}
                >
                  {say('room.dismiss')}
                </Button>
              </>
            }
          >
            <p className="font-medium">{what}</p>
            <p className="[overflow-wrap:anywhere]">
              <bdi>{job.problem}</bdi>
            </p>
            <Beside
              parts={[
                dayAndTime(job.failedAt),
                job.documentId && say('room.document', { id: job.documentId }),
              ]}
            />
          </RoomLine>
        );
      })}
      <ConfirmDialog
        open={confirming !== null}
        onClose={() => setConfirming(null)}
        title={say('room.dismissTitle')}
        action={say('room.dismiss')}
        busy={acting.isPending}
        onConfirm={() =>
          confirming &&
          acting.mutate({ act: 'dismiss', id: confirming.id }, { onSettled: () => setConfirming(null) })
        }
      >
        {confirming ? say('room.dismissText', { what: jobName(say, confirming.name) }) : null}
      </ConfirmDialog>
    </RoomCard>
  );
}

/**
 * Fully signed documents without a seal, identified by id because the operator must not see their content.
 */
export function StuckDocuments({ state: { stuck }, say }: Props) {
  const acting = useActs(say);
  return (
    <RoomCard title={say('room.stuck')} {...(stuck.length === 0 && { none: say('room.stuckNone') })}>
      {stuck.map(({ id, accountId, since, pages, problem }) => (
        <RoomLine
          key={id}
          action={
            <Act
              say={say}
              busy={acting.isPending}
              what={say('room.document', { id })}
              onAct={() => acting.mutate({ act: 'stuck', id })}
            />
          }
        >
          <p className="[overflow-wrap:anywhere]">
            <bdi>{problem}</bdi>
          </p>
          <Beside
            parts={[
              say('room.document', { id }),
              say('room.since', { time: dayAndTime(since) }),
              say('room.pages', { count: pages }),
              say('room.account', { id: accountId }),
            ]}
          />
        </RoomLine>
      ))}
    </RoomCard>
  );
}

type ActProps = { say: TranslateOf<'operator'>; busy: boolean; what: string; onAct: () => void };

function Act({ say, busy, what, onAct }: ActProps) {
  return (
    <Button size="small" aria-label={say('room.retryOf', { what })} disabled={busy} onClick={onAct}>
      {say('room.retry')}
    </Button>
  );
}
