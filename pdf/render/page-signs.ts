import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { charBox, charScale, type Rectangle } from './page-letters.ts';
import { letterCalls } from './pdfium-memory.ts';

/**
 * A character as read by a program. `unpainted`: the rendering mode leaves no mark. `fontMissing`: the font is
 * not embedded. `size` is the font height on the page in user space units. `stretch` is the horizontal scale,
 * which is 1 for the font's normal width.
 */
export type PageSign = {
  sign: string;
  box: Rectangle | undefined;
  unpainted: boolean;
  fontMissing: boolean;
  size: number;
  stretch: number;
};

/** The text that programs read on a page, and the fonts that are not embedded. */
export type PageText = { signs: PageSign[]; missingFonts: string[] };

/** Text rendering modes that paint nothing (ISO 32000-2, table 104). */
const unpaintedModes = [3, 7];
/** Maximum number of bytes of a font name. */
const maxNameLength = 200;

/** Fonts that every viewer has or replaces with a font of the same widths (ISO 32000-2, 9.6.2.2). */
const standard =
  /^(?:Helvetica|Times|Courier|Symbol|ZapfDingbats|Arial|TimesNewRoman|CourierNew)(?:[-,]|PSMT|MT|$)/;

const unknownObject = { unpainted: false, missing: undefined };

export function readPageText(pdfium: WrappedPdfiumModule, page: number): PageText {
  if (page === 0) return { signs: [], missingFonts: [] };
  const text = pdfium.FPDFText_LoadPage(page);
  const memory = pdfium.pdfium.wasmExports.malloc(maxNameLength);
  const known = new Map<number, { unpainted: boolean; missing: string | undefined }>();
  const lookAt = (object: number) => {
    const result = known.get(object) ?? readTextObject(pdfium, object, memory);
    known.set(object, result);
    return result;
  };
  try {
    const count = text === 0 ? 0 : Math.max(0, pdfium.FPDFText_CountChars(text));
    const calls = letterCalls(pdfium);
    const signs = Array.from({ length: count }, (_, at): PageSign => {
      const object = calls.FPDFText_GetTextObject(text, at);
      const code = Math.min(calls.FPDFText_GetUnicode(text, at) >>> 0, 0x10ffff);
      const { unpainted, missing } = object === 0 ? unknownObject : lookAt(object);
      return {
        sign: String.fromCodePoint(code),
        box: charBox(pdfium, text, at, memory),
        unpainted,
        fontMissing: missing !== undefined,
        ...charScale(pdfium, text, at, memory),
      };
    });
    const missing = [...known.values()].flatMap(({ missing: name }) => name ?? []);
    return { signs, missingFonts: [...new Set(missing)] };
  } finally {
    pdfium.pdfium.wasmExports.free(memory);
    if (text !== 0) pdfium.FPDFText_ClosePage(text);
  }
}

function readTextObject(
  pdfium: WrappedPdfiumModule,
  object: number,
  memory: number,
): { unpainted: boolean; missing: string | undefined } {
  const unpainted = unpaintedModes.includes(pdfium.FPDFTextObj_GetTextRenderMode(object));
  const font = pdfium.FPDFTextObj_GetFont(object);
  if (font === 0 || pdfium.FPDFFont_GetIsEmbedded(font) !== 0) return { unpainted, missing: undefined };
  pdfium.FPDFFont_GetBaseFontName(font, memory, maxNameLength);
  const name = pdfium.pdfium.UTF8ToString(memory, maxNameLength).replaceAll(/[^\x20-\x7e]/g, '');
  return { unpainted, missing: name === '' || standard.test(name) ? undefined : name };
}
