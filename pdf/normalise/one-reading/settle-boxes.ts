import { isArray, isName, PdfDict, PdfStream } from '../../objects/objects.ts';
import type { PdfArray, PdfObject } from '../../objects/objects.ts';
import type { OutputFile } from '../source/output-file.ts';

/** Large enough to contain everything that a form draws, in any unit in use. */
const EVERYWHERE = [-1e6, -1e6, 1e6, 1e6];

/**
 * Corrects boxes and matrices of forms, patterns and Type 3 fonts in place, so that they have the right number
 * of elements. A matrix with a wrong number of elements is removed, as in PDFium. Other programs draw nothing or
 * use the elements they find.
 */
export function settleBoxes(output: OutputFile, object: PdfObject): void {
  const dictionary = object instanceof PdfStream ? object.dict : object;
  if (!(dictionary instanceof PdfDict)) return;
  const subtype = output.deref(dictionary.get('Subtype') ?? null);
  if (isName(subtype, 'Form') && object instanceof PdfStream) {
    settleMatrix(output, dictionary, 'Matrix');
    dictionary.set('BBox', boxAt(output, dictionary, 'BBox') ?? [...EVERYWHERE]);
  } else if (dictionary.has('PatternType')) {
    settleMatrix(output, dictionary, 'Matrix');
    const box = boxAt(output, dictionary, 'BBox');
    if (box !== undefined) dictionary.set('BBox', box);
  } else if (isName(subtype, 'Type3')) {
    dictionary.set(
      'FontMatrix',
      numbersAt(output, dictionary, 'FontMatrix', 6, 6) ?? [0.001, 0, 0, 0.001, 0, 0],
    );
    dictionary.set('FontBBox', boxAt(output, dictionary, 'FontBBox') ?? [0, 0, 0, 0]);
  }
}

function settleMatrix(output: OutputFile, dictionary: PdfDict, key: string): void {
  if (!dictionary.has(key)) return;
  const matrix = numbersAt(output, dictionary, key, 6, 6);
  if (matrix === undefined) dictionary.delete(key);
  else dictionary.set(key, matrix);
}

/** Returns a rectangle with its lower left corner first, or undefined if it is invalid. */
export function boxAt(
  output: Pick<OutputFile, 'deref'>,
  dictionary: PdfDict,
  key: string,
): PdfArray | undefined {
  const numbers = numbersAt(output, dictionary, key, 4)?.map(Number);
  if (numbers === undefined) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/**
 * Returns the first `count` numbers of an array that has at least `count` and at most `most` elements. Returns
 * undefined for other arrays.
 */
export function numbersAt(
  output: Pick<OutputFile, 'deref'>,
  dictionary: PdfDict,
  key: string,
  count: number,
  most = Infinity,
): PdfArray | undefined {
  const items = output.deref(dictionary.get(key) ?? null);
  if (!isArray(items) || items.length < count || items.length > most) return undefined;
  const numbers = items.slice(0, count).map((item) => output.deref(item));
  return numbers.every((item) => typeof item === 'number') ? numbers : undefined;
}
