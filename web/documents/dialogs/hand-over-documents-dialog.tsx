import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { transferDocuments } from '../../api/team.ts';
import { showToast } from '../../kit/toast-store.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useTranslation } from '../../words.ts';
import { useHandOver, type Owned } from '../use-hand-over.ts';

type Props = { documents: readonly Owned[]; onClose: () => void; onDone?: () => void };

/** Transfers documents to another member. The record of each document still shows the original sender. */
export function HandOverDocumentsDialog({ documents, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const { mine, heirs } = useHandOver(documents);
  const [chosen, setChosen] = useState<string | null>(null);
  const giving = useMutation(transferDocuments);
  const [first] = heirs;
  const heir = heirs.find(({ id }) => id === chosen) ?? first;
  const [only] = mine;
  const staying = documents.length - mine.length;
  const give = () =>
    giving.mutate(
      { ids: mine.map(({ id }) => id), memberId: heir!.id },
      {
        onSuccess: ({ handedOver }) => {
          showToast({
            title: t('handOver.done', { count: handedOver }),
            description: t('handOver.doneTo', { name: heir!.name }),
          });
          onClose();
          onDone?.();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title={
        mine.length === 1 && only
          ? t('handOver.title', { title: only.title })
          : t('handOver.titleMany', { count: mine.length })
      }
      description={t('handOver.about')}
      action={t('handOver.action')}
      busy={giving.isPending}
      ready={heir !== undefined && mine.length > 0}
      error={giving.error}
      onSubmit={give}
    >
      <SelectField
        label={t('handOver.to')}
        value={heir?.id ?? ''}
        options={heirs.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={setChosen}
      />
      {staying > 0 ? <p className="-mt-1 text-muted">{t('handOver.staying', { count: staying })}</p> : null}
    </FormDialog>
  );
}
