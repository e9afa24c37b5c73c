import { useMutation } from '@tanstack/react-query';
import { purgeDocuments, restoreDocuments } from '../../api/library.ts';
import { reasonOf } from '../../api/request.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useWords } from '../../words.ts';

/** Restores documents from the bin, or deletes them for ever, and says how it went. */
export function useBinActs(onDone: () => void) {
  const { t } = useWords();
  const restoring = useMutation({
    mutationFn: restoreDocuments,
    onSuccess: ({ done, refused: [first] }) => {
      if (done.length === 0) return failed(t('library.restoreFailed'), first?.detail ?? '');
      const description = first?.detail;
      showToast({
        title: t('library.restored', { count: done.length }),
        ...(description && { description }),
      });
      onDone();
    },
    onError: (error) => failed(t('library.restoreFailed'), reasonOf(error)),
  });
  const purging = useMutation({
    mutationFn: purgeDocuments,
    onSuccess: ({ done }) => {
      const one = done.length === 1;
      showToast({
        title: one ? t('documents.deleted') : t('library.deletedMany', { count: done.length }),
        description: one ? t('documents.deletedText') : t('library.purged', { count: done.length }),
      });
      onDone();
    },
    onError: (error) => failed(t('documents.deleteFailed'), reasonOf(error)),
  });
  return {
    restore: (ids: string[]) => restoring.mutate(ids),
    purge: (ids: string[]) => purging.mutate(ids),
    busy: restoring.isPending || purging.isPending,
  };
}

function failed(title: string, description: string): void {
  showToast({ title, description, look: 'danger' });
}
