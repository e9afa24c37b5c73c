import type { Field } from '#core/field/field.ts';
import type { StoredDocument } from '../records/document.ts';
import type { PdfEngine } from '../ports/pdf-engine.ts';
import { addedBoxes, stampFields, type Pictures, type Printed } from './stamp-fields.ts';

/** Letters of which every combination has been printed and read back often: Latin, Greek, Cyrillic, and what stands between. */
const everyday = /^[\s!-~¡-ſͰ-Ͽ\u0400-\u045f\u2010-\u2027€]*$/;

/** Whether a text holds no letter that is rarely typed: of those it is tried out how they print. */
export function isEveryday(text: string): boolean {
  return everyday.test(text);
}

export type Printing = Printed & { document: Pick<StoredDocument, 'accountId' | 'pages' | 'title'> };

/**
 * Prints fields on the base file as they will be for the seal, and answers the first that another engine finds at fault;
 * undefined when it finds none. Drawings are to be of one person.
 */
export async function tryPrinting(
  pdf: PdfEngine,
  base: Uint8Array,
  printing: Printing,
  pictures: Pictures = new Map(),
): Promise<Field | undefined> {
  const found = await findFault(pdf, base, printing, pictures);
  if (found !== 'somewhere') return found;
  // Ink outside of every box does not say whose it is: half of the fields are tried again, and half of those.
  let suspects = printing.fields;
  while (suspects.length > 1) {
    const half = suspects.slice(0, Math.ceil(suspects.length / 2));
    const isThere = await findFault(pdf, base, { ...printing, fields: half }, pictures);
    suspects = isThere ? half : suspects.slice(half.length);
  }
  return suspects[0];
}

async function findFault(
  pdf: PdfEngine,
  base: Uint8Array,
  printing: Printing,
  pictures: Pictures,
): Promise<Field | 'somewhere' | undefined> {
  const { accountId, pages, title } = printing.document;
  const boxes = addedBoxes(printing);
  const composition = {
    ...{ base, stamps: stampFields(printing, pictures), info: { title } },
    ...{ appendix: [], attachments: [] },
  };
  const additions = { pages, boxes: boxes.map(({ box }) => box), oneHand: true };
  const added = await pdf.add({ composition, additions }, accountId);
  if (!('wrong' in added)) return undefined;
  return boxes[added.wrong.box ?? -1]?.field ?? 'somewhere';
}
