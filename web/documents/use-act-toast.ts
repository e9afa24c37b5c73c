import { reasonOf } from '../api/request.ts';
import { showToast } from '../kit/toast-store.ts';
import { useWords } from '../words.ts';

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
    onError: (error) =>
      showToast({ title: t('manage.failed'), description: reasonOf(error), look: 'danger' }),
  };
}
