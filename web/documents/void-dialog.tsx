import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { voidDocument } from '../api/documents.ts';
import { doneToast, failureToast } from '../parts/dialogs/outcome-toast.ts';
import { FormDialog } from '../parts/dialogs/form-dialog.tsx';
import { TextAreaField } from '../parts/forms/form-field.tsx';
import { useSavedInput } from '../api/keep-typed.ts';
import { useTranslation } from '../words.ts';

type Props = { open: boolean; onClose: () => void; document: Pick<DocumentSummary, 'id' | 'title'> };

/** Voids a document. The recipients receive the reason, so it is required. */
export function VoidDialog({ open, onClose, document }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  useSavedInput(`void ${document.id}`, () => reason, setReason);
  const voiding = useMutation(voidDocument);
  const submit = () => {
    if (reason.trim() === '') return setMissing(true);
    voiding.mutate(
      { id: document.id, reason: reason.trim() },
      {
        onSuccess: doneToast({ title: t('void.done'), description: t('void.doneText') }, onClose),
        onError: failureToast(t('void.failed')),
      },
    );
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('void.title')}
      description={document.title}
      action={t('void.open')}
      look="danger"
      busy={voiding.isPending}
      onSubmit={submit}
    >
      <p className="text-muted">{t('void.about')}</p>
      <TextAreaField
        label={t('void.reason')}
        hint={t('void.reasonHint')}
        error={missing && reason.trim() === '' ? t('void.reasonMissing') : undefined}
        value={reason}
        maxLength={1000}
        rows={3}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
