import { localAttribute, readTags, unescapeXml } from '../check/read-tags.ts';
import type { XmlEdit } from './edit-xml.ts';
import { startTagOf, type XmlElement } from './xml-elements.ts';

/** A field with a cached result (ECMA-376 part 1, 17.16). */
export type WordField = {
  /** First word of its code in uppercase: 'PAGE', 'DATE'. */
  kind: string;
  /** True if its cached result has text. */
  hasText: boolean;
  hasPicture: boolean;
  /** Edits that remove the field and keep its result. */
  freezing: XmlEdit[];
};

type OpenField = WordField & { code: string; inResult: boolean; readable: boolean };

/**
 * Finds the fields of a part. Fields whose code contains other fields or markup are skipped, since their type
 * is uncertain.
 */
export function findFields(xml: string, elements: readonly XmlElement[]): WordField[] {
  const found: WordField[] = [];
  const open: OpenField[] = [];
  for (const element of elements) {
    const field = open.at(-1);
    if (element.name === 'fldSimple') found.push(simpleField(xml, element));
    else if (element.name === 'fldChar') markField(xml, element, open, found);
    else if (element.name === 'instrText' && field && !field.inResult) {
      const code = xml.slice(element.contentStart, element.contentEnd);
      field.readable &&= !code.includes('<');
      field.code += unescapeXml(code);
      field.freezing.push(element);
    } else if (field?.inResult) {
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
    if (field && !field.inResult) field.readable = false;
    open.push({
      kind: '',
      code: '',
      hasText: false,
      hasPicture: false,
      freezing: [mark],
      inResult: false,
      readable: true,
    });
  } else if (type === 'separate' && field) {
    field.inResult = true;
    field.freezing.push(mark);
  } else if (type === 'end') endField(mark, open, found);
}

function endField(mark: XmlElement, open: OpenField[], found: WordField[]): void {
  const ended = open.pop();
  if (!ended) return;
  const { code, hasText, hasPicture, freezing, readable } = ended;
  const around = open.at(-1);
  if (around?.inResult) {
    around.hasPicture ||= hasPicture;
    around.hasText ||= hasText;
  }
  if (readable) found.push({ kind: kindOf(code), hasText, hasPicture, freezing: [...freezing, mark] });
}

function simpleField(xml: string, element: XmlElement): WordField {
  const code = localAttribute(readTags(startTagOf(xml, element), 'fldSimple')[0] ?? {}, 'instr') ?? '';
  const inside = descendants(element);
  return {
    kind: kindOf(code),
    hasText: inside.some((one) => isText(xml, one)),
    hasPicture: inside.some(isPicture),
    freezing: [
      { start: element.start, end: element.contentStart },
      { start: element.contentEnd, end: element.end },
    ],
  };
}

const kindOf = (code: string): string => (/^\s*(\S+)/.exec(code)?.[1] ?? '').toUpperCase();

const isPicture = ({ name }: XmlElement): boolean => name === 'drawing' || name === 'pict';
const isText = (xml: string, { name, contentStart, contentEnd }: XmlElement): boolean =>
  name === 't' && xml.slice(contentStart, contentEnd).trim() !== '';

const descendants = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) => [child, ...descendants(child)]);
