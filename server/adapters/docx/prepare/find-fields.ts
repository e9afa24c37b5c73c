import { localAttribute, readTags, unescapeXml } from '../check/read-tags.ts';
import type { XmlEdit } from './edit-xml.ts';
import { startTagOf, type XmlElement } from './xml-elements.ts';

/** A field and its cached result (ECMA-376 part 1, 17.16). */
export type WordField = {
  /** First word of the field code in uppercase, such as 'PAGE' or 'DATE'. */
  kind: string;
  /** Second word of the field code, such as the name of a bookmark. */
  target: string;
  /** True if the field code contains other fields, which the converter prints as text. */
  hasInner: boolean;
  /** True if the field has a cached result, which may be empty. */
  wasComputed: boolean;
  /** True if the cached result has text. */
  hasText: boolean;
  hasPicture: boolean;
  /** Edits that replace the field with its result. */
  freezing: XmlEdit[];
};

type OpenField = Omit<WordField, 'kind' | 'target'> & { begin: XmlElement; code: string; readable: boolean };

/** Word does not nest fields deeper. */
const deepest = 20;

/**
 * Finds the fields of a part. Skips fields whose code contains markup, or another field in its first word,
 * since their type is uncertain.
 */
export function findFields(xml: string, elements: readonly XmlElement[]): WordField[] {
  const found: WordField[] = [];
  const open: OpenField[] = [];
  for (const element of elements) {
    const field = open.at(-1);
    if (isInRun(element))
      for (const around of open.slice(0, deepest)) if (!around.wasComputed) around.freezing.push(element);
    if (element.name === 'fldSimple') found.push(simpleField(xml, element));
    else if (element.name === 'fldChar') markField(xml, element, open, found);
    else if (element.name === 'instrText' && field && !field.wasComputed) {
      const code = xml.slice(element.contentStart, element.contentEnd);
      field.readable &&= !code.includes('<');
      field.code += unescapeXml(code);
    } else if (field?.wasComputed) {
      field.hasPicture ||= isPicture(element);
      field.hasText ||= isText(xml, element);
    }
  }
  return found;
}

function markField(xml: string, mark: XmlElement, open: OpenField[], found: WordField[]): void {
  const field = open.at(-1);
  const type = localAttribute(readTags(startTagOf(xml, mark), 'fldChar')[0] ?? {}, 'fldCharType');
  if (type === 'begin') {
    if (field && !field.wasComputed) {
      field.hasInner = true;
      // From here on the code belongs to the inner field, so the outer field's first word must be complete.
      field.readable &&= /^\s*\S+\s/.test(field.code);
    }
    open.push({
      ...{ begin: mark, code: '', hasInner: false, hasText: false, hasPicture: false },
      ...{ freezing: [mark], wasComputed: false, readable: open.length < deepest },
    });
  } else if (type === 'separate' && field) {
    field.wasComputed = true;
    field.freezing.push(...emptiedParagraphs(field.begin, mark));
  } else if (type === 'end') endField(mark, open, found);
}

function endField(mark: XmlElement, open: OpenField[], found: WordField[]): void {
  const ended = open.pop();
  if (!ended) return;
  const { code, readable, begin: _, ...field } = ended;
  const around = open.at(-1);
  if (around?.wasComputed) {
    around.hasPicture ||= field.hasPicture;
    around.hasText ||= field.hasText;
  }
  if (readable) found.push({ ...wordsOf(code), ...field, freezing: [...field.freezing, mark] });
}

/** Returns the paragraphs that contain only a field code whose result is in a later paragraph. */
function emptiedParagraphs(begin: XmlElement, separator: XmlElement): XmlElement[] {
  const last = paragraphOf(separator);
  const first = paragraphOf(begin);
  if (!last || !first || first === last || first.parent !== last.parent) return [];
  const siblings = last.parent?.children ?? [];
  return siblings
    .slice(siblings.indexOf(first), siblings.indexOf(last))
    .filter((one) => one.name === 'p' && !hasOther(one, begin));
}

function paragraphOf(element: XmlElement): XmlElement | undefined {
  let found = element.parent;
  while (found && found.name !== 'p') found = found.parent;
  return found;
}

/** Returns true if a section ends in the paragraph, or the paragraph shows something before the field. */
const hasOther = (paragraph: XmlElement, begin: XmlElement): boolean =>
  descendants(paragraph).some(
    (one) => one.name === 'sectPr' || (one.start < begin.start && isInRun(one) && one.name !== 'fldChar'),
  );

const isInRun = ({ name, parent }: XmlElement): boolean => parent?.name === 'r' && name !== 'rPr';

function simpleField(xml: string, element: XmlElement): WordField {
  const code = localAttribute(readTags(startTagOf(xml, element), 'fldSimple')[0] ?? {}, 'instr') ?? '';
  const inside = descendants(element);
  return {
    ...wordsOf(code),
    ...{ hasInner: false, wasComputed: true },
    hasText: inside.some((one) => isText(xml, one)),
    hasPicture: inside.some(isPicture),
    freezing: [
      { start: element.start, end: element.contentStart },
      { start: element.contentEnd, end: element.end },
    ],
  };
}

function wordsOf(code: string): { kind: string; target: string } {
  const [, kind = '', target = ''] = /^\s*(\S+)(?:\s+"?([^\s"]+))?/.exec(code) ?? [];
  return { kind: kind.toUpperCase(), target: target.toLowerCase() };
}

const isPicture = ({ name }: XmlElement): boolean => name === 'drawing' || name === 'pict';
const isText = (xml: string, { name, contentStart, contentEnd }: XmlElement): boolean =>
  name === 't' && xml.slice(contentStart, contentEnd).trim() !== '';

const descendants = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) => [child, ...descendants(child)]);
