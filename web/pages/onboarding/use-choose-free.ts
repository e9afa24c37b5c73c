import { useMutation } from '@tanstack/react-query';
import { chooseFreePlan, forgetAccount } from '../../api/account.ts';
import { reasonOf } from '../../api/request.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useWords } from '../../words.ts';

/** Chooses Free where nothing is chosen yet, then goes on; the gate has to know of the plan by then. */
export function useChooseFree(): { choose: (goOn: () => void) => void; busy: boolean } {
  const { t } = useWords();
  const choosing = useMutation({
    ...chooseFreePlan,
    onError: (error) =>
      showToast({ title: t('onboarding.failed'), description: reasonOf(error), look: 'danger' }),
  });
  const choose = (goOn: () => void) =>
    choosing.mutate(undefined, {
      onSuccess: () => {
        goOn();
        void forgetAccount();
      },
    });
  return { choose, busy: choosing.isPending };
}
