import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { foldersQuery, moveDocuments } from '../api/library.ts';
import { reasonOf } from '../api/request.ts';
import { showToast } from '../parts/toast-store.ts';

/** Moves documents into a folder, or to the top with null, and says where they are. */
export function useMove() {
  const { t } = useTranslation();
  const { data: folders } = useQuery({ ...foldersQuery, enabled: false });
  const moving = useMutation({
    mutationFn: ({ ids, folderId }: { ids: string[]; folderId: string | null }) =>
      moveDocuments(ids, folderId),
  });
  const fail = (reason: string) =>
    showToast({ title: t('library.moveFailed'), description: reason, look: 'danger' });
  const move = (ids: string[], folderId: string | null, onDone?: () => void) =>
    moving.mutate(
      { ids, folderId },
      {
        onSuccess: ({ done, refused: [first] }) => {
          if (done.length === 0) return fail(first?.detail ?? '');
          const folder = folders?.find(({ id }) => id === folderId)?.name ?? t('documents.all');
          showToast({ title: t('library.moved', { count: done.length, folder }) });
          onDone?.();
        },
        onError: (error) => fail(reasonOf(error)),
      },
    );
  return { move, busy: moving.isPending };
}
