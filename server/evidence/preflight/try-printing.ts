import type { Field } from '#core/field/field.ts';
import type { StoredDocument } from '../../records/document.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { UploadedPictures } from '../record/uploaded-pictures.ts';
import { addedBoxes, stampFields, type Pictures, type Printed } from '../certificate/stamp-fields.ts';

/**
 * Common letters, whose combinations have been printed and read back often: Latin, Greek, Cyrillic and usual
 * punctuation.
 */
const everyday = /^[\s!-~¡-ſͰ-Ͽ\u0400-\u045f\u2010-\u2027€]*$/;

/** Returns true if the text contains only common letters. Other texts get a test print. */
export function isCommonText(text: string): boolean {
  return everyday.test(text);
}

export type Printing = Printed & { document: Pick<StoredDocument, 'accountId' | 'pages' | 'title'> };

/**
 * Prints the fields on the base file as for the seal. Returns the first field with an error found by the
 * second engine, or undefined. All drawings must be by one person.
 */
export async function checkPrintableTexts(
  pdf: PdfEngine,
  base: Uint8Array,
  printing: Printing,
  pictures: Pictures = new Map(),
  uploads: UploadedPictures = new Map(),
): Promise<Field | undefined> {
  const found = await findFault(pdf, base, printing, { pictures, uploads });
  if (found !== 'somewhere') return found;
  // Ink outside all boxes could come from any field, so a binary search finds it.
  let suspects = printing.fields;
  while (suspects.length > 1) {
    const half = suspects.slice(0, Math.ceil(suspects.length / 2));
    const isThere = await findFault(pdf, base, { ...printing, fields: half }, { pictures, uploads });
    suspects = isThere ? half : suspects.slice(half.length);
  }
  return suspects[0];
}

async function findFault(
  pdf: PdfEngine,
  base: Uint8Array,
  printing: Printing,
  { pictures, uploads }: { pictures: Pictures; uploads: UploadedPictures },
): Promise<Field | 'somewhere' | undefined> {
  const { accountId, pages, title } = printing.document;
  const boxes = addedBoxes(printing);
  const composition = {
    base,
    stamps: stampFields(printing, pictures, uploads),
    info: { title },
    appendix: [],
    attachments: [],
  };
  const additions = { pages, boxes: boxes.map(({ box }) => box), oneHand: true };
  const added = await pdf.add({ composition, additions }, accountId);
  if (!('wrong' in added)) return undefined;
  return boxes[added.wrong.box ?? -1]?.field ?? 'somewhere';
}
