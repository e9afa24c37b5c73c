import type { DocumentSummary } from '#contract/documents/documents.ts';
import { invalidateDocuments, saveTitle } from '../../api/documents.ts';
import { NameDialog } from '../../parts/dialogs/name-dialog.tsx';
import { useTranslation } from '../../words.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExtendDialog } from './extend-dialog.tsx';
import { HandOverDocumentsDialog } from './hand-over-documents-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';

export type AskedAct = 'extend' | 'delete' | 'void' | 'move' | 'rename' | 'hand-over';

type Props = { act: AskedAct; document: DocumentSummary; form: string; onClose: () => void };

/** The dialog for an action on one document in the list. `form` identifies the typed title. */
export default function DocumentDialogs({ act, document, form, onClose }: Props) {
  const { t } = useTranslation();
  const { id, title } = document;
  if (act === 'void') return <VoidDialog open onClose={onClose} document={document} />;
  if (act === 'extend') return <ExtendDialog document={document} onClose={onClose} />;
  if (act === 'delete') return <DeleteDialog documents={[document]} onClose={onClose} />;
  if (act === 'move') return <MoveDialog what={{ documents: [document] }} onClose={onClose} />;
  if (act === 'hand-over') return <HandOverDocumentsDialog documents={[document]} onClose={onClose} />;
  return (
    <NameDialog
      form={form}
      title={t('library.renameTitle', { title })}
      label={t('upload.dialogTitle')}
      value={title}
      action={t('library.rename')}
      maxLength={200}
      missing={t('upload.noTitleText')}
      onSave={(name) => saveTitle(id, { title: name }).then(invalidateDocuments)}
      onClose={onClose}
    />
  );
}
