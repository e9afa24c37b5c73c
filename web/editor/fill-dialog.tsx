import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRequiredTexts } from '../api/later-words.ts';
import { fillPlaceholders, placeholdersQuery } from '../api/files/fill-file.ts';
import { reasonOf, RequestError } from '../api/transport/request.ts';
import { isComplete, questionsOfPlaceholders, valuesOf, type Entered } from '../documents/asked-values.ts';
import { TemplateValues } from '../documents/template-values.tsx';
import { FormDialog } from '../parts/dialogs/form-dialog.tsx';
import { ErrorState } from '../parts/states.tsx';
import { useTranslation } from '../words.ts';
import type { PlacedField } from './moved-fields.ts';
import { useEditor } from './state/editor-state.ts';

type Props = { open: boolean; onClose: () => void; onFilled: (fields: readonly PlacedField[]) => void };

/** Refusals that the sender may override, because only fields or page edits would be lost. */
const losses = ['fields-would-be-removed', 'page-edits-lost'];

/** Asks for the values of the placeholders in a draft's Word file, and prints them in the document. */
export function FillDialog({ open, onClose, onFilled }: Props) {
  const { t } = useTranslation();
  const own = useRequiredTexts('file-notes');
  const { document, flush, revision } = useEditor();
  const { data, error: unread, refetch } = useQuery(placeholdersQuery(document.id, document.revision));
  const [entered, setEntered] = useState<Entered>({});
  const [complains, complain] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isLosing = error instanceof RequestError && losses.some((code) => code === error.code);
  const questions = questionsOfPlaceholders(data?.placeholders ?? [], entered);
  const fill = async () => {
    complain(true);
    if (!isComplete(questions, entered)) return;
    setBusy(true);
    setError(null);
    try {
      if (!(await flush())) throw new Error(t('send.unsaved'));
      const values = valuesOf(questions, entered) ?? {};
      const filled = await fillPlaceholders(document.id, { values, revision: revision(), confirm: isLosing });
      onFilled(filled.signatureFields);
    } catch (caught) {
      setError(caught);
    }
    setBusy(false);
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={own('fill.title')}
      description={own('fill.about')}
      action={own(isLosing ? 'fill.anyway' : 'fill.action')}
      size="normal"
      busy={busy}
      ready={questions.length > 0}
      error={error}
      onSubmit={fill}
    >
      {unread ? <ErrorState reason={reasonOf(unread)} onRetry={() => void refetch()} /> : null}
      {data && data.placeholders.length === 0 ? <p>{own('fill.none')}</p> : null}
      {questions.length > 0 ? (
        <TemplateValues questions={questions} entered={entered} onChange={setEntered} complains={complains} />
      ) : null}
    </FormDialog>
  );
}
