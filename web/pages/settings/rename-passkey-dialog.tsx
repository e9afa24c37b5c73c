import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../api/request.ts';
import { renamePasskey } from '../../api/security.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormField, Input } from '../../parts/form-field.tsx';
import { useKeepTyped } from '../../api/keep-typed.ts';
import { useWords } from '../../words.ts';
import { Problem } from './settings-section.tsx';

type Props = { passkey: { id: string; name: string }; onClose: () => void };

export const passkeyForm = (id: string): string => `passkey ${id}`;

export function RenamePasskeyDialog({ passkey, onClose }: Props) {
  const { t } = useWords();
  const renaming = useMutation(renamePasskey);
  const [name, setName] = useState(passkey.name);
  useKeepTyped(passkeyForm(passkey.id), () => name, setName);
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      locked={renaming.isPending}
      title={t('settings.passkeyRenameOf', passkey)}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" form="rename-passkey" disabled={renaming.isPending}>
            {t('settings.passkeyRename')}
          </Button>
        </>
      }
    >
      <form
        id="rename-passkey"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          renaming.mutate({ id: passkey.id, name }, { onSuccess: onClose });
        }}
      >
        <FormField label={t('settings.passkeyName')}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              required
              maxLength={100}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </FormField>
        {renaming.isError ? <Problem>{reasonOf(renaming.error)}</Problem> : null}
      </form>
    </Dialog>
  );
}
