import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKeyView } from '#contract/accounts/api-keys.ts';
import { rotateApiKey } from '../../api/api-keys.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useWords } from '../../words.ts';
import { SecretDialog } from './secret-dialog.tsx';

const overlaps = ['0', '1', '24', '168', '720'] as const;

/** Creates a new secret for a key, and sets how long the previous one remains valid. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) {
  const { t } = useWords();
  const rotating = useMutation(rotateApiKey);
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  if (rotating.data) {
    const { key, secret } = rotating.data;
    return <SecretDialog name={key.name} secret={secret} onClose={onClose} />;
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('keys.rotateOf', { name: apiKey.name })}
      description={t('keys.rotateAbout')}
      action={t('keys.rotate')}
      busy={rotating.isPending}
      error={rotating.error}
      onSubmit={() => rotating.mutate({ id: apiKey.id, overlapHours: Number(overlap) })}
    >
      <SelectField
        label={t('keys.overlap')}
        value={overlap}
        onChange={setOverlap}
        options={overlaps.map((value) => ({ value, text: t(`keys.overlaps.${value}`) }))}
      />
    </FormDialog>
  );
}
