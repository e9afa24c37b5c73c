import { useMutation } from '@tanstack/react-query';
import { chooseFreePlan, invalidatePlan } from '../../api/account.ts';
import { useTranslation } from '../../words.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';

/**
 * Chooses Free if no plan is chosen yet, then continues. The plan must be known by then, because the plan
 * gate checks it.
 */
export function useChooseFree(): { choose: (goOn: () => void) => void; busy: boolean } {
  const { t } = useTranslation();
  const choosing = useMutation({
    ...chooseFreePlan,
    onError: failureToast(t('onboarding.failed')),
  });
  const choose = (goOn: () => void) =>
    choosing.mutate(undefined, {
      onSuccess: () => {
        goOn();
        void invalidatePlan();
      },
    });
  return { choose, busy: choosing.isPending };
}
