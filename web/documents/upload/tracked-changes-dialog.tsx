import { trackedChangeChoices } from '#core/document/tracked-changes.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import type { TrackedChangesQuestion } from '../../api/files/tracked-changes.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { useTranslation } from '../../words.ts';

/**
 * Asks what to do with the tracked changes of a Word file. The upload continues with the same file and the
 * answer.
 */
export function TrackedChangesDialog({ question }: { question: TrackedChangesQuestion }) {
  const { t } = useTranslation();
  const later = useDeferredTexts('file-notes');
  if (!later) return null;
  const cancel = () => question.answer(null);
  return (
    <Dialog
      open
      size="small"
      onClose={cancel}
      title={later('trackedChanges.title')}
      description={<bdi className="break-words">{question.fileName}</bdi>}
      footer={<Button onClick={cancel}>{t('upload.cancel')}</Button>}
    >
      <p>{later('trackedChanges.about')}</p>
      <ul className="mt-4 flex flex-col gap-2">
        {trackedChangeChoices.map((choice) => (
          <li key={choice}>
            <button
              type="button"
              className="w-full rounded-md border border-line-strong bg-surface px-4 py-3 text-start hover:bg-sunken"
              onClick={() => question.answer(choice)}
            >
              <span className="block font-medium">{later(`trackedChanges.${choice}`)}</span>
              <span className="block text-sm text-muted">{later(`trackedChanges.${choice}About`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
