import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { dict, latin1Bytes, name, ref, stream, type PdfDict, type PdfObject } from '../objects/objects.ts';
import { writePdfFile } from '../objects/write-file.ts';
import { readPageGlyphs } from './page-glyphs.ts';
import { openDocument } from './pdfium.ts';

/** Font size in points. Widths can be measured to one thousandth. */
const SIZE = 1000;
/** Distance between two lines in points, so that every letter is on a separate line. */
const APART = 2 * SIZE;
const CODES = 256;
/** Character in a known font that ends every line. */
const MARK = '|';

/**
 * Returns PDFium's width for each code of a simple font, in thousandths of the font size. `font` must not
 * contain references. Returns undefined if PDFium cannot read the font.
 */
export function measureFont(pdfium: WrappedPdfiumModule, font: PdfDict): number[] | undefined {
  const opened = openDocument(pdfium, sampleOf(font));
  if ('failed' in opened) return undefined;
  const page = pdfium.FPDF_LoadPage(opened.document, 0);
  try {
    const widths = Array<number>(CODES).fill(0);
    for (const { sign, x, y } of readPageGlyphs(pdfium, page).glyphs)
      if (sign === MARK && x > 0) widths[Math.round(y / APART)] = Math.round(x);
    return widths;
  } finally {
    if (page !== 0) pdfium.FPDF_ClosePage(page);
    opened.free();
  }
}

/** Creates a page with one code per line, each followed by a mark. */
function sampleOf(font: PdfDict): Uint8Array {
  const lines = Array.from({ length: CODES }, (_, code) => {
    const hex = code.toString(16).padStart(2, '0');
    return `1 0 0 1 0 ${code * APART} Tm /F ${SIZE} Tf <${hex}> Tj /M ${SIZE} Tf (${MARK}) Tj`;
  });
  const known = dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') });
  const objects = new Map<number, PdfObject>([
    [1, dict({ Type: name('Catalog'), Pages: ref(2) })],
    [2, dict({ Type: name('Pages'), Kids: [ref(3)], Count: 1 })],
    [
      3,
      dict({
        Type: name('Page'),
        Parent: ref(2),
        MediaBox: [0, 0, APART, CODES * APART],
        Resources: dict({ Font: dict({ F: font, M: known }) }),
        Contents: ref(4),
      }),
    ],
    [4, stream({}, latin1Bytes(`BT ${lines.join('\n')} ET`))],
  ]);
  return writePdfFile(objects, dict({ Root: ref(1) }));
}
