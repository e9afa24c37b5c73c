import { useMutation } from '@tanstack/react-query';
import type { SubscriptionStatus } from '#contract/billing.ts';
import { cancelSubscription } from '../../api/subscription.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { failureToast } from '../../parts/outcome-toast.ts';
import { shortDate } from '../../parts/format.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useWords } from '../../words.ts';

/** Canceling ends the plan at the end of the paid period (specification §4) and deletes nothing. */
export function CancelDialog({ status, onClose }: { status: SubscriptionStatus; onClose: () => void }) {
  const { t } = useWords();
  // With plans turned off every account has the largest plan, and this is the one being paid for.
  const plan = t(`plan.${status.subscribedPlan ?? status.planName}`);
  const until = status.nextBillingDate ?? status.trialEndsAt;
  const cancelling = useMutation({
    mutationFn: cancelSubscription,
    onSuccess: ({ endsAt }) => {
      showToast({
        title: t('billing.cancelled'),
        description: endsAt
          ? t('billing.cancelledUntil', { plan, date: shortDate(endsAt) })
          : t('billing.cancelledText'),
      });
      onClose();
    },
    onError: failureToast(t('subscription.error')),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('billing.cancelTitle', { plan })}
      action={t('billing.cancelConfirm')}
      back={t('billing.keep')}
      busy={cancelling.isPending}
      onConfirm={() => cancelling.mutate()}
    >
      {status.plansOff ? (
        <p>{t('billing.cancelledText')}</p>
      ) : (
        <>
          <p>
            {until
              ? t('billing.cancelText', { plan, date: shortDate(until) })
              : t('billing.cancelTextUndated', { plan })}
          </p>
          <p className="mt-2">{t('billing.cancelKept')}</p>
        </>
      )}
    </ConfirmDialog>
  );
}
