import { useMutation } from '@tanstack/react-query';
import { useRequiredTexts } from '../../api/later-words.ts';
import { resumeSubscription } from '../../api/subscription.ts';
import { Button } from '../../parts/button.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';

/** Undoes a cancellation, as long as the plan has not ended. */
export function ResumePlan() {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const keeping = useMutation({
    mutationFn: resumeSubscription,
    onSuccess: ({ planName }) =>
      showToast({
        title: say('billing.kept'),
        description: say('billing.keptText', { plan: t(`plan.${planName}`) }),
      }),
    onError: failureToast(t('subscription.error')),
  });
  return (
    <Button disabled={keeping.isPending} onClick={() => keeping.mutate()}>
      {say('billing.keep')}
    </Button>
  );
}
