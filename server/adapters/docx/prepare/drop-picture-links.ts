import type { Parts } from '../check/read-parts.ts';
import { elementPattern, localAttribute, readTags, unescapeXml } from '../check/read-tags.ts';
import { readRelationships } from '../check/relationships.ts';

/**
 * A DrawingML or VML picture may have a copy in the package in addition to a link to its source ("insert and
 * link"). Removes the link, since the copy is what the author saw.
 */
export function dropPictureLinks(xml: string): string {
  return xml
    .replace(elementPattern('blip'), (tag) => (hasCopy(tag, 'blip', 'embed') ? without(tag, 'link') : tag))
    .replace(elementPattern('imagedata'), (tag) =>
      hasCopy(tag, 'imagedata', 'id') ? without(tag, 'href') : tag,
    );
}

const hasCopy = (tag: string, element: string, attribute: string): boolean =>
  (localAttribute(readTags(tag, element)[0] ?? {}, attribute) ?? '') !== '';

/** Only prefixed attributes, since relationship attributes have a prefix. */
const without = (tag: string, attribute: string): string =>
  tag.replace(new RegExp(`\\s+[^\\s<>/:"'=]+:${attribute}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '');

/** Removes the relationships of external pictures whose links were removed in `prepared`. */
export function dropUnusedPictures(
  relationships: string,
  name: string,
  { parts, prepared }: { parts: Parts; prepared: Parts },
): string {
  const isOutside = (element: string): boolean =>
    readRelationships(element).some(({ kind, leavesPackage }) => kind === 'image' && leavesPackage);
  if (!isOutside(relationships)) return relationships;
  const [before, after] = [parts, prepared].map((one) => unescapeXml(one.get(sourceOf(name))?.text ?? ''));
  return relationships.replace(elementPattern('Relationship'), (element) => {
    const id = readTags(element, 'Relationship')[0]?.['Id'] ?? '';
    const isUsed = (xml = ''): boolean => xml.includes(`"${id}"`) || xml.includes(`'${id}'`);
    return isOutside(element) && isUsed(before) && !isUsed(after) ? '' : element;
  });
}

/** 'word/_rels/document.xml.rels' belongs to 'word/document.xml' (ECMA-376 part 2, 9.3.3). */
const sourceOf = (name: string): string => name.replace(/_rels\/([^/]+)\.rels$/, '$1');
