import { PdfDict, PdfName, PdfStream } from '../objects/objects.ts';
import { Lexer } from '../objects/lexer.ts';
import { readObject } from '../objects/parse-object.ts';
import { filtersOf } from './decode-stream.ts';
import type { Resolve } from './decode-stream.ts';
import { pictureState } from './picture-data.ts';
import { scanContent } from './scan-content.ts';

/**
 * Whether all images that stand between the operators of a page are whole (§8.9.7); viewers drop others in silence.
 * `spaces` are the colour spaces that the page's resources name, which an image may be in.
 */
export function inlinePicturesAreWhole(
  content: Uint8Array,
  resolve: Resolve,
  spaces: PdfDict | undefined,
): boolean {
  if (!Buffer.from(content.buffer, content.byteOffset, content.length).includes('BI')) return true;
  let whole = true;
  scanContent(content, ({ name, at, end }) => {
    if (name !== 'BI' || !whole) return;
    const image = readInline(content, at + 2, end - 2);
    if (image && spaces) nameSpace(image.dict, spaces);
    whole = image === undefined || pictureState(image, filtersOf(image, resolve), resolve) === 'whole';
  });
  return whole;
}

/** Names of the format itself, which no resource can take (§8.9.7, table 92). */
const ownNames = ['G', 'RGB', 'CMYK', 'I', 'DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'Indexed'];

/** Puts the colour space itself in the place of its name. */
function nameSpace(image: PdfDict, spaces: PdfDict): void {
  for (const key of ['ColorSpace', 'CS']) {
    const named = image.get(key);
    if (!(named instanceof PdfName) || ownNames.includes(named.value)) continue;
    const space = spaces.get(named.value);
    if (space !== undefined) image.set(key, space);
  }
}

/** The dictionary's keys and values, and the data behind its ID; undefined for one that cannot be read. */
function readInline(content: Uint8Array, from: number, to: number): PdfStream | undefined {
  const entries = new PdfDict();
  const lexer = new Lexer(content, from, to);
  for (;;) {
    lexer.skipWhitespace();
    const at = lexer.pos;
    const token = lexer.next();
    // One white space stands between ID and the data.
    if (!(token instanceof PdfName))
      return content[at] === 0x49 ? new PdfStream(entries, content.subarray(at + 3, to)) : undefined;
    entries.set(token.value, readObject(lexer, lexer.next(), 0) ?? null);
  }
}
