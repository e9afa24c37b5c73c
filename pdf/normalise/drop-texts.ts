import { inflateSync } from 'node:zlib';
import { isArray, isName, name, PdfDict, PdfStream, PdfString } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { readTextString } from '../objects/read-text-string.ts';
import { deflate, type OutputFile } from './source/output-file.ts';

/** Keys of entries whose text is read, copied or searched instead of the drawn content (ISO 32000-2, 14.9). */
const KEYS = ['ActualText', 'Alt', 'E'];

/** The same entries in a canonical content stream, where every string is in hexadecimal digits. */
const IN_CONTENT = /\/(?:ActualText|Alt|E)\s*<([0-9A-Fa-f]*)>/g;

/** Removes these texts from the structure tree, from property lists and from marks in content streams. */
export function dropTexts(output: OutputFile, texts: ReadonlySet<string>): void {
  if (texts.size === 0) return;
  for (const [num, object] of output.objects) {
    dropEntries(object, texts);
    const content = object instanceof PdfStream ? withoutTexts(object, texts) : undefined;
    if (content !== undefined) output.objects.set(num, content);
  }
}

function dropEntries(object: PdfObject, texts: ReadonlySet<string>): void {
  if (isArray(object)) for (const item of object) dropEntries(item, texts);
  const dictionary = object instanceof PdfStream ? object.dict : object;
  if (!(dictionary instanceof PdfDict)) return;
  for (const key of KEYS) {
    const value = dictionary.get(key);
    if (value instanceof PdfString && texts.has(readTextString(value))) dictionary.delete(key);
  }
  for (const value of dictionary.values()) dropEntries(value, texts);
}

function withoutTexts(source: PdfStream, texts: ReadonlySet<string>): PdfStream | undefined {
  const isDeflated = isName(source.dict.get('Filter'), 'FlateDecode') && !source.dict.has('DecodeParms');
  if (isName(source.dict.get('Subtype'), 'Image') || (source.dict.has('Filter') && !isDeflated))
    return undefined;
  const before = Buffer.from(isDeflated ? inflateSync(source.bytes) : source.bytes).toString('latin1');
  const after = before.replaceAll(IN_CONTENT, (entry, digits: string) => {
    const text = readTextString(new PdfString(Uint8Array.from(Buffer.from(digits, 'hex')), true));
    return texts.has(text) ? '' : entry;
  });
  if (after === before) return undefined;
  const dictionary = new PdfDict([...source.dict]).set('Filter', name('FlateDecode'));
  return new PdfStream(dictionary, deflate(Buffer.from(after, 'latin1')));
}
