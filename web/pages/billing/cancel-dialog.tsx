import { useMutation } from '@tanstack/react-query';
import type { SubscriptionStatus } from '#contract/operations/billing.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { cancelSubscription } from '../../api/subscription.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { shortDate } from '../../parts/format.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';

/** Canceling ends the plan at the end of the paid period (specification §4) and deletes nothing. */
export function CancelDialog({ status, onClose }: { status: SubscriptionStatus; onClose: () => void }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  // Names the plan that is being paid for, because every account has the largest plan while plans are turned
  // off.
  const plan = t(`plan.${status.subscribedPlan ?? status.planName}`);
  const until = status.nextBillingDate ?? status.trialEndsAt;
  const cancelling = useMutation({
    mutationFn: cancelSubscription,
    onSuccess: ({ endsAt }) => {
      showToast({
        title: say('billing.cancelled'),
        description: endsAt
          ? say('billing.cancelledUntil', { plan, date: shortDate(endsAt) })
          : say('billing.cancelledText'),
      });
      onClose();
    },
    onError: failureToast(t('subscription.error')),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={say('billing.cancelTitle', { plan })}
      action={say('billing.cancelConfirm')}
      back={say('billing.keep')}
      busy={cancelling.isPending}
      onConfirm={() => cancelling.mutate()}
    >
      {status.plansOff ? (
        <p>{say('billing.cancelledText')}</p>
      ) : (
        <>
          <p>
            {until
              ? say('billing.cancelText', { plan, date: shortDate(until) })
              : say('billing.cancelTextUndated', { plan })}
          </p>
          <p className="mt-2">{say('billing.cancelKept')}</p>
        </>
      )}
    </ConfirmDialog>
  );
}
