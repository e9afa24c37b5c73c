import type { Parts } from './read-parts.ts';
import { localAttribute, readTags } from './read-tags.ts';

/** Of a text in a document, and of a text in a drawing or a theme (ECMA-376 part 1, 17.3.2.26 and 21.1.2.3.7). */
const places: [element: string, attributes: string[]][] = [
  ['rFonts', ['ascii', 'hAnsi', 'eastAsia', 'cs']],
  ['latin', ['typeface']],
  ['ea', ['typeface']],
  ['cs', ['typeface']],
];

/** The font that Word writes in when a document names none. */
const standard = 'Times New Roman';
/** A document that names more is not written by a person. */
const most = 200;

/** The names of all fonts that a Word document asks for anywhere, used or not. */
export function wantedFonts(parts: Parts): string[] {
  const names = new Set([standard]);
  for (const [part, { text }] of parts) {
    if (text === undefined || !part.startsWith('word/')) continue;
    for (const [element, attributes] of places) {
      for (const tag of readTags(text, element)) {
        for (const attribute of attributes) {
          const name = localAttribute(tag, attribute);
          if (name && names.size < most) names.add(name);
        }
      }
    }
  }
  return [...names];
}
