import { isContent } from '../check/content-parts.ts';
import type { Parts } from '../check/read-parts.ts';
import { localAttribute, readTags, unescapeXml } from '../check/read-tags.ts';
import { readRelationships } from '../check/relationships.ts';
import { readElements, startTagOf, type XmlElement } from './xml-elements.ts';

/** Elements whose text is not printed or repeats text printed elsewhere. */
const unprinted: ReadonlySet<string> = new Set([
  ...['del', 'moveFrom', 'Fallback', 'rt', 'oMath', 'oMathPara'],
]);
/**
 * Field types (first word of the code) whose result depends on the layout and may differ from the cached one.
 */
const layoutFields =
  /^\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|PAGEREF|TOC|INDEX|TOA|SEQ|STYLEREF|NOTEREF|LISTNUM|AUTONUM\w*)\b/i;

/**
 * Returns the text that the pages must show, by paragraph: the main part, the footnotes and endnotes it
 * refers to, and the headers and footers that the first page must have. Deleted, hidden and layout-dependent
 * text is left out.
 */
export function printedTexts(parts: Parts): string[] {
  const [name, main] =
    [...parts].find(([, { text = '' }]) => /^[^]{0,2000}?<(?:\w+:)?document[\s>]/.test(text)) ?? [];
  if (name === undefined || main?.text === undefined) return [];
  const hidden = hiddenStyles(parts.get('word/styles.xml')?.text ?? '');
  const others = [...headersOf(parts, name, main.text), ...notesOf(parts, main.text)];
  return [main.text, ...others].flatMap((xml) => textsOf(xml, hidden));
}

function textsOf(xml: string, hidden: ReadonlySet<string>): string[] {
  if (!isContent.test(xml) && !/<(?:\w+:)?(?:footnote|endnote)[\s>]/.test(xml)) return [];
  const prefix =
    /^[^]{0,2000}?<(\w+:)?(?:document|hdr|ftr|footnote|endnote|footnotes|endnotes)[\s>]/.exec(xml)?.[1] ?? '';
  const texts: string[] = [];
  let paragraph = '';
  let paragraphEnd = -1;
  let skipUntil = -1;
  const fields: { code: string; inResult: boolean }[] = [];
  const flush = (): void => {
    if (paragraph.trim() !== '') texts.push(paragraph);
    paragraph = '';
  };
  for (const element of readElements(xml) ?? []) {
    if (element.start < skipUntil) continue;
    const { name } = element;
    // A paragraph in a text box can end inside another paragraph, whose text then continues.
    if (name === 'p' || element.start >= paragraphEnd) flush();
    if (name === 'p') paragraphEnd = element.end;
    else if (element.start >= paragraphEnd) paragraphEnd = Infinity;
    if (unprinted.has(name) || isHidden(xml, element, hidden)) skipUntil = element.end;
    else if (name === 'fldChar') followField(xml, element, fields);
    else if (name === 'fldSimple' && layoutFields.test(attributeOf(xml, element, 'instr')))
      skipUntil = element.end;
    else if (name === 'instrText') {
      const field = fields.at(-1);
      if (field) field.code += unescapeXml(xml.slice(element.contentStart, element.contentEnd));
    } else if (['tab', 'br', 'cr', 'ptab'].includes(name)) paragraph += ' ';
    else if (name === 'noBreakHyphen') paragraph += '-';
    else if (name === 't' && xml.startsWith(`<${prefix}t`, element.start) && !fields.some(isLayout))
      paragraph += unescapeXml(xml.slice(element.contentStart, element.contentEnd));
  }
  flush();
  return texts;
}

const isLayout = ({ code, inResult }: { code: string; inResult: boolean }): boolean =>
  !inResult || layoutFields.test(code);

function followField(xml: string, mark: XmlElement, fields: { code: string; inResult: boolean }[]): void {
  const type = attributeOf(xml, mark, 'fldCharType');
  const field = fields.at(-1);
  if (type === 'begin') fields.push({ code: '', inResult: false });
  else if (type === 'separate' && field) field.inResult = true;
  else if (type === 'end') fields.pop();
}

const attributeOf = (xml: string, element: XmlElement, name: string): string =>
  localAttribute(readTags(startTagOf(xml, element), element.name)[0] ?? {}, name) ?? '';

/**
 * Returns true for a run with `w:vanish`, a run or paragraph whose style has it, and a row or drawing that is
 * marked as hidden.
 */
function isHidden(xml: string, element: XmlElement, hidden: ReadonlySet<string>): boolean {
  const { name, children } = element;
  if (name === 'anchor' || name === 'inline')
    return children.some((child) => child.name === 'docPr' && isOn(attributeOf(xml, child, 'hidden'), false));
  if (name === 'tr')
    return children.some(
      (child) => child.name === 'trPr' && child.children.some((one) => one.name === 'hidden'),
    );
  if (name !== 'r' && name !== 'p') return false;
  const properties = children.find((child) => child.name === `${name}Pr`)?.children ?? [];
  if (properties.some((one) => one.name === `${name}Style` && hidden.has(attributeOf(xml, one, 'val'))))
    return true;
  return (
    name === 'r' &&
    properties.some((one) => one.name === 'vanish' && isOn(attributeOf(xml, one, 'val'), true))
  );
}

const isOn = (value: string, standard: boolean): boolean =>
  value === '' ? standard : value !== '0' && value !== 'false' && value !== 'off';

const hiddenStyles = (xml: string): Set<string> =>
  new Set(
    [...xml.matchAll(/<w:style\s[^]*?<\/w:style>/g)].flatMap(([style]) =>
      /<w:vanish[\s/>]/.test(style)
        ? [localAttribute(readTags(style, 'style')[0] ?? {}, 'styleId') ?? '']
        : [],
    ),
  );

/** Returns headers or footers of the first section. Those of other sections may not be printed. */
function headersOf(parts: Parts, name: string, xml: string): string[] {
  const section = /<(?:\w+:)?sectPr[\s>][^]*?<\/(?:\w+:)?sectPr>/.exec(xml)?.[0] ?? '';
  const wanted = /<(?:\w+:)?titlePg(?:\s*\/>|\s+(?:\w+:)?val="(?:1|true|on)")/.test(section)
    ? 'first'
    : 'default';
  const ids = ['headerReference', 'footerReference'].flatMap((reference) =>
    readTags(section, reference).flatMap((tag) =>
      (localAttribute(tag, 'type') ?? 'default') === wanted ? [localAttribute(tag, 'id') ?? ''] : [],
    ),
  );
  const folder = name.replace(/[^/]*$/, '');
  const relationships = readRelationships(
    parts.get(`${folder}_rels/${name.slice(folder.length)}.rels`)?.text ?? '',
  );
  return relationships.flatMap(({ id, target, leavesPackage }) => {
    const part = target.startsWith('/') ? target.slice(1) : folder + target;
    return !leavesPackage && ids.includes(id) ? (parts.get(part.toLowerCase())?.text ?? []) : [];
  });
}

/** Returns the footnotes and endnotes that the main part refers to. */
function notesOf(parts: Parts, xml: string): string[] {
  return ['footnote', 'endnote'].flatMap((kind) => {
    const ids = new Set(readTags(xml, `${kind}Reference`).map((tag) => localAttribute(tag, 'id')));
    const notes = parts.get(`word/${kind}s.xml`)?.text ?? '';
    return [...notes.matchAll(new RegExp(`<(?:\\w+:)?${kind}\\s[^]*?</(?:\\w+:)?${kind}>`, 'g'))].flatMap(
      ([note]) => (ids.has(localAttribute(readTags(note, kind)[0] ?? {}, 'id')) ? [note] : []),
    );
  });
}
