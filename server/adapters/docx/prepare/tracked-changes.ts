import { isContent } from '../check/content-parts.ts';
import { editXml, type XmlEdit } from './edit-xml.ts';
import { readElements, type XmlElement } from './xml-elements.ts';

/** Elements of inserted content (ECMA-376 part 1, 17.13.5). */
const inserted: ReadonlySet<string> = new Set(['ins', 'moveTo']);
const deleted: ReadonlySet<string> = new Set(['del', 'moveFrom']);
/** Elements that contain the previous properties of their parent. */
const formerProperties: ReadonlySet<string> = new Set([
  ...['rPrChange', 'pPrChange', 'sectPrChange', 'tblPrChange', 'tblPrExChange'],
  ...['trPrChange', 'tcPrChange', 'tblGridChange'],
]);
const cellMarks: ReadonlySet<string> = new Set(['cellIns', 'cellDel', 'cellMerge']);
/** Empty elements that mark the start and end of a move. */
const moveRange = /^(?:moveFrom|moveTo|customXml(?:Ins|Del|MoveFrom|MoveTo))Range(?:Start|End)$/;

const trackedChange =
  /<(?:[^\s<>/:"'=]+:)?(?:ins|del|moveFrom|moveTo|numberingChange|cell(?:Ins|Del|Merge)|\w+PrChange|tblPrExChange|tblGridChange)[\s/>]/;

/** Returns true if a part with page text contains a tracked change. */
export const hasTrackedChange = (xml: string): boolean => isContent.test(xml) && trackedChange.test(xml);

const isTrackedChange = ({ name }: XmlElement): boolean =>
  inserted.has(name) ||
  deleted.has(name) ||
  formerProperties.has(name) ||
  cellMarks.has(name) ||
  name === 'numberingChange';

function settleTrackedChanges(
  xml: string,
  elements: readonly XmlElement[],
  choice: 'accept' | 'reject',
): XmlEdit[] {
  const gone = choice === 'accept' ? deleted : inserted;
  const edits: XmlEdit[] = [];
  const cut = new Set<XmlElement>();
  const remove = (element: XmlElement): void => {
    cut.add(element);
    edits.push(element);
  };
  for (const element of elements) {
    const { name, parent } = element;
    if (formerProperties.has(name)) {
      if (choice === 'reject' && parent) edits.push(...restore(xml, parent, element));
      else edits.push(element);
    } else if (name === 'numberingChange' || moveRange.test(name)) edits.push(element);
    else if (cellMarks.has(name)) {
      const cell = parent?.parent;
      edits.push(element);
      if (cell?.name === 'tc' && name === (choice === 'accept' ? 'cellDel' : 'cellIns')) remove(cell);
    } else if (inserted.has(name) || deleted.has(name)) {
      if (isMark(element)) edits.push(element);
      else if (gone.has(name)) edits.push(element);
      else edits.push(...unwrap(element));
      const row = parent?.name === 'trPr' ? parent.parent : undefined;
      if (row && gone.has(name)) remove(row);
    } else if (choice === 'reject' && (name === 'delText' || name === 'delInstrText'))
      edits.push(...renamed(xml, element));
  }
  removeEmptied(elements, cut, remove);
  return [...edits, ...joinParagraphs(xml, elements, { choice, gone })];
}

/**
 * Returns true for a mark in properties, which applies to a whole paragraph, row or character as a wrapper
 * applies to its content.
 */
const isMark = ({ parent }: XmlElement): boolean => /Pr$/.test(parent?.name ?? '');

const unwrap = (element: XmlElement): XmlEdit[] => [
  { start: element.start, end: element.contentStart },
  { start: element.contentEnd, end: element.end },
];

/** Restores deleted text: `w:delText` becomes `w:t`, and `w:delInstrText` becomes `w:instrText`. */
function renamed(xml: string, { start, contentStart, contentEnd, end, name }: XmlElement): XmlEdit[] {
  const rename = (tag: string): string => tag.replace(name, name === 'delText' ? 't' : 'instrText');
  return [
    { start, end: contentStart, text: rename(xml.slice(start, contentStart)) },
    { start: contentEnd, end, text: rename(xml.slice(contentEnd, end)) },
  ];
}

/**
 * Properties that are kept although the previous properties lack them, because tracked changes do not include
 * them (17.13.5.29, 17.13.5.32).
 */
const kept: Readonly<Record<string, readonly string[]>> = {
  pPr: ['rPr', 'sectPr'],
  sectPr: ['headerReference', 'footerReference'],
};

/** Replaces the current properties with the previous ones. */
function restore(xml: string, properties: XmlElement, change: XmlElement): XmlEdit[] {
  const former = change.children[0];
  const content = former ? xml.slice(former.contentStart, former.contentEnd) : '';
  const stays = kept[properties.name] ?? [];
  return properties.children.flatMap((child): XmlEdit[] => {
    if (child === change) return [{ start: change.start, end: change.end, text: content }];
    return stays.includes(child.name) || isTrackedChange(child) ? [] : [child];
  });
}

/** Removes rows without cells and tables without rows, which are invalid. */
function removeEmptied(
  elements: readonly XmlElement[],
  cut: ReadonlySet<XmlElement>,
  remove: (element: XmlElement) => void,
): void {
  if (cut.size === 0) return;
  for (const [holder, item] of [
    ['tr', 'tc'],
    ['tbl', 'tr'],
  ]) {
    for (const element of elements) {
      const items = element.children.filter(({ name }) => name === item);
      if (element.name === holder && items.length > 0 && items.every((one) => cut.has(one))) remove(element);
    }
  }
}

/**
 * Merges a paragraph whose end mark was removed with the next one, whose properties apply to both. Without a
 * next paragraph, it is removed if empty and otherwise remains.
 */
function joinParagraphs(
  xml: string,
  elements: readonly XmlElement[],
  { choice, gone }: { choice: 'accept' | 'reject'; gone: ReadonlySet<string> },
): XmlEdit[] {
  const losesEnd = (paragraph: XmlElement | undefined): boolean =>
    paragraph?.name === 'p' &&
    (child(child(paragraph, 'pPr'), 'rPr')?.children.some(({ name }) => gone.has(name)) ?? false);
  /** Gives the first paragraph of a chain the properties of the last one. */
  const inheritProperties = (at: number, siblings: readonly XmlElement[]): XmlEdit => {
    const end = siblings.findIndex(
      (one, index) => index > at && (!losesEnd(one) || siblings[index + 1]?.name !== 'p'),
    );
    const properties = child(siblings[end], 'pPr');
    const own = child(siblings[at], 'pPr');
    return {
      start: own?.start ?? 0,
      end: own?.end ?? 0,
      text: properties ? settle(xml.slice(properties.start, properties.end), choice) : '',
    };
  };
  const holders = new Set(elements.filter(losesEnd).map(({ parent }) => parent));
  return [...holders].flatMap((holder) => {
    const siblings = holder?.children.filter(({ name }) => !isAnchor.test(name)) ?? [];
    return siblings.flatMap((paragraph, at): XmlEdit[] => {
      const next = siblings[at + 1];
      if (!losesEnd(paragraph)) return [];
      if (next?.name !== 'p') return next !== undefined && isEmptied(paragraph, gone) ? [paragraph] : [];
      return [
        ...(losesEnd(siblings[at - 1]) ? [] : [inheritProperties(at, siblings)]),
        ...(next.contentStart === next.end
          ? [next]
          : [
              { start: paragraph.contentEnd, end: paragraph.end },
              { start: next.start, end: child(next, 'pPr')?.end ?? next.contentStart },
            ]),
      ];
    });
  });
}

/** Returns a part, or the properties of a paragraph, with all tracked changes accepted or rejected. */
export function settle(xml: string, choice: 'accept' | 'reject'): string {
  const elements = readElements(xml);
  return elements ? editXml(xml, settleTrackedChanges(xml, elements, choice)) : xml;
}

const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name);

/** Elements that only mark a position, and may be between paragraphs or inside one. */
const isAnchor = /^(?:bookmark|comment|perm|proofErr|move|customXml)\w*(?:Start|End)?$/;

const isEmptied = (paragraph: XmlElement, gone: ReadonlySet<string>): boolean =>
  paragraph.children.every(({ name }) => name === 'pPr' || gone.has(name) || isAnchor.test(name));
