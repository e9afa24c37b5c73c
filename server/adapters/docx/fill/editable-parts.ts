import type { Parts } from '../check/read-parts.ts';

/**
 * The XML that docxtemplater reads: content types, relationships, and the parts with text on pages. Others, such
 * as properties of the file, are not printed and stay as they are.
 */
export function* editableParts(parts: Parts): Iterable<[string, string]> {
  for (const [name, { text }] of parts) {
    const isPackage = name === '[content_types].xml' || name === '_rels/.rels';
    if (text !== undefined && (isPackage || /^word\/[^/]+\.xml$/.test(name))) yield [name, text];
  }
}
