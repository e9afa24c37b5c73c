import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import type { FolderView } from '#contract/documents/library.ts';
import { folderAndBelow } from '#core/folder/folder.ts';
import { changeFolder, foldersQuery } from '../../api/library.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { useTranslation, type Translate } from '../../words.ts';
import { FolderTree } from './folder-tree.tsx';
import { useMove } from '../use-move.ts';

type MovableItem = Pick<DocumentSummary, 'id' | 'title' | 'folderId'>;
export type Movable =
  | { documents: readonly MovableItem[] }
  | { template: MovableItem }
  | { folder: FolderView };

type Props = { what: Movable; onClose: () => void; onDone?: () => void };

/** Chooses the target folder for documents, a template or a folder. */
export function MoveDialog({ what, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const folders = useQuery(foldersQuery);
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const items = itemsOf(what);
  const places = 'folder' in what ? [what.folder.parentId] : items.map(({ folderId }) => folderId);
  // No folder is preselected for documents from several folders.
  const from = new Set(places).size === 1 ? places[0] : undefined;
  const value = chosen === undefined ? from : chosen;
  const done = () => {
    onClose();
    onDone?.();
  };
  const isTemplate = 'template' in what;
  const { move, busy } = useMove(isTemplate ? 'templates' : 'documents');
  const moveFolder = useMutation({
    mutationFn: ({ id, parentId }: Pick<FolderView, 'id' | 'parentId'>) => changeFolder(id, { parentId }),
    onSuccess: done,
    onError: failureToast(t('library.moveFailed')),
  });
  const submit = () => {
    if (value === undefined) return;
    if ('folder' in what) return moveFolder.mutate({ id: what.folder.id, parentId: value });
    void move(
      items.map(({ id }) => id),
      value,
      done,
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={titleOf(t, what)}
      action={t('library.move')}
      busy={busy || moveFolder.isPending}
      ready={value !== undefined && places.some((place) => place !== value) && folders.data !== undefined}
      onSubmit={submit}
    >
      {folders.isPending ? <Skeleton className="h-40 w-full" /> : null}
      {folders.isError ? (
        <ErrorState reason={reasonOf(folders.error)} onRetry={() => void folders.refetch()} />
      ) : null}
      {folders.data ? (
        <>
          <FolderTree
            label={t('library.folders')}
            top={t(isTemplate ? 'templates.title' : 'documents.all')}
            folders={folders.data}
            value={value}
            onChange={setChosen}
            {...('folder' in what && { barred: new Set(folderAndBelow(folders.data, what.folder.id)) })}
          />
          {folders.data.length === 0 ? (
            <p className="mt-3 text-sm text-muted">{t('library.noFoldersYet')}</p>
          ) : null}
        </>
      ) : null}
    </FormDialog>
  );
}

function itemsOf(what: Movable): readonly MovableItem[] {
  if ('folder' in what) return [];
  return 'template' in what ? [what.template] : what.documents;
}

function titleOf(t: Translate, what: Movable): string {
  if ('folder' in what) return t('library.moveTitle', { title: what.folder.name });
  const [only, ...others] = itemsOf(what);
  return only && others.length === 0
    ? t('library.moveTitle', { title: only.title })
    : t('library.moveMany', { count: others.length + 1 });
}
