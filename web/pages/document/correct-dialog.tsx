import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecipientView } from '#contract/documents/documents.ts';
import { isMailAddress } from '#core/recipient/address.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { correctRecipient } from '../../api/manage.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { useSavedInput } from '../../api/keep-typed.ts';
import { useTranslation } from '../../words.ts';
import { useActToast } from '../../documents/use-act-toast.ts';

type Props = { id: string; recipient: RecipientView; onClose: () => void };

export const correctForm = (recipientId: string): string => `correct ${recipientId}`;

/** Changes the name or address of a recipient who has not acted yet. */
export function CorrectDialog({ id, recipient, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(recipient.name);
  const [email, setEmail] = useState(recipient.email);
  const [wrong, setWrong] = useState(false);
  useSavedInput(
    correctForm(recipient.id),
    () => ({ name, email }),
    (typed) => {
      setName(typed.name);
      setEmail(typed.email);
    },
  );
  const correction = useMutation(correctRecipient);
  const toast = useActToast(t('manage.corrected'), onClose);
  const [phone, setPhone] = useState(recipient.phone);
  const say = useDeferredTexts('delivery');
  const isDelivered = !recipient.sendEmail;
  const valid = isMailAddress(email.trim()) || (isDelivered && email.trim() === '');
  const isNameMissing = email.trim() === '' && name.trim() === '';
  return (
    <FormDialog
      title={t('manage.correct')}
      description={t('manage.correctAbout')}
      action={t('recipient.save')}
      busy={correction.isPending}
      onClose={onClose}
      onSubmit={() =>
        valid && !isNameMissing
          ? correction.mutate(
              {
                id,
                recipientId: recipient.id,
                name: name.trim(),
                email: email.trim(),
                ...(isDelivered && { phone: phone.trim() }),
              },
              toast,
            )
          : setWrong(true)
      }
    >
      <InputField
        label={isDelivered && say ? say('link.emailOptional') : t('recipient.email')}
        error={wrong && !valid ? t('recipient.emailInvalid') : undefined}
        type="email"
        autoComplete="off"
        maxLength={320}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <InputField
        label={t('recipient.name')}
        hint={isDelivered && email.trim() === '' ? undefined : t('recipient.optional')}
        error={wrong && valid && isNameMissing ? say?.('link.nameMissing') : undefined}
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {isDelivered && say ? (
        <InputField
          label={say('link.phone')}
          hint={say('link.phoneHint')}
          type="tel"
          autoComplete="off"
          maxLength={40}
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
        />
      ) : null}
      <IdentityHints live people={[{ name, email }]} />
    </FormDialog>
  );
}
