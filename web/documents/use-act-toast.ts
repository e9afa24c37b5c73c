import { showToast } from '../kit/toast-store.ts';
import { useWords } from '../words.ts';
import { failureToast } from '../parts/failure-toast.ts';

/** The message after an act of the sender: that it is done, or why not. */
export function useActToast(
  done: string,
  then?: () => void,
): { onSuccess: () => void; onError: (error: unknown) => void } {
  const { t } = useWords();
  return {
    onSuccess: () => {
      then?.();
      showToast({ title: done });
    },
    onError: failureToast(t('manage.failed')),
  };
}
