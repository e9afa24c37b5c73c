import { reasonOf } from '../api/request.ts';
import { showToast } from '../kit/toast-store.ts';
import { useWords } from '../words.ts';

/** What is said after an act of the sender: that it is done, or why not. */
<<<<<<<< HEAD:web/documents/use-act-toast.ts
export function useActToast(
========
export function useManaging(
>>>>>>>> f68c25a (names: locked, attachments, repaired, in a transaction: the usual words):web/pages/document/use-managing.ts
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
