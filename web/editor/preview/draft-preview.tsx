import type { PdfFile } from '../../kit/pdf/open-pdf.ts';
import { useAccountFormats } from '../../parts/account-formats.ts';
import { useTranslation } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';
import { PreviewDialog } from './preview-dialog.tsx';

type Props = { open: boolean; onClose: () => void; pdf: PdfFile | null };

/** A recipient's view of the current draft on this page, including unsaved changes. */
export function DraftPreview(props: Props) {
  const { t } = useTranslation();
  const ofAccount = useAccountFormats();
  const { document, pages, layout, recipients, activeRecipient } = useEditor();
  return (
    <PreviewDialog
      {...props}
      about={t('preview.about')}
      pages={pages}
      fields={layout.fields}
      recipients={recipients}
      formats={document.formats ?? ofAccount}
      viewerId={activeRecipient?.id ?? null}
    />
  );
}
