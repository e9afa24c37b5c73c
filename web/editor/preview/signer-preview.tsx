import '../../ceremony/fields.css';
import { useState } from 'react';
import type { DocumentDetail, RecipientView, PageSize } from '#contract/documents/documents.ts';
import { signingDay } from '#core/field/values/date-text.ts';
import { signatureLines } from '#core/field/signature-line.ts';
import type { Field } from '#core/field/field.ts';
import { isOfSender } from '#core/field/kinds.ts';
import { lookOfNote } from '#core/formats/look.ts';
import { finishWith, noEntries } from '../../ceremony/entries/entries.ts';
import { FieldBox } from '../../ceremony/entries/field-box.tsx';
import { inReadingOrder, isFilled, nextStep } from '../../ceremony/entries/next-step.ts';
import {
  applyRules,
  currentValues,
  isTick,
  signingDayIn,
  tick,
  type Values,
} from '../../ceremony/entries/shown-fields.ts';
import { OtherBoxes, type OtherField } from '../../ceremony/pages/other-box.tsx';
import { speak } from '../../ceremony/words.ts';
import type { PdfFile } from '../../kit/pdf/open-pdf.ts';
import { PageList } from '../../kit/pdf/page-list.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { shownLanguage, useTranslation } from '../../words.ts';

type Props = {
  recipient: RecipientView;
  fields: readonly Field[];
  pdf: PdfFile | null;
  pages: readonly PageSize[];
  scale: number;
  /** The document's date format. */
  formats: DocumentDetail['formats'];
};

/** Loads the texts of the signer's page in the application's language, before its components render. */
export function speakAsSigner(): Promise<void> {
  return speak(shownLanguage());
}

/**
 * This recipient's view of their fields, rendered with the components of the signer's page. Checkboxes can be
 * ticked to try conditions. Entries are discarded when the dialog closes.
 */
export function SignerPreview({ recipient, fields, pdf, pages, scale, formats }: Props) {
  const { t } = useTranslation();
  const [entered, setEntered] = useState<Values>({});
  const marks = fields.filter(({ type }) => isOfSender(type)).map((field) => markOf(field, formats));
  const own = fields.filter(({ type }) => !isOfSender(type));
  const views = own.map((field) => ({ ...field, properties: field.properties ?? {} }));
  const values = currentValues(views, entered, recipient);
  const [now] = useState(() => Date.now());
  const today = signingDay(now, formats);
  const before = { ...noEntries, values: { ...values, ...signingDayIn(views, today) } };
  const { fields: shown, done } = applyRules(
    { fields: views, earlier: [], recipient },
    finishWith(before, false),
  );
  const lines = signatureLines(recipient, today, { id: '--------', formats });
  const entries = { ...before, values: done.values, formats, signatureLines: lines };
  const next = nextStep(shown, done);
  return (
    <PageList
      pdf={pdf}
      pages={pages}
      scale={scale}
      withText
      failed={(again) => <ErrorState reason={t('document.pageFailed')} onRetry={again} />}
      pageName={(page, count) => t('editor.pageName', { page, count })}
      overlay={(page) => (
        <>
          <OtherBoxes others={marks} page={page} size={pages[page - 1]!} />
          {inReadingOrder(shown.filter((field) => field.page === page)).map((field) => (
            <FieldBox
              key={field.id}
              field={field}
              entries={entries}
              filled={isTick(field) ? entries.values[field.id] === true : isFilled(field, done)}
              isNext={next.kind === 'field' && next.field.id === field.id}
              scale={scale}
              onUse={(used) => {
                if (isTick(used)) setEntered(tick(used, shown, entries.values));
              }}
            />
          ))}
        </>
      )}
    />
  );
}

/** A note or a strike, as the signer's page receives it. */
function markOf(field: Field, formats: DocumentDetail['formats']): OtherField {
  const { id, type, page, x, y, width, height, properties } = field;
  const value = type === 'note' ? (properties?.value ?? '') : '';
  const mark = {
    name: '',
    role: null,
    state: 'given',
    cells: null,
    typeface: null,
    pictureUrl: null,
  } as const;
  const look = lookOfNote(field, formats);
  return { id, type, page, x, y, width, height, value, look, lines: [], ...mark };
}
