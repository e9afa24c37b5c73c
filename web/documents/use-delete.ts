import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { daysInBin } from '#core/document/bin.ts';
import { deleteDocuments, restoreDocuments } from '../api/library.ts';
import { reasonOf } from '../api/request.ts';
import { showToast } from '../parts/toast-store.ts';

/** Moves documents to the bin and says so, with the way back; what may not be deleted is named with its reason. */
export function useDelete(): { remove: (ids: string[], onSettled: () => void) => void; busy: boolean } {
  const { t } = useTranslation();
  const removal = useMutation({ mutationFn: deleteDocuments });
  const fail = (reason: string) =>
    showToast({ title: t('documents.deleteFailed'), description: reason, look: 'danger' });
  const restore = (ids: string[]) =>
    restoreDocuments(ids).then(
      ({ done, refused: [first] }) =>
        first
          ? showToast({ title: t('library.restoreFailed'), description: first.detail, look: 'danger' })
          : showToast({ title: t('library.restored', { count: done.length }) }),
      (error: unknown) =>
        showToast({ title: t('library.restoreFailed'), description: reasonOf(error), look: 'danger' }),
    );
  const remove = (ids: string[], onSettled: () => void) =>
    removal.mutate(ids, {
      onSuccess: ({ done, refused }) => {
        const [first] = refused;
        if (done.length === 0) return fail(first?.detail ?? '');
        const binned = t('library.inBin', { count: done.length, days: daysInBin });
        const left = first
          ? ` ${t('library.notDeleted', { count: refused.length, reason: first.detail })}`
          : '';
        showToast({
          title:
            done.length === 1 ? t('documents.deleted') : t('library.deletedMany', { count: done.length }),
          description: `${binned}${left}`,
          action: { text: t('library.undo'), onSelect: () => void restore(done) },
        });
      },
      onError: (error) => fail(reasonOf(error)),
      onSettled,
    });
  return { remove, busy: removal.isPending };
}
