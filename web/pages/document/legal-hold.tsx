import { useMutation } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { holdDocument } from '../../api/manage.ts';
import { exactTime } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Shown above the document, because it explains why the document cannot be deleted. */
export function HoldNotice({ heldAt }: Pick<DocumentDetail, 'heldAt'>) {
  const { t } = useTranslation();
  if (heldAt === null) return null;
  return (
    <p role="status" className="flex gap-2.5 border-b border-line bg-warn-soft px-5 py-2.5 text-warn">
      <Lock aria-hidden="true" className="mt-px size-[18px] shrink-0" />
      <span>{t('document.heldSince', { date: exactTime(heldAt) })}</span>
    </p>
  );
}

export function HoldDialog({ document, onClose }: { document: DocumentDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const holding = useMutation(holdDocument);
  return (
    <ReasonDialog
      form={`hold ${document.id}`}
      title={t('manage.hold')}
      action={t('manage.hold')}
      label={t('manage.holdReason')}
      acting={holding}
      onReason={(reason) => holding.mutate({ id: document.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-muted">{t('manage.holdAbout')}</p>
    </ReasonDialog>
  );
}
