import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKeyView } from '#contract/api-keys.ts';
import { rotateApiKey } from '../../api/api-keys.ts';
import { reasonOf } from '../../api/request.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormField } from '../../parts/form-field.tsx';
import { Select } from '../../parts/select.tsx';
import { useWords } from '../../words.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { Problem } from './settings-section.tsx';

const overlaps = ['0', '1', '24', '168', '720'] as const;

/** A new secret for a key, and how long the one before goes on. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) {
  const { t } = useWords();
  const rotating = useMutation(rotateApiKey);
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  if (rotating.data) return <SecretDialog made={rotating.data} onClose={onClose} />;
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      locked={rotating.isPending}
      title={t('keys.rotateOf', { name: apiKey.name })}
      description={t('keys.rotateAbout')}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button
            look="primary"
            disabled={rotating.isPending}
            onClick={() => rotating.mutate({ id: apiKey.id, overlapHours: Number(overlap) })}
          >
            {t('keys.rotate')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormField label={t('keys.overlap')}>
          {({ id }) => (
            <Select
              id={id}
              value={overlap}
              onChange={setOverlap}
              options={overlaps.map((value) => ({ value, text: t(`keys.overlaps.${value}`) }))}
            />
          )}
        </FormField>
        {rotating.isError ? <Problem>{reasonOf(rotating.error)}</Problem> : null}
      </div>
    </Dialog>
  );
}
