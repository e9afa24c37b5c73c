import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addPasskey } from '../../api/security.ts';
import { RequestError } from '../../api/request.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormField, Input } from '../../parts/form-field.tsx';
import { useKeepTyped } from '../../api/keep-typed.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useWords } from '../../words.ts';
import { PasswordPrompt } from './password-prompt.tsx';
import { passkeyForm } from './rename-passkey-dialog.tsx';

/** Makes a passkey on this device, or on one that is beside it. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const adding = useMutation(addPasskey);
  const [name, setName] = useState('');
  useKeepTyped(passkeyForm('new'), () => name, setName);
  const add = (password: string) =>
    adding.mutate(
      { password, name },
      {
        onSuccess: () => {
          showToast({ title: t('settings.passkeySaved'), description: name });
          onClose();
        },
      },
    );
  // The browser's errors are words for programmers; the server's refusals are for people.
  const error =
    !adding.error || adding.error instanceof RequestError
      ? adding.error
      : new Error(t('settings.passkeyStopped'));
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      locked={adding.isPending}
      title={t('settings.passkeyAdd')}
      description={t('settings.passkeyAddAbout')}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" form="add-passkey" disabled={adding.isPending}>
            {t('settings.passkeyAdd')}
          </Button>
        </>
      }
    >
      <PasswordPrompt id="add-passkey" error={error} onSubmit={add}>
        <FormField label={t('settings.passkeyName')} hint={t('settings.passkeyNameHint')}>
          {(control) => (
            <Input
              {...control}
              required
              autoComplete="off"
              maxLength={100}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </FormField>
      </PasswordPrompt>
    </Dialog>
  );
}
