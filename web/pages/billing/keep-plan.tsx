import { useMutation } from '@tanstack/react-query';
import { resumeSubscription } from '../../api/subscription.ts';
import { Button } from '../../parts/button.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useWords } from '../../words.ts';
import { failureToast } from '../../parts/outcome-toast.ts';

/** Undoes a cancellation, as long as the plan has not ended. */
export function KeepPlan() {
  const { t } = useWords();
  const keeping = useMutation({
    mutationFn: resumeSubscription,
    onSuccess: ({ planName }) =>
      showToast({
        title: t('billing.kept'),
        description: t('billing.keptText', { plan: t(`plan.${planName}`) }),
      }),
    onError: failureToast(t('subscription.error')),
  });
  return (
    <Button disabled={keeping.isPending} onClick={() => keeping.mutate()}>
      {t('billing.keep')}
    </Button>
  );
}
