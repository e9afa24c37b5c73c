import type { Field } from '#core/field/field.ts';
import type { PrintFormats } from '#core/formats/formats.ts';
import { lookOf } from '#core/formats/look.ts';
import { printedForm, printedForms, prefillValues } from '#core/field/printed-texts.ts';
import type { Person } from '#core/field/visible-fields.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { StoredDocument } from '../../records/document.ts';
import { isCommonText, checkPrintableTexts } from './try-printing.ts';

/** A value that its signer cannot change. */
export type FixedValue = { field: Field; value: string };

/**
 * Returns the fixed values that contain rarely used letters. The check of the layout only covers common
 * letters.
 */
export function findFixedValues(
  fields: readonly Field[],
  recipients: readonly (Person & { id: string })[],
  format: PrintFormats,
): FixedValue[] {
  return fields.flatMap((field) => {
    if (!field.properties?.readOnly && field.type !== 'note') return [];
    const owner = recipients.find(({ id }) => id === field.recipientId);
    const ahead = prefillValues(field, owner).find(({ from }) => from !== 'choice');
    return ahead && !isCommonText(printedForm(field, ahead.value, format))
      ? [{ field, value: ahead.value }]
      : [];
  });
}

/** Returns everything except the file that affects the result of `findUnprintable`. */
export function boxOfValue({ field, value }: FixedValue, formats: PrintFormats): unknown {
  const { type, page, x, y, width, height, properties } = field;
  return [value, type, page, x, y, width, height, properties?.comb, lookOf(field, formats)];
}

/**
 * Returns the index of the first value that cannot be printed. Recipients cannot change these values, so an
 * unprintable one would block signing.
 */
export async function findUnprintable(
  { files, pdf }: { files: FileStore; pdf: PdfEngine },
  document: Pick<StoredDocument, 'accountId' | 'id' | 'baseSha256' | 'pages' | 'title' | 'formats'>,
  fixed: readonly FixedValue[],
): Promise<number | undefined> {
  const signed = { typeface: null, imageSha256: null, initialsSha256: null, text: null, initialsText: null };
  const fields = fixed.map(({ field }) => field);
  const values = new Map(fixed.map(({ field, value }) => [field.id, value]));
  const printing = {
    document,
    fields,
    values,
    printed: printedForms(fields, values, document.formats),
    signatures: fixed.map(({ field }) => ({
      recipient: { id: field.recipientId ?? '', name: '', email: '' },
      ...signed,
      signedAt: new Date(0),
    })),
  };
  const found = await checkPrintableTexts(pdf, await files.read(document.baseSha256), printing);
  return found && printing.fields.indexOf(found);
}
