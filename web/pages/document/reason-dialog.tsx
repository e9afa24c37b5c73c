import type { UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { TextAreaField } from '../../parts/forms/form-field.tsx';
import { useSavedInput } from '../../api/keep-typed.ts';
import { useTranslation } from '../../words.ts';

type Props = {
  /** The key under which typed text is kept if the session ends. */
  form: string;
  title: string;
  action: string;
  label: string;
  hint?: string;
  danger?: boolean;
  acting: Pick<UseMutationResult, 'isPending' | 'error'>;
  onReason: (reason: string) => void;
  onClose: () => void;
  children: ReactNode;
};

/** Dialog that asks for a reason, which the audit trail records with the action. */
export function ReasonDialog({
  form,
  title,
  action,
  label,
  hint,
  danger,
  acting,
  onReason,
  onClose,
  children,
}: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  useSavedInput(form, () => reason, setReason);
  return (
    <FormDialog
      title={title}
      action={action}
      {...(danger && { look: 'danger' as const })}
      busy={acting.isPending}
      error={acting.error}
      onClose={onClose}
      onSubmit={() => (reason.trim() === '' ? setMissing(true) : onReason(reason.trim()))}
    >
      {children}
      <TextAreaField
        label={label}
        {...(hint !== undefined && { hint })}
        error={missing && reason.trim() === '' ? t('manage.reasonMissing') : undefined}
        value={reason}
        maxLength={1000}
        rows={2}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
