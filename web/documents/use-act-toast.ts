import { doneToast, failureToast } from '../parts/outcome-toast.ts';
import { useWords } from '../words.ts';

/** The message after an act of the sender: that it is done, or why not. */
export function useActToast(done: string, then?: () => void) {
  const { t } = useWords();
  return { onSuccess: doneToast({ title: done }, then), onError: failureToast(t('manage.failed')) };
}
