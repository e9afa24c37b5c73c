import { useMutation, useQuery } from '@tanstack/react-query';
import {
  Ban,
  BellRing,
  Braces,
  CalendarPlus,
  ChevronDown,
  Download,
  Eye,
  FileCheck2,
  FileText,
  Lock,
  LockOpen,
  UserRoundPen,
} from 'lucide-react';
import { useState } from 'react';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { wasSignedBefore } from '#core/document/file-note.ts';
import { currentUserQuery } from '../../api/account.ts';
import { bundleUrl, evidenceUrl, liftHold, recordUrl, remind } from '../../api/manage.ts';
import { downloadFile } from '../../documents/download-file.ts';
import { downloadSealed } from '../../documents/download-sealed.ts';
import { HandOverDocumentsDialog } from '../../documents/dialogs/hand-over-documents-dialog.tsx';
import { useHandOver } from '../../documents/use-hand-over.ts';
import { useDialogInAddress } from '../../documents/dialogs/use-dialog-in-address.ts';
import { canBeVoided } from '../../documents/may-be.ts';
import { VoidDialog } from '../../documents/dialogs/void-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { ActionsMenu, Menu, MenuItem, MenuLine } from '../../parts/dialogs/menu.tsx';
import { useMatches } from '../../parts/use-matches.ts';
import { useTranslation } from '../../words.ts';
import { HoldDialog } from './legal-hold.tsx';
import { ExtendDialog } from '../../documents/dialogs/extend-dialog.tsx';
import { SignMyself } from './recipient-actions.tsx';
import { useActToast } from '../../documents/use-act-toast.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { PreviewDialog } from '../../editor/preview/preview-dialog.tsx';
import { usePdf } from '../../kit/pdf/use-pdf.ts';

/** All actions on the document, depending on its state. */
export function DocumentActions({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  const voiding = useDialogInAddress('void');
  const extending = useDialogInAddress('extend');
  const previewing = useDialogInAddress('preview');
  const giving = useDialogInAddress('give');
  const mayGive = useHandOver([document]).mine.length > 0;
  const holding = useDialogInAddress('hold');
  const mayHold = useQuery(currentUserQuery).data?.can.includes('document.retain') === true;
  const lifting = useMutation(liftHold);
  const lifted = useActToast(t('manage.holdLifted'));
  const reminding = useMutation(remind);
  const reminded = useActToast(t('manage.reminded'));
  const out = document.status === 'sent' && !document.sealing;
  const [now] = useState(() => Date.now());
  // Includes a fully signed document if its seal has failed for a long time.
  const voidable = canBeVoided(document, now);
  const expired = document.status === 'expired';
  const narrow = useMatches('(max-width: 40rem)');
  const waits = document.recipients.some(({ awaited }) => awaited);
  return (
    <>
      {narrow ? null : (
        <Button onClick={previewing.show}>
          <Eye aria-hidden="true" />
          {t('editor.preview')}
        </Button>
      )}
      {out ? <SignMyself document={document} /> : null}
      {voidable ? (
        <Button className="max-md:hidden" onClick={voiding.show}>
          <Ban aria-hidden="true" />
          {t('void.open')}
        </Button>
      ) : null}
      <DownloadMenu document={document} />
      <ActionsMenu name={t('manage.more')}>
        {narrow ? (
          <MenuItem icon={Eye} onSelect={previewing.show}>
            {t('editor.preview')}
          </MenuItem>
        ) : null}
        {out && waits ? (
          <MenuItem icon={BellRing} onSelect={() => reminding.mutate({ id: document.id }, reminded)}>
            {t('manage.remindNow')}
          </MenuItem>
        ) : null}
        {out ? (
          <MenuItem icon={CalendarPlus} onSelect={extending.show}>
            {t('manage.extend')}
          </MenuItem>
        ) : null}
        {mayGive ? (
          <MenuItem icon={UserRoundPen} onSelect={giving.show}>
            {t('handOver.open')}
          </MenuItem>
        ) : null}
        {mayHold && document.heldAt === null ? (
          <MenuItem icon={Lock} onSelect={holding.show}>
            {t('manage.hold')}
          </MenuItem>
        ) : null}
        {mayHold && document.heldAt !== null ? (
          <MenuItem icon={LockOpen} onSelect={() => lifting.mutate(document.id, lifted)}>
            {t('manage.liftHold')}
          </MenuItem>
        ) : null}
        {voidable ? (
          <>
            <MenuLine />
            <MenuItem icon={Ban} danger onSelect={voiding.show}>
              {t('void.open')}
            </MenuItem>
          </>
        ) : null}
      </ActionsMenu>
      {giving.open && mayGive ? (
        <HandOverDocumentsDialog documents={[document]} onClose={giving.hide} />
      ) : null}
      {holding.open && mayHold ? <HoldDialog document={document} onClose={holding.hide} /> : null}
      {previewing.open ? <SentPreview document={document} onClose={previewing.hide} /> : null}
      <VoidDialog open={voiding.open} onClose={voiding.hide} document={document} />
      {extending.open && (out || expired) ? (
        <ExtendDialog document={document} onClose={extending.hide} />
      ) : null}
    </>
  );
}

/** All files of the document in one menu, with the signed document first if it exists. */
function DownloadMenu({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  const { id, status } = document;
  const hasRecord =
    ['expired', 'declined', 'voided'].includes(status) ||
    (status === 'completed' && wasSignedBefore(document));
  const trigger = (
    <Button look={status === 'completed' ? 'primary' : 'plain'}>
      <Download aria-hidden="true" />
      <span className="max-sm:sr-only">{t('documents.download')}</span>
      <ChevronDown aria-hidden="true" className="max-sm:hidden" />
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      {status === 'completed' ? (
        <MenuItem icon={FileText} onSelect={() => downloadSealed(id)}>
          {t('download.sealed')}
        </MenuItem>
      ) : null}
      {hasRecord ? (
        <MenuItem icon={FileText} onSelect={() => downloadFile(recordUrl(id))}>
          {t('download.record')}
        </MenuItem>
      ) : null}
      <MenuItem icon={FileCheck2} onSelect={() => downloadFile(bundleUrl(id))}>
        {t('download.bundle')}
      </MenuItem>
      <MenuItem icon={Braces} onSelect={() => downloadFile(evidenceUrl(id))}>
        {t('download.evidence')}
      </MenuItem>
    </Menu>
  );
}

/**
 * Shows the document as a recipient sees or saw it behind their link, which is the frozen pages with their
 * fields still empty. The file is loaded when the dialog opens.
 */
function SentPreview({ document, onClose }: { document: DocumentDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const { pdf } = usePdf(document.fileUrl);
  const waiting = document.recipients.find((recipient) => mustAct(recipient) && recipient.awaited);
  const first = waiting ?? document.recipients.find(mustAct);
  return (
    <PreviewDialog
      open
      onClose={onClose}
      about={t(document.status === 'sent' ? 'preview.aboutSent' : 'preview.aboutEnded')}
      pages={document.pages}
      fields={document.signatureFields}
      recipients={document.recipients}
      formats={document.formats}
      viewerId={first?.id ?? null}
      pdf={pdf}
    />
  );
}
