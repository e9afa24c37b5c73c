import { useState } from 'react';
import { daysInBin } from '#core/document/bin.ts';
import { deleteDocuments, restoreDocuments } from '../../api/library.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';

/**
 * Moves documents to the bin and shows a message with an undo button. Documents that cannot be deleted are
 * listed with the reason. The message also appears if the row that started it has disappeared with its
 * document.
 */
export function useDelete(): { remove: (ids: string[]) => Promise<void>; busy: boolean } {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const fail = (title: string, reason: string) =>
    showToast({ title, description: reason || undefined, look: 'danger' });
  const restore = async (ids: string[]) => {
    try {
      const { done, refused } = await restoreDocuments(ids);
      if (refused[0]) fail(t('library.restoreFailed'), refused[0].detail);
      else showToast({ title: t('library.restored', { count: done.length }) });
    } catch (error) {
      fail(t('library.restoreFailed'), reasonOf(error));
    }
  };
  const remove = async (ids: string[]) => {
    setBusy(true);
    try {
      const { done, refused } = await deleteDocuments(ids);
      const [first] = refused;
      if (done.length === 0) return fail(t('documents.deleteFailed'), first?.detail ?? '');
      const binned = t('library.inBin', { count: done.length, days: daysInBin });
      const left = first ? ` ${t('library.left', { count: refused.length, reason: first.detail })}` : '';
      showToast({
        title: done.length === 1 ? t('documents.deleted') : t('library.deletedMany', { count: done.length }),
        description: `${binned}${left}`,
        action: { text: t('library.undo'), onSelect: () => void restore(done) },
      });
    } catch (error) {
      fail(t('documents.deleteFailed'), reasonOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { remove, busy };
}
