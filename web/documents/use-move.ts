import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foldersQuery, moveDocuments } from '../api/library.ts';
import { reasonOf } from '../api/request.ts';
import { showToast } from '../kit/toast-store.ts';
import { useWords } from '../words.ts';

/** Moves documents into a folder, or to the top with null, and says where they are, even to a row that is gone. */
export function useMove() {
  const { t } = useWords();
  const { data: folders } = useQuery({ ...foldersQuery, enabled: false });
  const [busy, setBusy] = useState(false);
  const fail = (reason: string) =>
    showToast({ title: t('library.moveFailed'), description: reason || undefined, look: 'danger' });
  const move = async (ids: string[], folderId: string | null, onDone?: () => void) => {
    setBusy(true);
    try {
      const { done, refused } = await moveDocuments(ids, folderId);
      const [first] = refused;
      if (done.length === 0) return fail(first?.detail ?? '');
      const folder = folders?.find(({ id }) => id === folderId)?.name ?? t('documents.all');
      showToast({
        title: t('library.moved', { count: done.length, folder }),
        ...(first && {
          description: t('library.left', { count: refused.length, reason: first.detail }),
        }),
      });
      onDone?.();
    } catch (error) {
      fail(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { move, busy };
}
