import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mustAct } from '#core/recipient/recipient.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormField } from '../parts/form-field.tsx';
import type { PdfFile } from '../parts/pdf/open-pdf.ts';
import { PageList } from '../parts/pdf/page-list.tsx';
import { Select } from '../parts/select.tsx';
import { useEditor } from './editor-state.ts';
import { FieldBox } from '../parts/field/field-box.tsx';
import { useZoom } from '../parts/pdf/use-zoom.ts';

type Props = { open: boolean; onClose: () => void; pdf: PdfFile | null };

/** The document as a recipient will see it: their own fields, nothing to move. */
export function PreviewDialog({ open, onClose, pdf }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('preview.title')}
      description={t('preview.about')}
      size="full"
    >
      <PreviewPages pdf={pdf} />
    </Dialog>
  );
}

const everybody = 'everybody';

/** The parts of the signer's page come when somebody looks through a signer's eyes. */
const SignerPreview = lazy(async () => ({ default: (await import('./signer-preview.tsx')).SignerPreview }));

function PreviewPages({ pdf }: { pdf: PdfFile | null }) {
  const { t } = useTranslation();
  const { pages, layout, recipients, activeRecipient } = useEditor();
  const signers = recipients.filter(mustAct);
  const [viewer, setViewer] = useState(activeRecipient?.id ?? everybody);
  const recipient = signers.find(({ id }) => id === viewer);
  const room = useRef<HTMLDivElement>(null);
  const { scale } = useZoom(room, pages, 0);
  const shown = layout.fields.filter(
    ({ recipientId }) =>
      viewer === everybody || recipientId === viewer || (recipientId === null && signers.length === 1),
  );
  return (
    <div className="flex flex-col gap-4">
      <FormField label={t('preview.as')} className="max-w-xs">
        {({ id }) => (
          <Select
            id={id}
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
        )}
      </FormField>
      <div ref={room} className="-mx-5 -mb-4 bg-(--desk) px-5 py-5">
        {recipient ? (
          <Suspense fallback={null}>
            <SignerPreview
              key={recipient.id}
              recipient={recipient}
              fields={shown}
              pdf={pdf}
              pages={pages}
              scale={scale}
            />
          </Suspense>
        ) : (
          <PageList
            pdf={pdf}
            pages={pages}
            scale={scale}
            withText
            pageName={(page, count) => t('editor.pageName', { page, count })}
            overlay={(page) =>
              shown
                .filter((field) => field.page === page)
                .map((field) => {
                  const index = recipients.findIndex(({ id }) => id === field.recipientId);
                  return (
                    <FieldBox
                      key={field.id}
                      field={field}
                      scale={scale}
                      owner={recipients[index]}
                      ownerIndex={index < 0 ? null : index}
                    />
                  );
                })
            }
          />
        )}
      </div>
    </div>
  );
}
