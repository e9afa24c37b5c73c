import { useMutation } from '@tanstack/react-query';
import { BellRing, CalendarPlus, Copy, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { remind } from '../../api/manage.ts';
import { downloadSealed } from '../../documents/download-sealed.ts';
import { useDialogInAddress } from '../../documents/dialogs/use-dialog-in-address.ts';
import { useDuplicate } from '../../documents/use-duplicate.ts';
import { Button } from '../../parts/button.tsx';
import { useTranslation } from '../../words.ts';
import { useActToast } from '../../documents/use-act-toast.ts';

/** The actions below a status sentence */

export function RemindNow({ id }: { id: string }) {
  const { t } = useTranslation();
  const reminding = useMutation(remind);
  const toast = useActToast(t('manage.reminded'));
  return (
    <Act disabled={reminding.isPending} onClick={() => reminding.mutate({ id }, toast)}>
      <BellRing aria-hidden="true" />
      {t('manage.remindNow')}
    </Act>
  );
}

export function Extend() {
  const { t } = useTranslation();
  const { show } = useDialogInAddress('extend');
  return (
    <Act onClick={show}>
      <CalendarPlus aria-hidden="true" />
      {t('manage.extend')}
    </Act>
  );
}

/** Creates a copy of the document as a draft that can be corrected before sending. */
export function DuplicateAndCorrect({ id }: { id: string }) {
  const { t } = useTranslation();
  const duplicate = useDuplicate(id);
  return (
    <Act onClick={() => void duplicate()}>
      <Copy aria-hidden="true" />
      {t('standing.duplicate')}
    </Act>
  );
}

export function DownloadSealed({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <Act onClick={() => downloadSealed(id)}>
      <Download aria-hidden="true" />
      {t('standing.download')}
    </Act>
  );
}

type ActProps = { onClick: () => void; disabled?: boolean; children: ReactNode };

function Act({ onClick, disabled = false, children }: ActProps) {
  return (
    <Button size="small" className="mt-2 flex" disabled={disabled} onClick={onClick}>
      {children}
    </Button>
  );
}
