import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { charBox, charScale, type Rectangle } from './page-letters.ts';
import { structureAlternates, removeMarkedContent, type Alternate } from './read-alternates.ts';
import { heapOf } from './pdfium-memory.ts';

/**
 * A letter as drawn by PDFium, in the page's user space: its origin, its font height, the bounds of its outline,
 * its text object, and whether its font is embedded. `standIn` is the name of the font if PDFium replaced it.
 */
export type PdfiumGlyph = {
  sign: string;
  x: number;
  y: number;
  size: number;
  box: Rectangle | undefined;
  object: number;
  isEmbedded: boolean;
  standIn: string | undefined;
};

/** The letters of a page, and the texts that are read instead of some of them. */
export type PageGlyphs = { glyphs: PdfiumGlyph[]; alternates: Alternate[] };

/**
 * Functions that are called for every letter of a page. They bypass PDFium's wrapper, which costs more than the
 * call itself.
 */
type Calls = {
  FPDFText_GetUnicode(text: number, at: number): number;
  FPDFText_IsGenerated(text: number, at: number): number;
  FPDFText_GetTextObject(text: number, at: number): number;
  FPDFText_GetCharOrigin(text: number, at: number, x: number, y: number): number;
};

/**
 * Returns every letter of a loaded page, including spaces. Marks such as /ActualText are removed from the page
 * first, because PDFium would otherwise report their letters instead of the drawn ones. PDFium reports only the
 * first of several equal texts drawn over each other.
 */
export function readPageGlyphs(pdfium: WrappedPdfiumModule, page: number): PageGlyphs {
  if (page === 0) return { glyphs: [], alternates: [] };
  const { alternates, byContent } = removeMarkedContent(pdfium, page);
  const structured = structureAlternates(pdfium, page, byContent);
  return { glyphs: readGlyphs(pdfium, page), alternates: [...alternates, ...structured] };
}

function readGlyphs(pdfium: WrappedPdfiumModule, page: number): PdfiumGlyph[] {
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return [];
  const calls = pdfium.pdfium.wasmExports as unknown as Calls;
  const memory = pdfium.pdfium.wasmExports.malloc(48);
  try {
    const glyphs: PdfiumGlyph[] = [];
    const embedded = new Map<number, FontState>();
    const count = pdfium.FPDFText_CountChars(text);
    for (let at = 0; at < count; at += 1) {
      if (calls.FPDFText_IsGenerated(text, at) === 1) continue;
      if (!calls.FPDFText_GetCharOrigin(text, at, memory, memory + 8)) continue;
      const { buffer, byteOffset } = heapOf(pdfium);
      const [x, y] = new Float64Array(buffer, byteOffset + memory, 2) as unknown as [number, number];
      const code = calls.FPDFText_GetUnicode(text, at) >>> 0;
      const before = glyphs.at(-1);
      if (before && isLowHalf(code) && isHighHalf(before.sign)) {
        before.sign += String.fromCharCode(code);
        continue;
      }
      const { size } = charScale(pdfium, text, at, memory + 16);
      const object = calls.FPDFText_GetTextObject(text, at);
      const box = charBox(pdfium, text, at, memory + 16);
      const known = embedded.get(object) ?? fontOf(pdfium, object);
      embedded.set(object, known);
      const sign = String.fromCodePoint(Math.min(code, 0x10ffff));
      glyphs.push({ sign, x, y, size, box, object, ...known });
    }
    return glyphs;
  } finally {
    pdfium.pdfium.wasmExports.free(memory);
    pdfium.FPDFText_ClosePage(text);
  }
}

type FontState = Pick<PdfiumGlyph, 'isEmbedded' | 'standIn'>;

/** Maximum number of bytes of a font name. */
const LONGEST_NAME = 200;

function fontOf(pdfium: WrappedPdfiumModule, object: number): FontState {
  const font = object === 0 ? 0 : pdfium.FPDFTextObj_GetFont(object);
  if (font === 0) return { isEmbedded: false, standIn: undefined };
  if (pdfium.FPDFFont_GetIsEmbedded(font) === 1) return { isEmbedded: true, standIn: undefined };
  const memory = pdfium.pdfium.wasmExports.malloc(LONGEST_NAME);
  pdfium.FPDFFont_GetBaseFontName(font, memory, LONGEST_NAME);
  const standIn = pdfium.pdfium.UTF8ToString(memory, LONGEST_NAME);
  pdfium.pdfium.wasmExports.free(memory);
  return { isEmbedded: false, standIn };
}

const isHighHalf = (sign: string): boolean => sign.length === 1 && sign >= '\ud800' && sign < '\udc00';
const isLowHalf = (code: number): boolean => code >= 0xdc00 && code < 0xe000;
