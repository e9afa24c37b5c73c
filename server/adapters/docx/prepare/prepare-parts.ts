import type { TrackedChangeChoice } from '#core/document/tracked-changes.ts';
import { isContent } from '../check/content-parts.ts';
import type { Part, Parts } from '../check/read-parts.ts';
import { editXml, type XmlEdit } from './edit-xml.ts';
import { fitJustifiedLines } from './fit-justified-lines.ts';
import { hasLayoutOf2013, readParagraphAlignment, type ParagraphAlignment } from './paragraph-styles.ts';
import { settlePageBreaks } from './settle-page-breaks.ts';
import { hasTrackedChange, settle } from './tracked-changes.ts';
import { unwrapContentControls } from './unwrap-content-controls.ts';
import { readElements, type XmlElement } from './xml-elements.ts';
import { elementPattern, localAttribute, readTags, unescapeXml } from '../check/read-tags.ts';
import { readRelationships } from '../check/relationships.ts';
import { findFields, type WordField } from './find-fields.ts';

/**
 * Fields that the converter would compute from its clock, file name or other properties that differ from
 * Word's. They keep the text that the author saw.
 */
const volatile: ReadonlySet<string> = new Set([
  ...['DATE', 'TIME', 'CREATEDATE', 'SAVEDATE', 'PRINTDATE', 'EDITTIME'],
  ...['AUTHOR', 'LASTSAVEDBY', 'USERNAME', 'USERINITIALS', 'USERADDRESS'],
  ...['FILENAME', 'FILESIZE', 'TEMPLATE', 'REVNUM', 'NUMWORDS', 'NUMCHARS'],
  ...['TITLE', 'SUBJECT', 'KEYWORDS', 'COMMENTS', 'INFO', 'DOCPROPERTY'],
]);

/** Fields with external content. A document without a copy of that content is rejected (S-24). */
const fetching: ReadonlySet<string> = new Set([
  'INCLUDEPICTURE',
  'INCLUDETEXT',
  'INCLUDE',
  'IMPORT',
  'DDE',
  'DDEAUTO',
]);

/**
 * Fields that the converter computes differently from Word, such as a referenced paragraph number, or prints
 * without a result.
 */
const miscomputed: ReadonlySet<string> = new Set(['REF', 'NOTEREF', 'SYMBOL', 'MERGEREC']);

/** Replaces these fields with the result that Word stored in the document. */
function freezeFields(
  xml: string,
  elements: readonly XmlElement[],
  bookmarks: ReadonlySet<string>,
): XmlEdit[] {
  return findFields(xml, elements)
    .filter((field) => keepsItsResult(field, bookmarks))
    .flatMap(({ freezing }) => freezing);
}

function keepsItsResult(
  { kind, target, hasText, hasPicture, hasInner, wasComputed }: WordField,
  bookmarks: ReadonlySet<string>,
): boolean {
  if (fetching.has(kind)) return !hasInner && (hasPicture || hasText);
  // The converter prints neither branch of a condition, nor field codes inside another field code.
  if (kind === 'IF' || hasInner) return wasComputed;
  // If the bookmark is missing, the converter prints an error instead of its page number.
  if (kind === 'PAGEREF' && !bookmarks.has(target)) return hasText;
  return hasText && (volatile.has(kind) || miscomputed.has(kind));
}

/** Returns the lowercase names of all places that a field can refer to. */
function bookmarksIn(parts: Parts): Set<string> {
  const tags = [...parts.values()].flatMap(({ text = '' }) => readTags(text, 'bookmarkStart'));
  return new Set(tags.map((tag) => (localAttribute(tag, 'name') ?? '').toLowerCase()));
}

/**
 * Removes the link of a DrawingML or VML picture that also has a copy in the package ("insert and link"),
 * since the copy is what the author saw.
 */
function dropPictureLinks(xml: string): string {
  return xml
    .replace(elementPattern('blip'), (tag) => (hasCopy(tag, 'blip', 'embed') ? without(tag, 'link') : tag))
    .replace(elementPattern('imagedata'), (tag) =>
      hasCopy(tag, 'imagedata', 'id') ? without(tag, 'href') : tag,
    );
}

const hasCopy = (tag: string, element: string, attribute: string): boolean =>
  (localAttribute(readTags(tag, element)[0] ?? {}, attribute) ?? '') !== '';

/** Removes an attribute with any prefix. Relationship attributes always have one. */
const without = (tag: string, attribute: string): string =>
  tag.replace(new RegExp(`\\s+[^\\s<>/:"'=]+:${attribute}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '');

/** Removes the relationships of external pictures whose links were removed in `prepared`. */
function dropUnusedPictures(
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

/**
 * Returns the part that a relationships file belongs to: 'word/_rels/document.xml.rels' belongs to
 * 'word/document.xml' (ECMA-376 part 2, 9.3.3).
 */
const sourceOf = (name: string): string => name.replace(/_rels\/([^/]+)\.rels$/, '$1');

/**
 * Returns the parts without anything that the converter would follow or print incorrectly. Unchanged parts
 * remain the same objects.
 */
export function prepareParts(parts: Parts, trackedChanges: TrackedChangeChoice = 'show'): Parts {
  const alignmentOf = hasLayoutOf2013(parts.get('word/settings.xml')?.text ?? '')
    ? readParagraphAlignment(parts.get('word/styles.xml')?.text ?? '')
    : undefined;
  const bookmarks = bookmarksIn(parts);
  const contents = editTexts(parts, (xml, name) =>
    isRelationships(name) ? xml : prepareContent(settleChanges(xml, trackedChanges), alignmentOf, bookmarks),
  );
  return editTexts(contents, (xml, name) =>
    isRelationships(name)
      ? dropUnusedPictures(dropTemplateLink(xml), name, { parts, prepared: contents })
      : xml,
  );
}

const isRelationships = (name: string): boolean => name.endsWith('.rels');

function editTexts(parts: Parts, edit: (xml: string, name: string) => string): Parts {
  const edited = (name: string, part: Part): Part => {
    const text = part.text === undefined ? undefined : edit(part.text, name);
    return text === part.text ? part : { text };
  };
  return new Map([...parts].map(([name, part]) => [name, edited(name, part)]));
}

function settleChanges(xml: string, choice: TrackedChangeChoice): string {
  return choice !== 'show' && hasTrackedChange(xml) ? settle(xml, choice) : xml;
}

/** Quick test for content controls and fields, because most parts have none and need not be parsed. */
const hasControlOrField = /<(?:[^\s<>/:"'=]+:)?(?:sdt|fldChar|fldSimple)[\s/>]/;

function prepareContent(
  xml: string,
  alignmentOf: ParagraphAlignment | undefined,
  bookmarks: ReadonlySet<string>,
): string {
  const settleFields = (text: string, elements: XmlElement[]): XmlEdit[] => [
    ...unwrapContentControls(elements),
    ...freezeFields(text, elements, bookmarks),
  ];
  const edited = dropPictureLinks(hasControlOrField.test(xml) ? editElements(xml, settleFields) : xml);
  if (!isContent.test(edited)) return edited;
  // Runs after content controls are removed, so that paragraphs are at the same level as on the page.
  return editElements(edited, (text, elements) => [
    ...settlePageBreaks(text, elements),
    ...(alignmentOf ? fitJustifiedLines(text, elements, alignmentOf) : []),
  ]);
}

function editElements(xml: string, edit: (xml: string, elements: XmlElement[]) => XmlEdit[]): string {
  const elements = readElements(xml);
  return elements ? editXml(xml, edit(xml, elements)) : xml;
}

/**
 * Removes the relationship to the author's template, which Word would fetch when it opens the file. The page
 * looks the same, since the styles are in the document.
 */
function dropTemplateLink(relationships: string): string {
  return relationships.replace(elementPattern('Relationship'), (element) =>
    readRelationships(element).some(({ kind }) => kind === 'attachedtemplate') ? '' : element,
  );
}
