import { useMutation, useQuery } from '@tanstack/react-query';
import { Eraser } from 'lucide-react';
import { useState } from 'react';
import type { DocumentDetail, RecipientView } from '#contract/documents/documents.ts';
import { currentUserQuery } from '../../api/account.ts';
import { erasePerson } from '../../api/manage.ts';
import { useActToast } from '../../documents/use-act-toast.ts';
import { ActionsMenu, MenuItem } from '../../parts/dialogs/menu.tsx';
import { useTranslation } from '../../words.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/**
 * Erases a person. Shown to managers of the account once the document has ended. The server decides when
 * erasure is possible.
 */
export function ErasePerson({ document, recipient }: { document: DocumentDetail; recipient: RecipientView }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const may = useQuery(currentUserQuery).data?.can.includes('document.retain') === true;
  const erasing = useMutation(erasePerson);
  const { onSuccess } = useActToast(t('manage.erased'), () => setOpen(false));
  const over = document.status !== 'sent' && document.status !== 'draft';
  if (!may || !over || recipient.erasedAt) return null;
  const name = recipient.name || recipient.email;
  return (
    <>
      <ActionsMenu className="-my-1.5 -me-2" name={t('manage.actionsFor', { name })}>
        <MenuItem icon={Eraser} danger onSelect={() => setOpen(true)}>
          {t('manage.erase')}
        </MenuItem>
      </ActionsMenu>
      {open ? (
        <ReasonDialog
          form={`erase ${recipient.id}`}
          title={t('manage.eraseTitle', { name })}
          action={t('manage.erase')}
          label={t('manage.eraseReason')}
          hint={t('manage.eraseReasonHint')}
          danger
          acting={erasing}
          onReason={(reason) =>
            erasing.mutate({ id: document.id, recipientId: recipient.id, reason }, { onSuccess })
          }
          onClose={() => setOpen(false)}
        >
          <p className="text-muted">{t('manage.eraseGoes')}</p>
          <p className="text-muted">{t('manage.eraseStays')}</p>
        </ReasonDialog>
      ) : null}
    </>
  );
}
