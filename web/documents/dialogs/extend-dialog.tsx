import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { expirationDays } from '#core/document/sending-terms.ts';
import { extendExpiry } from '../../api/manage.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { exactTime } from '../../parts/format.ts';
import { useSavedInput } from '../../api/keep-typed.ts';
import { useTranslation } from '../../words.ts';
import { useActToast } from '../use-act-toast.ts';

type FormProps = {
  /** The key under which typed text is kept if the session ends. */
  form: string;
  title: string;
  about: string;
  busy: boolean;
  onClose: () => void;
  onExtend: (days: number) => void;
};

/** Asks for a number of days, counted from now. */
export function ExtendForm({ form, title, about, busy, onClose, onExtend }: FormProps) {
  const { t } = useTranslation();
  const [days, setDays] = useState('30');
  const [missing, setMissing] = useState(false);
  useSavedInput(form, () => days, setDays);
  const number = Number(days);
  const valid = Number.isInteger(number) && number >= expirationDays.least && number <= expirationDays.most;
  return (
    <FormDialog
      title={title}
      description={about}
      action={t('manage.extend')}
      busy={busy}
      onClose={onClose}
      onSubmit={() => (valid ? onExtend(number) : setMissing(true))}
    >
      <InputField
        label={t('manage.days')}
        error={missing && !valid ? t('send.wholeNumber', expirationDays) : undefined}
        type="number"
        inputMode="numeric"
        min={expirationDays.least}
        max={expirationDays.most}
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
    </FormDialog>
  );
}

type Props = {
  document: Pick<DocumentSummary, 'id' | 'status' | 'expirationDate'>;
  onClose: () => void;
};

/** Extends the deadline of one document for all recipients. */
export function ExtendDialog({ document: { id, status, expirationDate }, onClose }: Props) {
  const { t } = useTranslation();
  const extension = useMutation(extendExpiry);
  const toast = useActToast(t('manage.extended'), onClose);
  return (
    <ExtendForm
      form={`extend ${id}`}
      title={t('manage.extend')}
      about={t(status === 'expired' ? 'manage.extendEndedAbout' : 'manage.extendAbout', {
        date: expirationDate ? exactTime(expirationDate) : '–',
      })}
      busy={extension.isPending}
      onClose={onClose}
      onExtend={(days) => extension.mutate({ id, days }, toast)}
    />
  );
}
