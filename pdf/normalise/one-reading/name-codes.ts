import { isArray, isName, PdfDict, PdfStream, latin1Bytes } from '../../objects/objects.ts';
import type { PdfObject, PdfRef } from '../../objects/objects.ts';
import type { NamedCodes } from '../../compare/compare-engines.ts';
import type { openIsolatedRenderer } from '../../render/pdfium.ts';
import { writePdfFile } from '../../objects/write-file.ts';
import type { OutputFile } from '../source/output-file.ts';
import { FONT_FILES } from './settle-fonts.ts';

/**
 * Returns the file with a distinct letter as the text of every code of an embedded font. The pages look the
 * same, but engines also list letters that would otherwise be read as spaces, because PDFium omits a space
 * after another one.
 */
export function writeWithNamedCodes(output: OutputFile, trailer: PdfDict): Uint8Array {
  const objects = new Map(output.objects);
  const add = (map: string): PdfRef => {
    const target = output.reserve();
    objects.set(target.num, new PdfStream(new PdfDict(), latin1Bytes(map)));
    return target;
  };
  const [single, double] = [add(mapOf(['<00> <FF> <4E00>'], 'FF')), add(mapOf(pairs(), 'FFFF'))];
  for (const [num, object] of output.objects) {
    if (!(object instanceof PdfDict) || !isName(object.get('Type') ?? null, 'Font')) continue;
    const isComposite = object.has('DescendantFonts');
    if (isEmbedded(output, object))
      objects.set(num, new PdfDict(object).set('ToUnicode', isComposite ? double : single));
  }
  return writePdfFile(objects, trailer);
}

function isEmbedded(output: OutputFile, font: PdfDict): boolean {
  const descendants = output.deref(font.get('DescendantFonts') ?? null);
  const own: PdfObject = isArray(descendants) ? output.deref(descendants[0] ?? null) : font;
  const descriptor = own instanceof PdfDict ? output.deref(own.get('FontDescriptor') ?? null) : null;
  return descriptor instanceof PdfDict && FONT_FILES.some((key) => descriptor.has(key));
}

/** Chinese characters. None of them is blank, joins its neighbors or changes the text direction. */
const LETTERS = { first: 0x4e, rows: 80 };

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

const pairs = (): string[] =>
  Array.from({ length: 256 }, (_, row) => {
    const letter = `${hex(LETTERS.first + (row % LETTERS.rows))}00`;
    return `<${hex(row)}00> <${hex(row)}FF> <${letter}>`;
  });

/** A section has at most 100 ranges. */
function mapOf(ranges: readonly string[], last: string): string {
  const sections = Array.from({ length: Math.ceil(ranges.length / 100) }, (_, at) =>
    ranges.slice(at * 100, (at + 1) * 100),
  );
  const space = `1 begincodespacerange\n<${last.replaceAll('F', '0')}> <${last}>\nendcodespacerange`;
  const lines = sections.map((own) => `${own.length} beginbfrange\n${own.join('\n')}\nendbfrange`);
  return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Codes def\n/CMapType 2 def\n${space}\n${lines.join('\n')}\nendcmap\nend\nend`;
}

/**
 * Opens a file with a distinct letter for every code in PDFium. Returns undefined if PDFium cannot open it.
 */
export async function openNamedCodes(
  bytes: Uint8Array,
  open: typeof openIsolatedRenderer,
): Promise<NamedCodes | undefined> {
  const shown = await open(bytes);
  if ('failed' in shown) return undefined;
  return { bytes, glyphsIn: (index) => shown.pageGlyphs(index), close: () => shown.close() };
}
