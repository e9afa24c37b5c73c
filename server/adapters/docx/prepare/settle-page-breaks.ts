import { localAttribute, readTags } from '../check/read-tags.ts';
import type { XmlEdit } from './edit-xml.ts';
import { startTagOf, type XmlElement } from './xml-elements.ts';

/** A paragraph with one of these properties is more than a page break. */
const meaningful: ReadonlySet<string> = new Set(['sectPr', 'numPr', 'framePr', 'pageBreakBefore']);
const empty: ReadonlySet<string> = new Set([
  'bookmarkStart',
  'bookmarkEnd',
  'proofErr',
  'permStart',
  'permEnd',
]);

/**
 * Replaces a paragraph that contains only a page break with a page break before the next paragraph. Such a
 * paragraph is one line high, and if it does not fit on the page, the converter moves it to a blank page.
 */
export function settlePageBreaks(xml: string, elements: readonly XmlElement[]): XmlEdit[] {
  return elements.flatMap((paragraph) => {
    const siblings = paragraph.parent?.children ?? [];
    if (paragraph.name !== 'p' || paragraph.parent?.name !== 'body' || !isPageBreak(xml, paragraph))
      return [];
    const next = siblings[siblings.indexOf(paragraph) + 1];
    if (next?.name !== 'p' || isPageBreak(xml, next) || hasMeaning(next)) return [];
    const kept = paragraph.children.filter(({ name }) => name.startsWith('bookmark'));
    const text = kept.map(({ start, end }) => xml.slice(start, end)).join('');
    return [{ start: paragraph.start, end: paragraph.end, text }, beginsPage(xml, next)];
  });
}

const propertiesOf = (element: XmlElement): XmlElement | undefined =>
  element.children.find(({ name }) => name === `${element.name}Pr`);

const hasMeaning = (paragraph: XmlElement): boolean =>
  propertiesOf(paragraph)?.children.some(({ name }) => name === 'framePr' || name === 'pageBreakBefore') ===
  true;

function isPageBreak(xml: string, paragraph: XmlElement): boolean {
  if (propertiesOf(paragraph)?.children.some(({ name }) => meaningful.has(name))) return false;
  let breaks = 0;
  for (const child of paragraph.children) {
    if (child.name === 'pPr' || empty.has(child.name)) continue;
    if (child.name !== 'r') return false;
    for (const { name, ...rest } of child.children) {
      if (name === 'rPr' || name === 'lastRenderedPageBreak') continue;
      const tag = readTags(startTagOf(xml, { name, ...rest }), 'br')[0];
      if (name !== 'br' || localAttribute(tag ?? {}, 'type') !== 'page') return false;
      breaks += 1;
    }
  }
  return breaks === 1;
}

function beginsPage(xml: string, paragraph: XmlElement): XmlEdit {
  const tag = startTagOf(xml, paragraph);
  const prefix = /^<([^\s<>/:]+:)?/.exec(tag)?.[1] ?? '';
  const mark = `<${prefix}pageBreakBefore/>`;
  const properties = propertiesOf(paragraph);
  if (properties && !startTagOf(xml, properties).endsWith('/>'))
    return { start: properties.contentStart, end: properties.contentStart, text: mark };
  const own = `<${prefix}pPr>${mark}</${prefix}pPr>`;
  if (properties) return { start: properties.start, end: properties.end, text: own };
  if (!tag.endsWith('/>')) return { start: paragraph.contentStart, end: paragraph.contentStart, text: own };
  return { start: paragraph.start, end: paragraph.end, text: `${tag.slice(0, -2)}>${own}</${prefix}p>` };
}
