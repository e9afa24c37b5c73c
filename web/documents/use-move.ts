import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foldersQuery, moveDocuments, moveTemplates } from '../api/library.ts';
import { reasonOf } from '../api/transport/request.ts';
import { showToast } from '../kit/toast-store.ts';
import { useTranslation } from '../words.ts';

/**
 * Moves documents or templates to a folder, or to the top level with null. It reports their new location even
 * if their row has disappeared.
 */
export function useMove(kind: 'documents' | 'templates' = 'documents') {
  const { t } = useTranslation();
  const { data: folders } = useQuery({ ...foldersQuery, enabled: false });
  const [busy, setBusy] = useState(false);
  const fail = (reason: string) =>
    showToast({ title: t('library.moveFailed'), description: reason || undefined, look: 'danger' });
  const move = async (ids: string[], folderId: string | null, onDone?: () => void) => {
    setBusy(true);
    try {
      const { done, refused } = await (kind === 'documents' ? moveDocuments : moveTemplates)(ids, folderId);
      const [first] = refused;
      if (done.length === 0) return fail(first?.detail ?? '');
      const folder =
        folders?.find(({ id }) => id === folderId)?.name ??
        t(kind === 'documents' ? 'documents.all' : 'templates.title');
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
