import type { DocumentDetail } from '#contract/documents/documents.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { PreviewDialog } from '../../editor/preview/preview-dialog.tsx';
import { usePdf } from '../../kit/pdf/use-pdf.ts';
import { useWords } from '../../words.ts';

/**
 * The view of a recipient behind their link, as they see or saw it: the frozen pages with their fields still
 * empty. The file is loaded when the dialog opens.
 */
export function SentPreview({ document, onClose }: { document: DocumentDetail; onClose: () => void }) {
  const { t } = useWords();
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
