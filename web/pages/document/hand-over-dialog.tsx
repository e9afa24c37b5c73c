import { useMutation } from '@tanstack/react-query';
import type { RecipientView } from '#contract/documents/documents.ts';
import { openOnDevice } from '../../api/manage.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useTranslation } from '../../words.ts';
import { useActToast } from '../../documents/use-act-toast.ts';

type Props = { id: string; recipient: RecipientView; onClose: () => void };

/**
 * Shown before the device is handed over. The ceremony replaces this page in the browser's history, so that
 * the back button does not lead the signer into the sender's account.
 */
export function HandOverDialog({ id, recipient, onClose }: Props) {
  const { t } = useTranslation();
  const opening = useMutation(openOnDevice);
  const toast = useActToast('', onClose);
  const name = recipient.name || recipient.email;
  return (
    <FormDialog
      title={t('manage.handOver', { name })}
      description={t('manage.handOverAbout', { name })}
      action={t('manage.handOverStart', { name })}
      busy={opening.isPending || opening.isSuccess}
      onClose={onClose}
      onSubmit={() =>
        opening.mutate(
          { id, recipientId: recipient.id, way: 'hand-over' },
          { onSuccess: ({ url }) => window.location.replace(url), onError: toast.onError },
        )
      }
    >
      <ul className="list-disc ps-5 text-muted">
        <li>{t('manage.handOverStay')}</li>
        <li>{t('manage.handOverRecord')}</li>
      </ul>
    </FormDialog>
  );
}
