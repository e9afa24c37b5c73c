import { useRef, useState } from 'react';
import type { DocumentDetail, PageSize, RecipientView } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import { isOfSender } from '#core/field/kinds.ts';
import { isForOnlySigner } from '#core/field/owner-gone.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { PdfFile } from '../../kit/pdf/open-pdf.ts';
import { PageList } from '../../kit/pdf/page-list.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { PlacedFields } from '../../parts/field/placed-fields.tsx';
import { useZoom } from '../../parts/use-zoom.ts';
import { useTranslation } from '../../words.ts';

type Previewed = {
  pages: readonly PageSize[];
  fields: readonly Field[];
  recipients: readonly RecipientView[];
  /** The recipient whose view is shown first; null for all recipients. */
  viewerId: string | null;
  /** The document's date format. */
  formats: DocumentDetail['formats'];
  pdf: PdfFile | null;
};
type Props = Previewed & {
  open: boolean;
  onClose: () => void;
  /** Describes the view: what recipients will see, see now or saw. */
  about: string;
};

/** Shows the document as a recipient sees it, with their own fields read-only. */
export function PreviewDialog({ open, onClose, about, ...previewed }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} title={t('preview.title')} description={about} size="full">
      <PreviewPages {...previewed} />
    </Dialog>
  );
}

const everybody = 'everybody';

/** The components and texts of the signer's page are loaded when a recipient's view is opened. */
const SignerPreview = lazyPart(async () => {
  const { SignerPreview, speakAsSigner } = await import('./signer-preview.tsx');
  await speakAsSigner();
  return SignerPreview;
});

function PreviewPages({ pages, fields, recipients, viewerId, pdf, formats }: Previewed) {
  const { t } = useTranslation();
  const signers = recipients.filter(mustAct);
  const [viewer, setViewer] = useState(viewerId ?? everybody);
  const recipient = signers.find(({ id }) => id === viewer);
  const room = useRef<HTMLDivElement>(null);
  const { scale } = useZoom(room, pages, 0);
  const shown = fields.filter(
    (field) =>
      viewer === everybody ||
      field.recipientId === viewer ||
      isOfSender(field.type) ||
      (signers.length === 1 && isForOnlySigner(field)),
  );
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label={t('preview.as')}
        className="max-w-xs"
        value={viewer}
        onChange={setViewer}
        options={[
          { value: everybody, text: t('preview.everybody') },
          ...signers.map((recipient) => ({
            value: recipient.id,
            text: recipient.name || recipient.email,
          })),
        ]}
      />
      <div ref={room} className="-mx-5 -mb-4 bg-(--desk) px-5 py-5">
        {recipient ? (
          <SignerPreview
            key={recipient.id}
            recipient={recipient}
            fields={shown}
            pdf={pdf}
            pages={pages}
            scale={scale}
            formats={formats}
          />
        ) : (
          <PageList
            pdf={pdf}
            pages={pages}
            scale={scale}
            withText
            failed={(again) => <ErrorState reason={t('document.pageFailed')} onRetry={again} />}
            pageName={(page, count) => t('editor.pageName', { page, count })}
            overlay={(page) => <PlacedFields fields={shown} {...{ recipients, page, scale }} />}
          />
        )}
      </div>
    </div>
  );
}
