import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKeyView } from '#contract/api-keys.ts';
import { renameApiKey } from '../../api/api-keys.ts';
import { useKeepTyped } from '../../api/keep-typed.ts';
import { reasonOf } from '../../api/request.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormField, Input } from '../../parts/form-field.tsx';
import { useWords } from '../../words.ts';
import { Problem } from './settings-section.tsx';

export const renameKeyForm = (id: string): string => `api key ${id}`;

export function RenameKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) {
  const { t } = useWords();
  const renaming = useMutation(renameApiKey);
  const [name, setName] = useState(apiKey.name);
  useKeepTyped(renameKeyForm(apiKey.id), () => name, setName);
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      locked={renaming.isPending}
      title={t('keys.renameOf', { name: apiKey.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" form="rename-key" disabled={renaming.isPending}>
            {t('keys.rename')}
          </Button>
        </>
      }
    >
      <form
        id="rename-key"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          renaming.mutate({ id: apiKey.id, name }, { onSuccess: onClose });
        }}
      >
        <FormField label={t('keys.name')}>
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
