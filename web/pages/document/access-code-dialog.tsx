import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecipientView } from '#contract/documents/documents.ts';
import { checkAccessCode } from '#core/ceremony/gate.ts';
import { changeAccessCode } from '../../api/manage.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { useTranslation } from '../../words.ts';
import { useActToast } from '../../documents/use-act-toast.ts';

type Props = { id: string; recipient: RecipientView; onClose: () => void };

/**
 * Sets or removes the access code of a recipient who has not acted yet. The code can never be shown again.
 */
export function AccessCodeDialog({ id, recipient, onClose }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const changing = useMutation(changeAccessCode);
  const toast = useActToast(t('manage.codeChanged'), onClose);
  const set = (accessCode: string | null) =>
    changing.mutate({ id, recipientId: recipient.id, accessCode }, toast);
  const refused = checkAccessCode(code) !== undefined;
  return (
    <FormDialog
      title={t('manage.accessCode')}
      description={t('manage.accessCodeAbout', { name: recipient.name || recipient.email })}
      action={t('manage.setCode')}
      busy={changing.isPending}
      onClose={onClose}
      onSubmit={() => (refused ? setWrong(true) : set(code))}
      aside={
        recipient.accessCode ? (
          <Button look="danger" className="me-auto" disabled={changing.isPending} onClick={() => set(null)}>
            {t('manage.removeCode')}
          </Button>
        ) : null
      }
    >
      <InputField
        label={t('manage.newCode')}
        hint={t('manage.codeHint')}
        error={wrong && refused ? t('manage.codeHint') : undefined}
        autoComplete="off"
        maxLength={64}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  );
}
