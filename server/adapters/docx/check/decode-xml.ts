/** Encodings in which all markup characters are plain ASCII, so that reading as Latin-1 finds them. */
const likeAscii = /^(utf-?8|us-ascii|ascii|iso-8859-\d+|windows-125\d)$/i;

/**
 * Decodes an XML part to inspect its markup. Undefined if the encoding is unknown, because a check could then
 * see different markup than the converter (XML 1.0 §4.3.3).
 */
export function decodeXml(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (first === 0xfe && second === 0xff) return bigEndian(bytes.subarray(2));
  if (first === 0x3c && second === 0x00) return bytes.toString('utf16le');
  if (first === 0x00 && second === 0x3c) return bigEndian(bytes);
  if (bytes.includes(0)) return undefined;
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(
    bytes.subarray(0, 400).toString('latin1'),
  );
  const encoding = declared?.[1] ?? 'utf-8';
  if (!likeAscii.test(encoding)) return undefined;
  return bytes.toString(/^utf-?8$/i.test(encoding) ? 'utf8' : 'latin1').replace(/^\uFEFF/, '');
}

function bigEndian(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');
}
