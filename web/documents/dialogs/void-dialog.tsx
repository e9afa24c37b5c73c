import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { voidDocument } from '../../api/documents.ts';
import { doneToast, failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { TextAreaField } from '../../parts/forms/form-field.tsx';
import { useSavedInput } from '../../api/keep-typed.ts';
import { useTranslation } from '../../words.ts';

type FormProps = {
  /** The key under which typed text is kept if the session ends. */
  form: string;
  open?: boolean;
  title: string;
  description?: string;
  busy: boolean;
  onClose: () => void;
  onVoid: (reason: string) => void;
};

/** Asks for the reason for voiding, which is required because the recipients see it. */
export function VoidForm({ form, open = true, title, description, busy, onClose, onVoid }: FormProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  useSavedInput(form, () => reason, setReason);
  const why = reason.trim();
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      action={t('void.open')}
      look="danger"
      busy={busy}
      onSubmit={() => (why === '' ? setMissing(true) : onVoid(why))}
    >
      <p className="text-muted">{t('void.about')}</p>
      <TextAreaField
        label={t('void.reason')}
        hint={t('void.reasonHint')}
        error={missing && why === '' ? t('void.reasonMissing') : undefined}
        value={reason}
        maxLength={1000}
        rows={3}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

type Props = { open: boolean; onClose: () => void; document: Pick<DocumentSummary, 'id' | 'title'> };

/** Voids one document. */
export function VoidDialog({ open, onClose, document: { id, title } }: Props) {
  const { t } = useTranslation();
  const voiding = useMutation(voidDocument);
  return (
    <VoidForm
      form={`void ${id}`}
      open={open}
      title={t('void.title')}
      description={title}
      busy={voiding.isPending}
      onClose={onClose}
      onVoid={(reason) =>
        voiding.mutate(
          { id, reason },
          {
            onSuccess: doneToast({ title: t('void.done'), description: t('void.doneText') }, onClose),
            onError: failureToast(t('void.failed')),
          },
        )
      }
    />
  );
}
