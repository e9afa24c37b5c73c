import { useMutation } from '@tanstack/react-query';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import type { SeveralAnswer } from '#contract/documents/library.ts';
import { extendDocuments, remindDocuments, voidDocuments } from '../../api/library.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';

export type SeveralAct = 'remind' | 'extend' | 'void';
/** The outcome of an action on a selection. */
export type SeveralResult = { act: SeveralAct; documents: readonly DocumentSummary[] } & SeveralAnswer;

/**
 * Runs an action on a selection. If every document was changed, shows a toast. Otherwise `onResult` gets the
 * reasons.
 */
export function useSeveral(
  documents: readonly DocumentSummary[],
  { onResult, onDone }: { onResult: (result: SeveralResult) => void; onDone: () => void },
) {
  const { t } = useTranslation();
  const ids = documents.map(({ id }) => id);
  const settled = (act: SeveralAct) => ({
    onSuccess: (answer: SeveralAnswer) => {
      if (answer.refused.length > 0) onResult({ act, documents, ...answer });
      else showToast({ title: t(`several.done.${act}`, { count: answer.done.length }) });
      onDone();
    },
    onError: failureToast(t('manage.failed')),
  });
  const reminding = useMutation({ mutationFn: () => remindDocuments(ids), ...settled('remind') });
  const extending = useMutation({
    mutationFn: (days: number) => extendDocuments(ids, days),
    ...settled('extend'),
  });
  const voiding = useMutation({
    mutationFn: (reason: string) => voidDocuments(ids, reason),
    ...settled('void'),
  });
  return { reminding, extending, voiding };
}

/** Lists the documents of a selection that were left unchanged, each with its reason. */
export function SeveralResultDialog({ result, onClose }: { result: SeveralResult; onClose: () => void }) {
  const { t } = useTranslation();
  const { act, documents, done, refused } = result;
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`several.done.${act}`, { count: done.length })}
      description={t('several.left', { count: refused.length })}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('dialog.close')}
        </Button>
      }
    >
      <ul className="flex flex-col gap-3">
        {refused.map(({ id, detail }) => (
          <li key={id}>
            <p className="font-medium break-words">
              <bdi>{titles.get(id) ?? id}</bdi>
            </p>
            <p className="text-muted">{detail}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
