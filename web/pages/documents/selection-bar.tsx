import { Download, FolderInput, Trash2, UserRoundPen, X } from 'lucide-react';
import { useState } from 'react';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { archivePath } from '../../api/library.ts';
import { DeleteDialog } from '../../documents/delete-dialog.tsx';
import { downloadFile } from '../../documents/download-file.ts';
import { HandOverDocumentsDialog, useHandOver } from '../../documents/hand-over-documents-dialog.tsx';
import { canBeDeleted } from '../../documents/may-be.ts';
import { MoveDialog } from '../../documents/move-dialog.tsx';
import type { Selection } from '../../documents/use-selection.ts';
import { Button } from '../../parts/button.tsx';
import { useTranslation } from '../../words.ts';

type Props = { documents: readonly DocumentSummary[]; selection: Selection };

/** The actions on all selected documents. */
export function SelectionBar({ documents, selection }: Props) {
  const chosen = documents.filter(({ id }) => selection.has(id));
  return chosen.length === 0 ? null : <Bar chosen={chosen} selection={selection} />;
}

function Bar({ chosen, selection }: { chosen: readonly DocumentSummary[]; selection: Selection }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'move' | 'delete' | 'hand-over' | null>(null);
  const deletable = chosen.filter(canBeDeleted);
  const given = useHandOver(chosen).mine;
  const close = () => setAsking(null);
  return (
    <div
      role="toolbar"
      aria-label={t('library.selection')}
      className="sticky bottom-3 z-20 mx-auto mb-3 flex w-fit max-w-[calc(100%-1rem)] flex-wrap items-center justify-center gap-1.5 rounded-lg border border-line bg-surface p-2 shadow-lift"
    >
      <span className="px-2 font-medium tabular-nums" aria-live="polite">
        {t('library.selected', { count: chosen.length })}
      </span>
      <Button size="small" onClick={() => downloadFile(archivePath(chosen.map(({ id }) => id)))}>
        <Download aria-hidden="true" />
        {t('library.downloadZip')}
      </Button>
      <Button size="small" onClick={() => setAsking('move')}>
        <FolderInput aria-hidden="true" />
        {t('library.moveTo')}
      </Button>
      {given.length > 0 ? (
        <Button size="small" onClick={() => setAsking('hand-over')}>
          <UserRoundPen aria-hidden="true" />
          {t('handOver.open')}
        </Button>
      ) : null}
      {deletable.length > 0 ? (
        <Button size="small" look="danger" onClick={() => setAsking('delete')}>
          <Trash2 aria-hidden="true" />
          {t('documents.delete')}
        </Button>
      ) : null}
      <Button size="small" look="quiet" aria-label={t('library.clearSelection')} onClick={selection.clear}>
        <X aria-hidden="true" />
      </Button>
      {asking === 'move' ? (
        <MoveDialog what={{ documents: chosen }} onClose={close} onDone={selection.clear} />
      ) : null}
      {asking === 'hand-over' ? (
        <HandOverDocumentsDialog documents={chosen} onClose={close} onDone={selection.clear} />
      ) : null}
      {asking === 'delete' ? (
        <DeleteDialog
          documents={deletable}
          staying={chosen.length - deletable.length}
          onClose={close}
          onDone={selection.clear}
        />
      ) : null}
    </div>
  );
}
