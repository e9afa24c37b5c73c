import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addPasskey } from '../../../api/security.ts';
import { RequestError } from '../../../api/transport/request.ts';
import { InputField } from '../../../parts/forms/form-field.tsx';
import { useSavedInput } from '../../../api/keep-typed.ts';
import { useTranslation } from '../../../words.ts';
import { PasswordPrompt } from '../../../parts/dialogs/password-prompt.tsx';
import { doneToast } from '../../../parts/dialogs/outcome-toast.ts';

export const passkeyForm = (id: string): string => `passkey ${id}`;

/** Creates a passkey on this device or another one. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const adding = useMutation(addPasskey);
  const [name, setName] = useState('');
  useSavedInput(passkeyForm('new'), () => name, setName);
  const add = (password: string) =>
    adding.mutate(
      { password, name },
      {
        onSuccess: doneToast({ title: t('settings.passkeySaved'), description: name }, onClose),
      },
    );
  // The browser's errors are technical, while the server's refusals are written for people.
  const error =
    !adding.error || adding.error instanceof RequestError
      ? adding.error
      : new Error(t('settings.passkeyStopped'));
  return (
    <PasswordPrompt
      title={t('settings.passkeyAdd')}
      description={t('settings.passkeyAddAbout')}
      action={t('settings.passkeyAdd')}
      busy={adding.isPending}
      error={error}
      onSubmit={add}
      onClose={onClose}
    >
      <InputField
        label={t('settings.passkeyName')}
        hint={t('settings.passkeyNameHint')}
        required
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </PasswordPrompt>
  );
}
