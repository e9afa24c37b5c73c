/**
 * An element of a part, with offsets into its text. `name` is the local name, because authors choose prefixes
 * freely.
 */
export type XmlElement = {
  name: string;
  /** Offset of its start tag. */
  start: number;
  /** Start and end of its content. Both equal `end` for a self-closing element. */
  contentStart: number;
  contentEnd: number;
  end: number;
  parent: XmlElement | undefined;
  children: XmlElement[];
};

/**
 * Also matches comments, CDATA sections and processing instructions, so that markup inside them is skipped.
 */
const markup =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(\/?)(?:[^\s<>/:"'=]+:)?([^\s<>/:"'=]+)[^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*>/g;

/** Maximum nesting, deeper than any real document. LibreOffice fails earlier. */
const maxDepth = 2_000;

/**
 * Returns all elements in document order. Returns undefined if the tags do not match; such a part is left
 * unchanged.
 */
export function readElements(xml: string): XmlElement[] | undefined {
  const elements: XmlElement[] = [];
  const open: XmlElement[] = [];
  for (const match of xml.matchAll(markup)) {
    const [text, slash, name] = match;
    if (name === undefined || name.startsWith('!')) continue;
    const end = match.index + text.length;
    if (slash === '/') {
      const element = open.pop();
      if (element?.name !== name) return undefined;
      element.contentEnd = match.index;
      element.end = end;
      continue;
    }
    const parent = open.at(-1);
    const element = {
      name,
      start: match.index,
      contentStart: end,
      contentEnd: end,
      end,
      parent,
      children: [],
    };
    parent?.children.push(element);
    elements.push(element);
    if (!text.endsWith('/>') && open.push(element) > maxDepth) return undefined;
  }
  return open.length === 0 ? elements : undefined;
}

/** Returns the start tag of an element. */
export const startTagOf = (xml: string, element: XmlElement): string =>
  xml.slice(element.start, element.contentStart);
