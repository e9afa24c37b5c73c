import { isArray, isName, name, PdfDict, PdfName, PdfStream } from '../../objects/objects.ts';
import type { PdfArray, PdfObject } from '../../objects/objects.ts';
import { measureFont } from '../../render/measure-font.ts';
import { measuringPdfium } from '../../render/pdfium.ts';
import type { OutputFile } from '../source/output-file.ts';
import { settleComposite } from './settle-composites.ts';
import { settleEncoding } from './settle-encodings.ts';

const STANDARD =
  /^(Courier|Helvetica)(-(Bold)?(Oblique)?)?$|^Times-(Roman|Bold|Italic|BoldItalic)$|^Symbol$|^ZapfDingbats$/;

/** Codes without a glyph in any encoding: control characters, and for Symbol also codes 127 to 159. */
const CONTROLS = { first: 0, count: 32 };
const SYMBOL_CONTROLS = { first: 127, count: 33 };

const SIMPLE = ['Type1', 'MMType1', 'TrueType'];

/** Adds missing font entries for which programs use different defaults. `output` resolves references. */
export function settleFont(output: OutputFile, font: PdfDict): void {
  const subtype = output.deref(font.get('Subtype') ?? null);
  if (isName(subtype, 'Type1')) settleControls(output, font);
  if (subtype instanceof PdfName && SIMPLE.includes(subtype.value)) {
    settleEncoding(output, font);
    settleWidths(output, font);
  }
  if (isName(subtype, 'Type0')) settleComposite(output, font);
  if (isName(subtype, 'Type0') && isVertical(output, font)) settleVertical(output, font);
}

/**
 * Maps control characters to spaces. If a font has no widths in the file, a tab or line break advances by the
 * width of a space in PDFium and by nothing in pdf.js. Both agree on spaces. Names that the font defines for
 * these codes take precedence.
 */
function settleControls(output: OutputFile, font: PdfDict): void {
  const base = output.deref(font.get('BaseFont') ?? null);
  if (!(base instanceof PdfName) || !STANDARD.test(base.value)) return;
  if (font.has('Widths') || font.has('FontDescriptor')) return;
  const given = output.deref(font.get('Encoding') ?? null);
  const encoding = given instanceof PdfDict ? new PdfDict(given) : new PdfDict();
  if (given instanceof PdfName) encoding.set('BaseEncoding', given);
  const differences = output.deref(encoding.get('Differences') ?? null);
  const ranges = base.value === 'Symbol' ? [CONTROLS, SYMBOL_CONTROLS] : [CONTROLS];
  const spaces = ranges.flatMap(({ first, count }) => [first, ...Array<PdfName>(count).fill(name('space'))]);
  // A list that does not begin with a code begins at 0.
  encoding.set('Differences', [...spaces, 0, ...(isArray(differences) ? differences : [])]);
  font.set('Encoding', encoding);
}

/**
 * Adds PDFium's widths to a font that is not in the file and has no widths. Otherwise each program would use the
 * widths of its substitute font. With PDFium's widths, every letter has the same position in all programs.
 */
function settleWidths(output: OutputFile, font: PdfDict): void {
  const base = output.deref(font.get('BaseFont') ?? null);
  if (font.has('Widths') || (base instanceof PdfName && STANDARD.test(base.value))) return;
  const descriptor = output.deref(font.get('FontDescriptor') ?? null);
  if (descriptor instanceof PdfDict && FONT_FILES.some((key) => descriptor.has(key))) return;
  const pdfium = measuringPdfium();
  const widths = pdfium && measureFont(pdfium, resolved((value) => output.deref(value), font) as PdfDict);
  if (widths === undefined) return;
  output.hasMeasuredFonts = true;
  font
    .set('FirstChar', 0)
    .set('LastChar', widths.length - 1)
    .set('Widths', widths);
}

/** Keys of an embedded font file in a font descriptor. */
export const FONT_FILES = ['FontFile', 'FontFile2', 'FontFile3'];
/** Maximum depth of references in the parts of a font that determine letter positions. */
const DEEPEST = 4;

/** Returns a copy without references and streams. */
export function resolved(
  deref: (value: PdfObject) => PdfObject,
  value: PdfObject,
  depth = DEEPEST,
): PdfObject {
  const object = deref(value);
  if (depth === 0 || object instanceof PdfStream) return null;
  if (isArray(object)) return object.map((item) => resolved(deref, item, depth - 1));
  if (!(object instanceof PdfDict)) return object;
  return new PdfDict(Array.from(object, ([key, item]) => [key, resolved(deref, item, depth - 1)]));
}

function isVertical(output: OutputFile, font: PdfDict): boolean {
  const encoding = output.deref(font.get('Encoding') ?? null);
  if (encoding instanceof PdfName) return /(^|-)V$/.test(encoding.value);
  return encoding instanceof PdfStream && output.deref(encoding.dict.get('WMode') ?? null) === 1;
}

/** Default position of a letter in vertical text and advance to the next one (ISO 32000-2, 9.7.4.3). */
const VERTICAL = [880, -1000];

/**
 * Centers each letter of vertical text explicitly, which is the rule without `/W2`. pdf.js centers by the
 * default width instead, so narrow letters would not line up with the others.
 */
function settleVertical(output: OutputFile, font: PdfDict): void {
  const descendants = output.deref(font.get('DescendantFonts') ?? null);
  const descendant = isArray(descendants) ? output.deref(descendants[0] ?? null) : null;
  if (!(descendant instanceof PdfDict) || descendant.has('W2')) return;
  const widths = output.deref(descendant.get('W') ?? null);
  if (!isArray(widths)) return;
  const given = output.deref(descendant.get('DW2') ?? null);
  const [height, advance] = isArray(given) ? given.map((value) => output.deref(value)) : VERTICAL;
  if (typeof height !== 'number' || typeof advance !== 'number') return;
  const metricsOf = (width: number): number[] => [advance, width / 2, height];
  const metrics: PdfArray = [];
  for (let at = 0; at + 1 < widths.length;) {
    const [first, next, width] = widths.slice(at, at + 3).map((value) => output.deref(value));
    if (typeof first !== 'number') return;
    if (isArray(next)) {
      const listed = next.map((value) => output.deref(value));
      if (!listed.every((value) => typeof value === 'number')) return;
      metrics.push(first, listed.flatMap(metricsOf));
      at += 2;
    } else {
      if (typeof next !== 'number' || typeof width !== 'number') return;
      metrics.push(first, next, ...metricsOf(width));
      at += 3;
    }
  }
  descendant.set('W2', metrics);
}
