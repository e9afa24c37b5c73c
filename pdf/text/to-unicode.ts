import { latin1Bytes } from '../objects/objects.ts';

/** Maximum number of entries per block (Adobe Technical Note 5014). */
const BLOCK = 100;

/**
 * Writes the CMap that maps each two-byte code to its text (ISO 32000-2, 9.10.3).
 *
 * @param texts text of each code, from 0; codes with an empty text are omitted
 */
export function writeToUnicode(texts: readonly string[]): Uint8Array {
  const entries = texts.flatMap((text, code) => (text === '' ? [] : [`<${hex(code)}> <${utf16(text)}>`]));
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += BLOCK) {
    const block = entries.slice(at, at + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`);
  }
  return latin1Bytes(
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n' +
      '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n' +
      '1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n' +
      blocks.join('') +
      'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n',
  );
}

/** Returns four hexadecimal digits. */
export const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

function utf16(text: string): string {
  let digits = '';
  for (let i = 0; i < text.length; i++) digits += hex(text.charCodeAt(i));
  return digits;
}
