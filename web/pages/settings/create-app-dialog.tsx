import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { createApp } from '../../api/apps.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField, TextAreaField } from '../../parts/forms/form-field.tsx';
import { useTranslation } from '../../words.ts';
import { SecretDialog } from './secret-dialog.tsx';

/** Registers an app, and shows its secret once if it has one. */
export function CreateAppDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
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
    <FormDialog
      onClose={onClose}
      title={t('apps.register')}
      description={t('apps.registerAbout')}
      action={t('apps.register')}
      busy={making.isPending}
      size="normal"
      error={making.error}
      native
      onSubmit={make}
    >
      <InputField
        label={t('keys.name')}
        hint={t('apps.nameHint')}
        autoFocus
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextAreaField
        label={t('apps.redirects')}
        hint={t('apps.redirectsHint')}
        required
        dir="ltr"
        rows={3}
        value={addresses}
        onChange={({ target }) => setAddresses(target.value)}
      />
      <label className="flex cursor-pointer items-start gap-2.5 py-1 text-sm">
        <input
          type="checkbox"
          checked={confidential}
          onChange={() => setConfidential(!confidential)}
          className="mt-0.5 size-4 shrink-0 cursor-pointer accent-ink"
        />
        {t('apps.confidential')}
      </label>
    </FormDialog>
  );
}
