import { dict, isName, name, PdfName, PdfStream, type PdfDict } from '../../objects/objects.ts';
import { numberText } from '../../objects/serialise.ts';
import { readBox } from '../source/page-geometry.ts';
import type { SourceFile } from '../source/source-file.ts';

/** Width and height of a Courier capital as fractions of the font size. Courier is monospaced. */
const letter = { width: 0.6, height: 0.58 };
/** Distance between the edge, the frame and the words as a fraction of the stamp's height. */
const inset = 0.04;

/**
 * Returns an appearance for a rubber stamp (§12.5.6.12) without one: its words in a frame, as viewers draw it.
 * Returns undefined for other annotations and for words that are not in Latin letters.
 */
export function stampAppearance(file: SourceFile, annotation: PdfDict): PdfStream | undefined {
  if (!isName(file.resolve(annotation.get('Subtype')), 'Stamp')) return undefined;
  const rect = readBox(annotation.get('Rect'), file.resolve);
  const words = stampWords(file, annotation);
  if (rect === undefined || words === undefined) return undefined;
  const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]];
  const line = Math.min(width, height) * inset;
  const size = Math.min(
    (width - 6 * line) / (words.length * letter.width),
    (height - 6 * line) / letter.height,
  );
  const x = (width - size * letter.width * words.length) / 2;
  const y = (height - size * letter.height) / 2;
  const color = stampColor(file, annotation);
  const frame = [line, line, width - 2 * line, height - 2 * line].map(numberText).join(' ');
  const content = `q ${color} RG ${color} rg ${numberText(line)} w ${frame} re S\nBT /F ${numberText(size)} Tf ${numberText(x)} ${numberText(y)} Td (${words}) Tj ET Q`;
  const font = dict({
    Type: name('Font'),
    Subtype: name('Type1'),
    BaseFont: name('Courier-Bold'),
    Encoding: name('WinAnsiEncoding'),
  });
  return new PdfStream(
    dict({
      Type: name('XObject'),
      Subtype: name('Form'),
      BBox: [0, 0, width, height],
      Resources: dict({ Font: dict({ F: font }) }),
    }),
    Buffer.from(content, 'latin1'),
  );
}

/**
 * Returns the words for a stamp's name: 'NotForPublicRelease' shows NOT FOR PUBLIC RELEASE. A stamp without a
 * name shows DRAFT (table 184).
 */
export function stampWords(file: SourceFile, annotation: PdfDict): string | undefined {
  const given = file.resolve(annotation.get('Name'));
  const plain = given instanceof PdfName ? given.value : 'Draft';
  const words = plain
    // Names of Acrobat's stamps begin with a prefix for their set.
    .replace(/^(?:SB|SH|D)(?=[A-Z][a-z])/, '')
    .replace(/(?<=[a-z])(?=[A-Z0-9])/g, ' ')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
    .toUpperCase();
  return /^[A-Z0-9 ]{1,60}$/.test(words) ? words : undefined;
}

/** Returns the three numbers of /C, or red if it is missing. */
function stampColor(file: SourceFile, annotation: PdfDict): string {
  const given = file.resolve(annotation.get('C'));
  const numbers = Array.isArray(given) ? given.map(file.resolve) : [];
  const isColor =
    numbers.length === 3 && numbers.every((part) => typeof part === 'number' && part >= 0 && part <= 1);
  return isColor ? numbers.map((part) => numberText(part as number)).join(' ') : '0.75 0 0';
}
