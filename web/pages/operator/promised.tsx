import type { QueuedMessage } from '#contract/operations/operator.ts';
import { Badge } from '../../parts/badge.tsx';
import { dayAndTime } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';

/** The priority of a message, the plan under which it was written, and the promised reply time, if any. */
export function Promised({
  message: { priority, account, state, overdue, dueAt },
}: {
  message: Pick<QueuedMessage, 'priority' | 'account' | 'state' | 'overdue' | 'dueAt'>;
}) {
  const { t } = useTranslation();
  return (
    <>
      {priority ? <Badge tone="ink">{t('operator.priority')}</Badge> : null}
      {account?.plan ? <Badge>{t(`plan.${account.plan}`)}</Badge> : null}
      {dueAt !== null && overdue ? (
        <Badge tone="danger" dot>
          {t('operator.overdue', { time: dayAndTime(dueAt) })}
        </Badge>
      ) : null}
      {dueAt !== null && state === 'waiting' && !overdue ? (
        <Badge tone="warn" dot>
          {t('operator.dueBy', { time: dayAndTime(dueAt) })}
        </Badge>
      ) : null}
    </>
  );
}
