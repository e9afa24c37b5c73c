import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { daysInBin } from '#core/document/bin.ts';
import { folderAndBelow } from '#core/folder/folder.ts';
import type { FolderContents, FolderView } from '#contract/documents/library.ts';
import { deleteFolder, foldersQuery } from '../../api/library.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';

/** Asks what should happen to the contents of a folder, and deletes it. */
export function DeleteFolderDialog({ folder, onClose }: { folder: FolderView; onClose: () => void }) {
  const { t } = useTranslation();
  const { data: folders = [] } = useQuery(foldersQuery);
  const [contents, setContents] = useState<FolderContents>('parent');
  const below = new Set(folderAndBelow(folders, folder.id));
  const count = folders
    .filter(({ id }) => below.has(id))
    .reduce((sum, { documentCount }) => sum + documentCount, 0);
  const parent = folders.find(({ id }) => id === folder.parentId)?.name ?? t('documents.all');
  const removal = useMutation({
    mutationFn: () => deleteFolder(folder.id, contents),
    onSuccess: ({ moved, binned }) => {
      const sentences = [
        moved > 0 ? t('library.contentsMoved', { count: moved, folder: parent }) : '',
        binned > 0 ? t('library.contentsBinned', { count: binned, days: daysInBin }) : '',
      ];
      showToast({
        title: t('library.folderDeleted'),
        description: sentences.filter(Boolean).join(' ') || undefined,
      });
    },
    onError: failureToast(t('documents.deleteFailed')),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('library.deleteFolderTitle', { name: folder.name })}
      action={t('library.deleteFolder')}
      onConfirm={() => removal.mutate()}
      busy={removal.isPending}
    >
      {below.size > 1 ? <p>{t('library.deleteFolderBelow', { count: below.size - 1 })}</p> : null}
      {count === 0 ? (
        <p>{t('library.deleteFolderEmpty')}</p>
      ) : (
        <fieldset className="mt-1">
          <legend>{t('library.deleteFolderContents', { count })}</legend>
          {(['parent', 'bin'] as const).map((each) => (
            <label key={each} className="mt-2 flex cursor-pointer gap-2.5 text-text">
              <input
                type="radio"
                name="contents"
                checked={contents === each}
                onChange={() => setContents(each)}
                className="mt-0.5 size-4 shrink-0 accent-ink"
              />
              {each === 'parent'
                ? t('library.contentsToParent', { folder: parent })
                : t('library.contentsToBin', { days: daysInBin })}
            </label>
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
