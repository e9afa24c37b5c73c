import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { currentUserQuery } from '../api/account.ts';
import { transferDocuments, membersQuery } from '../api/team.ts';
import { showToast } from '../kit/toast-store.ts';
import { FormDialog } from '../parts/dialogs/form-dialog.tsx';
import { SelectField } from '../parts/forms/select-field.tsx';
import { useTranslation } from '../words.ts';

type Owned = Pick<DocumentSummary, 'id' | 'title' | 'ownerId'>;

/**
 * Returns the documents that the member may transfer, and the members who can take them over: those who
 * prepare and send documents. Team managers can transfer documents of all members, others only their own.
 */
export function useHandOver(documents: readonly Owned[]) {
  const members = useQuery(membersQuery).data ?? [];
  const user = useQuery(currentUserQuery).data;
  const can = user?.can ?? [];
  const mine = can.includes('team.manage')
    ? documents
    : documents.filter(({ ownerId }) => ownerId === user?.id);
  const only = mine.length === 1 ? mine[0]?.ownerId : undefined;
  const heirs = members.filter(({ id, role }) => role !== 'viewer' && id !== only);
  return { mine: can.includes('document.manage') && heirs.length > 0 ? mine : [], heirs };
}

type Props = { documents: readonly Owned[]; onClose: () => void; onDone?: () => void };

/** Transfers documents to another member. The record of each still names its sender. */
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
