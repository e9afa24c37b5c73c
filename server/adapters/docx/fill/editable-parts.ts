import type { Parts } from '../check/read-parts.ts';

/**
 * Yields the XML that docxtemplater reads: content types, relationships, and the parts with page text. Other
 * parts, such as document properties, are not printed and do not change.
 */
export function* editableParts(parts: Parts): Iterable<[string, string]> {
  for (const [name, { text }] of parts) {
    const isPackage = name === '[content_types].xml' || name === '_rels/.rels';
    if (text !== undefined && (isPackage || /^word\/[^/]+\.xml$/.test(name))) yield [name, text];
  }
}
