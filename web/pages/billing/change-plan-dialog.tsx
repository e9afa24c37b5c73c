import { useMutation, useQuery } from '@tanstack/react-query';
import type { ChangePreview } from '#contract/operations/billing.ts';
import type { PlanName } from '#core/plan/plans.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { changePlan, changePreviewQuery } from '../../api/subscription.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { doneToast, failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { dollarsAndCents, shortDate } from '../../parts/format.ts';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';

/** Changes from one paid plan to another after showing the cost now and later. */
export function ChangePlanDialog({ to, onClose }: { to: PlanName; onClose: () => void }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const plan = t(`plan.${to}`);
  const preview = useQuery(changePreviewQuery(to));
  const changing = useMutation({
    mutationFn: () => changePlan(to),
    onSuccess: doneToast(
      {
        title: t('subscription.started', { plan }),
        description: t('subscription.startedText', { plan }),
      },
      onClose,
    ),
    onError: failureToast(t('subscription.error')),
  });
  return (
    <FormDialog
      onClose={onClose}
      title={say('billing.change.title', { plan })}
      description={say('billing.change.about')}
      action={say('billing.change.confirm', { plan })}
      busy={changing.isPending}
      ready={preview.data !== undefined}
      onSubmit={() => changing.mutate()}
    >
      {preview.isPending ? <Skeleton className="h-36" /> : null}
      {preview.isError ? (
        <ErrorState reason={reasonOf(preview.error)} onRetry={() => void preview.refetch()} />
      ) : null}
      {preview.data ? <Costs preview={preview.data} /> : null}
    </FormDialog>
  );
}

function Costs({ preview }: { preview: ChangePreview }) {
  const say = useRequiredTexts('pages');
  const { lines, dueNowCents, creditCents, nextAmountCents, nextBillingDate } = preview;
  return (
    <div className="flex flex-col gap-2.5 tabular-nums">
      <dl className="flex flex-col gap-2.5">
        {lines.map(({ description, amountCents }, index) => (
          <Line key={`${index} ${description}`} name={description} cents={amountCents} />
        ))}
      </dl>
      <dl className="flex flex-col gap-2.5 border-t border-line pt-2.5 font-medium">
        <Line name={say('billing.change.dueNow')} cents={dueNowCents} />
        {creditCents > 0 ? <Line name={say('billing.change.credit')} cents={creditCents} /> : null}
      </dl>
      <p className="text-muted">
        {nextBillingDate
          ? say('billing.change.then', {
              amount: dollarsAndCents(nextAmountCents),
              date: shortDate(nextBillingDate),
            })
          : say('billing.change.thenUndated', { amount: dollarsAndCents(nextAmountCents) })}
      </p>
    </div>
  );
}

function Line({ name, cents }: { name: string; cents: number }) {
  return (
    <div className="flex justify-between gap-6">
      <dt>{name}</dt>
      <dd className="shrink-0">{dollarsAndCents(cents)}</dd>
    </div>
  );
}
