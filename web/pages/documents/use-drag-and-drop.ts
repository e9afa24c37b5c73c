import { useMutation } from '@tanstack/react-query';
import type { DragEvent } from 'react';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { changeFolder } from '../../api/library.ts';
import { documentsType, type Dropped } from '../../documents/drag-documents.ts';
import { useMove } from '../../documents/use-move.ts';
import type { Selection } from '../../documents/use-selection.ts';
import { useWords } from '../../words.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';

/** Drags a document, or the whole selection, and drops documents or a folder on a folder. */
export function useDragAndDrop(selection: Selection) {
  const { t } = useWords();
  const { move } = useMove();
  const moveFolder = useMutation({
    mutationFn: ({ id, parentId }: { id: string; parentId: string | null }) => changeFolder(id, { parentId }),
    onError: failureToast(t('library.moveFailed')),
  });
  return {
    onDrag: ({ id }: DocumentSummary, { dataTransfer }: DragEvent) => {
      dataTransfer.setData(documentsType, (selection.has(id) ? selection.ids : [id]).join(','));
      dataTransfer.effectAllowed = 'move';
    },
    onDrop: (what: Dropped, folderId: string | null) => {
      if ('folder' in what) moveFolder.mutate({ id: what.folder, parentId: folderId });
      else void move(what.documents, folderId, selection.clear);
    },
  };
}
