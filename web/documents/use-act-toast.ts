import { doneToast, failureToast } from '../parts/dialogs/outcome-toast.ts';
import { useTranslation } from '../words.ts';

/** Shows the result of a sender's action: success, or the reason for the failure. */
export function useActToast(done: string, then?: () => void) {
  const { t } = useTranslation();
  return { onSuccess: doneToast({ title: done }, then), onError: failureToast(t('manage.failed')) };
}
