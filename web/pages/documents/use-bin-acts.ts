import { useMutation } from '@tanstack/react-query';
import { purgeDocuments, restoreDocuments } from '../../api/library.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';

/** Restores documents from the bin or deletes them permanently, and reports the result. */
export function useBinActs(onDone: () => void) {
  const { t } = useTranslation();
  const restoring = useMutation({
    mutationFn: restoreDocuments,
    onSuccess: ({ done, refused }) => {
      const [first] = refused;
      if (done.length === 0) return failed(t('library.restoreFailed'), first?.detail ?? '');
      showToast({
        title: t('library.restored', { count: done.length }),
        ...(first && {
          description: t('library.left', { count: refused.length, reason: first.detail }),
        }),
      });
      onDone();
    },
    onError: (error) => failed(t('library.restoreFailed'), reasonOf(error)),
  });
  const purging = useMutation({
    mutationFn: purgeDocuments,
    onSuccess: ({ done, refused }) => {
      const [first] = refused;
      if (done.length === 0) return failed(t('documents.deleteFailed'), first?.detail ?? '');
      const one = done.length === 1;
      const purged = one ? t('documents.deletedText') : t('library.purged', { count: done.length });
      const left = first ? ` ${t('library.left', { count: refused.length, reason: first.detail })}` : '';
      showToast({
        title: one ? t('documents.deleted') : t('library.deletedMany', { count: done.length }),
        description: `${purged}${left}`,
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
