import type { XmlEdit } from './edit-xml.ts';
import { findFields, type WordField } from './find-fields.ts';
import type { XmlElement } from './xml-elements.ts';

/**
 * Fields that the converter computes again from its clock, from the name that it gives the file or from properties that
 * say something else than the page: they keep the text that the author saw.
 */
const volatile: ReadonlySet<string> = new Set([
  ...['DATE', 'TIME', 'CREATEDATE', 'SAVEDATE', 'PRINTDATE', 'EDITTIME'],
  ...['AUTHOR', 'LASTSAVEDBY', 'USERNAME', 'USERINITIALS', 'USERADDRESS'],
  ...['FILENAME', 'FILESIZE', 'TEMPLATE', 'REVNUM', 'NUMWORDS', 'NUMCHARS'],
  ...['TITLE', 'SUBJECT', 'KEYWORDS', 'COMMENTS', 'INFO', 'DOCPROPERTY'],
]);

/** Fields that take their content from elsewhere. A file that has no copy of that content is refused (S-24). */
const fetching: ReadonlySet<string> = new Set([
  'INCLUDEPICTURE',
  'INCLUDETEXT',
  'INCLUDE',
  'IMPORT',
  'DDE',
  'DDEAUTO',
]);

/** Volatile and fetching fields are replaced by the result that Word keeps in the file. */
export function freezeFields(xml: string, elements: readonly XmlElement[]): XmlEdit[] {
  return findFields(xml, elements)
    .filter(keepsItsResult)
    .flatMap(({ freezing }) => freezing);
}

const keepsItsResult = ({ kind, hasText, hasPicture }: WordField): boolean =>
  fetching.has(kind) ? hasPicture || hasText : hasText && volatile.has(kind);
