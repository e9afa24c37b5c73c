import type { XmlEdit } from './edit-xml.ts';
import { findFields, type WordField } from './find-fields.ts';
import type { XmlElement } from './xml-elements.ts';

/**
 * Fields that the converter would compute from its clock, its file name or properties that differ from the
 * page. They keep the text that the author saw.
 */
const volatile: ReadonlySet<string> = new Set([
  ...['DATE', 'TIME', 'CREATEDATE', 'SAVEDATE', 'PRINTDATE', 'EDITTIME'],
  ...['AUTHOR', 'LASTSAVEDBY', 'USERNAME', 'USERINITIALS', 'USERADDRESS'],
  ...['FILENAME', 'FILESIZE', 'TEMPLATE', 'REVNUM', 'NUMWORDS', 'NUMCHARS'],
  ...['TITLE', 'SUBJECT', 'KEYWORDS', 'COMMENTS', 'INFO', 'DOCPROPERTY'],
]);

/** Fields with content from elsewhere. A file without a copy of that content is rejected (S-24). */
const fetching: ReadonlySet<string> = new Set([
  'INCLUDEPICTURE',
  'INCLUDETEXT',
  'INCLUDE',
  'IMPORT',
  'DDE',
  'DDEAUTO',
]);

/** Replaces these fields with the result that Word stored in the file. */
export function freezeFields(xml: string, elements: readonly XmlElement[]): XmlEdit[] {
  return findFields(xml, elements)
    .filter(keepsItsResult)
    .flatMap(({ freezing }) => freezing);
}

const keepsItsResult = ({ kind, hasText, hasPicture }: WordField): boolean =>
  fetching.has(kind) ? hasPicture || hasText : hasText && volatile.has(kind);
