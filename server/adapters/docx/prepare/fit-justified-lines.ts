import { localAttribute, readTags } from '../check/read-tags.ts';
import type { XmlEdit } from './edit-xml.ts';
import type { ParagraphAlignment } from './paragraph-styles.ts';
import { startTagOf, type XmlElement } from './xml-elements.ts';

/**
 * Percentage to which Word condenses the spaces of a justified line so that one more word fits. Measured:
 * with 77 or 78, nearly all page breaks stored in such documents match; with 75 or 80, fewer do.
 */
const narrowest = 78;
/** Shorter paragraphs fit on one line. */
const shortest = 60;
/** Each space becomes a run. Above this number, the converter's own line breaks are kept. */
const maxSpaces = 40_000;

/**
 * Word 2013 and later condense the spaces of justified lines, which LibreOffice before 24.2 does not do. Its
 * lines then hold fewer words, and contracts become pages longer. This condenses the spaces of justified
 * paragraphs so that lines break as in Word. The converter widens them again when it justifies.
 */
export function fitJustifiedLines(
  xml: string,
  elements: readonly XmlElement[],
  alignmentOf: ParagraphAlignment,
): XmlEdit[] {
  const edits: XmlEdit[] = [];
  for (const element of elements) {
    if (element.name !== 'p') continue;
    const style = valueIn(xml, propertiesOf(element), 'pStyle');
    const alignment = valueIn(xml, propertiesOf(element), 'jc') ?? alignmentOf(style);
    if (alignment !== 'both') continue;
    const runs = runsOf(element);
    if (runs.reduce((length, run) => length + textLength(run), 0) < shortest) continue;
    for (const run of runs) edits.push(...condenseSpaces(xml, run));
    if (edits.length > maxSpaces) return [];
  }
  return edits;
}

const propertiesOf = (element: XmlElement): XmlElement | undefined =>
  element.children.find(({ name }) => name === `${element.name}Pr`);

function valueIn(xml: string, properties: XmlElement | undefined, name: string): string | undefined {
  const found = properties?.children.find((child) => child.name === name);
  return found && localAttribute(readTags(startTagOf(xml, found), name)[0] ?? {}, 'val');
}

/** Includes runs in links and in inserted text. */
const runsOf = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) => {
    if (child.name === 'r') return [child];
    return ['hyperlink', 'ins', 'moveTo', 'smartTag'].includes(child.name) ? runsOf(child) : [];
  });

const textsOf = (run: XmlElement): XmlElement[] => run.children.filter(({ name }) => name === 't');
const textLength = (run: XmlElement): number =>
  textsOf(run).reduce((length, { contentStart, contentEnd }) => length + contentEnd - contentStart, 0);

/** Splits the run at each space; the space becomes a run with the same properties. */
function condenseSpaces(xml: string, run: XmlElement): XmlEdit[] {
  const properties = propertiesOf(run);
  if (properties?.children.some(({ name }) => name === 'w')) return [];
  const prefix = /^<([^\s<>/:]+:)?/.exec(startTagOf(xml, run))?.[1] ?? '';
  const own = properties ? xml.slice(properties.contentStart, properties.contentEnd) : '';
  const [before, after] = [
    `<${prefix}r><${prefix}rPr>${own}`,
    `</${prefix}rPr><${prefix}t xml:space="preserve">`,
  ];
  const end = `</${prefix}t></${prefix}r>`;
  const space = `${end}${before}<${prefix}w ${prefix}val="${narrowest}"/>${after} ${end}${before}${after}`;
  return textsOf(run).flatMap((text): XmlEdit[] => {
    const content = xml.slice(text.contentStart, text.contentEnd);
    if (content.includes('<')) return [];
    return Array.from(content.matchAll(/ /g), ({ index }) => {
      const start = text.contentStart + index;
      return { start, end: start + 1, text: space };
    });
  });
}
