import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { expirationDays } from '#core/document/sending-terms.ts';
import { extendExpiry } from '../../api/manage.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { exactTime } from '../../parts/format.ts';
import { useSavedInput } from '../../api/keep-typed.ts';
import { useTranslation } from '../../words.ts';
import { useActToast } from '../../documents/use-act-toast.ts';

/** Extends the deadline for all recipients, counted from now. */
export function ExtendDialog({ document, onClose }: { document: DocumentDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const [days, setDays] = useState('30');
  const [missing, setMissing] = useState(false);
  useSavedInput(`extend ${document.id}`, () => days, setDays);
  const extension = useMutation(extendExpiry);
  const said = useActToast(t('manage.extended'), onClose);
  const number = Number(days);
  const valid = Number.isInteger(number) && number >= expirationDays.least && number <= expirationDays.most;
  return (
    <FormDialog
      title={t('manage.extend')}
      description={t(document.status === 'expired' ? 'manage.extendEndedAbout' : 'manage.extendAbout', {
        date: document.expirationDate ? exactTime(document.expirationDate) : '–',
      })}
      action={t('manage.extend')}
      busy={extension.isPending}
      onClose={onClose}
      onSubmit={() => (valid ? extension.mutate({ id: document.id, days: number }, said) : setMissing(true))}
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
