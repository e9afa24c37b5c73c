import { isArray, isName, PdfDict, PdfStream } from '../objects/objects.ts';
import type { PdfArray, PdfObject } from '../objects/objects.ts';
import type { OutputFile } from './output-file.ts';

/** Around all that a form draws, in any unit that people draw in. */
const EVERYWHERE = [-1e6, -1e6, 1e6, 1e6];

/**
 * Gives forms, patterns and Type 3 fonts boxes and matrices of the right count of numbers, written in place. A matrix of
 * another count is none, as for PDFium; other programs draw nothing then, or take what there is.
 */
export function settleBoxes(output: OutputFile, object: PdfObject): void {
  const dictionary = object instanceof PdfStream ? object.dict : object;
  if (!(dictionary instanceof PdfDict)) return;
  const subtype = output.deref(dictionary.get('Subtype') ?? null);
  if (isName(subtype, 'Form') && object instanceof PdfStream) {
    settleMatrix(output, dictionary, 'Matrix');
    dictionary.set('BBox', numbersAt(output, dictionary, 'BBox', 4) ?? [...EVERYWHERE]);
  } else if (dictionary.has('PatternType')) {
    settleMatrix(output, dictionary, 'Matrix');
    const box = numbersAt(output, dictionary, 'BBox', 4);
    if (box !== undefined) dictionary.set('BBox', box);
  } else if (isName(subtype, 'Type3')) {
    dictionary.set('FontMatrix', numbersAt(output, dictionary, 'FontMatrix', 6, 6) ?? [1, 0, 0, 1, 0, 0]);
    dictionary.set('FontBBox', numbersAt(output, dictionary, 'FontBBox', 4) ?? [0, 0, 0, 0]);
  }
}

function settleMatrix(output: OutputFile, dictionary: PdfDict, key: string): void {
  if (!dictionary.has(key)) return;
  const matrix = numbersAt(output, dictionary, key, 6, 6);
  if (matrix === undefined) dictionary.delete(key);
  else dictionary.set(key, matrix);
}

/** The first `count` numbers of an array of that count, or of up to `most`; undefined when it has others. */
export function numbersAt(
  output: OutputFile,
  dictionary: PdfDict,
  key: string,
  count: number,
  most = Infinity,
): PdfArray | undefined {
  const found = output.deref(dictionary.get(key) ?? null);
  if (!isArray(found) || found.length < count || found.length > most) return undefined;
  const numbers = found.slice(0, count).map((item) => output.deref(item));
  return numbers.every((item) => typeof item === 'number') ? numbers : undefined;
}
