import type { PdfString } from './objects.ts';

/**
 * Decodes a text string as UTF-16 or UTF-8 if it has a byte order mark, and otherwise as PDFDocEncoding (annex
 * D.2).
 */
export function readTextString({ bytes }: PdfString): string {
  const [first, second, third] = bytes;
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes.subarray(2));
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes.subarray(3));
  return Array.from(bytes, (byte) => PDF_DOC_ENCODING.get(byte) ?? String.fromCharCode(byte)).join('');
}

/** Characters that differ between PDFDocEncoding and Latin-1. */
const PDF_DOC_ENCODING = new Map<number, string>([
  ...[...'\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc'].map((char, i) => [0x18 + i, char] as const),
  ...[...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'].map((char, i) => [0x80 + i, char] as const),
  [0xa0, '€'] as const,
]);
