import { daysInBin } from '#core/document/bin.ts';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { useTranslation } from '../../words.ts';
import { useDelete } from './use-delete.ts';

type Props = {
  documents: readonly Pick<DocumentSummary, 'id' | 'title'>[];
  /** Number of selected documents that are pending, and therefore are not deleted. */
  staying?: number;
  onClose: () => void;
  /** Called after a deletion succeeded or failed. */
  onDone?: () => void;
};

/** Asks whether to move one or more documents to the bin. */
export function DeleteDialog({ documents, staying = 0, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const { remove, busy } = useDelete();
  const [only] = documents;
  const settle = () => {
    onClose();
    onDone?.();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={
        documents.length === 1
          ? t('documents.deleteConfirm')
          : t('library.deleteManyConfirm', { count: documents.length })
      }
      action={t('documents.delete')}
      onConfirm={() => void remove(documents.map(({ id }) => id)).then(settle)}
      busy={busy}
    >
      {documents.length === 1 && only ? (
        <p className="font-medium break-words text-text">{only.title}</p>
      ) : null}
      <p className="mt-1">{t('library.deleteAbout', { count: documents.length, days: daysInBin })}</p>
      {staying > 0 ? <p className="mt-2">{t('library.deleteStaying', { count: staying })}</p> : null}
    </ConfirmDialog>
  );
}
