import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { createApp } from '../../api/apps.ts';
import { reasonOf } from '../../api/request.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormField, Input, TextArea } from '../../parts/form-field.tsx';
import { useWords } from '../../words.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { Problem } from '../../parts/problem.tsx';

/** Registers an app, and shows its secret once where it keeps one. */
export function CreateAppDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const making = useMutation(createApp);
  const [name, setName] = useState('');
  const [addresses, setAddresses] = useState('');
  const [confidential, setConfidential] = useState(false);
  if (making.data?.secret) {
    return <SecretDialog name={making.data.app.name} secret={making.data.secret} onClose={onClose} />;
  }
  const make = () => {
    const redirectUris = addresses.split(/\s+/).filter((one) => one !== '');
    making.mutate(
      { name, redirectUris, confidential },
      { onSuccess: ({ secret }) => (secret === null ? onClose() : undefined) },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={making.isPending}
      title={t('apps.register')}
      description={t('apps.registerAbout')}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" form="create-app" disabled={making.isPending}>
            {t('apps.register')}
          </Button>
        </>
      }
    >
      <form
        id="create-app"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <FormField label={t('keys.name')} hint={t('apps.nameHint')}>
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
        <FormField label={t('apps.redirects')} hint={t('apps.redirectsHint')}>
          {(control) => (
            <TextArea
              {...control}
              required
              dir="ltr"
              rows={3}
              value={addresses}
              onChange={({ target }) => setAddresses(target.value)}
            />
          )}
        </FormField>
        <label className="flex cursor-pointer items-start gap-2.5 py-1 text-sm">
          <input
            type="checkbox"
            checked={confidential}
            onChange={() => setConfidential(!confidential)}
            className="mt-0.5 size-4 shrink-0 cursor-pointer accent-ink"
          />
          {t('apps.confidential')}
        </label>
        {making.isError ? <Problem>{reasonOf(making.error)}</Problem> : null}
      </form>
    </Dialog>
  );
}
