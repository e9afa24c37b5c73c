import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5';
import { quoted } from '#core/language/quoted.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { refuseUpload } from '#core/upload-refusal.ts';
import { escapeMarkup } from '#core/language/escape-markup.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements that are printed, with the attributes they keep in addition to those of `everywhere`. */
const elements: Readonly<Record<string, readonly string[]>> = {
  ...fromNames('h1 h2 h3 h4 h5 h6 p div section article header footer main address blockquote pre figure'),
  ...fromNames('span b strong i em u s del ins sub sup small mark q cite abbr code kbd samp var tt'),
  ...fromNames('dl dt dd ul figcaption caption thead tbody tfoot tr br hr colgroup'),
  ol: ['start', 'type', 'reversed'],
  li: ['value'],
  table: ['border', 'cellpadding', 'cellspacing', 'width'],
  td: ['colspan', 'rowspan', 'width', 'valign'],
  th: ['colspan', 'rowspan', 'width', 'valign', 'scope'],
  col: ['span', 'width'],
  img: ['width', 'height', 'alt'],
};
const everywhere = ['align', 'dir', 'lang'];
const empty = new Set(['br', 'hr', 'img', 'col']);
/** Elements that are removed with their content, which is never printed. */
const dropped = new Set(
  'script style template noscript iframe frame frameset object embed applet svg math canvas audio video head title link meta base select datalist textarea button input'.split(
    ' ',
  ),
);
/** Elements that begin and end a paragraph. */
const blocks = new Set(
  'h1 h2 h3 h4 h5 h6 p div section article header footer main address blockquote pre figure figcaption caption dt dd li tr td th table ul ol dl hr br body'.split(
    ' ',
  ),
);

/** Maximum nesting, deeper than any real document, because the converter recurses. */
const maxDepth = 100;

function fromNames(names: string): Record<string, readonly string[]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, []]));
}

/**
 * Returns the page with only known elements, attributes and styles, and its texts by paragraph. Unknown
 * elements are replaced with their content. A picture from another place is refused, since leaving it out
 * would change the document.
 */
export function cleanHtml(source: string): { html: string; texts: string[] } | Refusal {
  const document = parse(source, { scriptingEnabled: false });
  const root = document.childNodes.find((node): node is Element => node.nodeName === 'html');
  const body = root?.childNodes.find((node): node is Element => node.nodeName === 'body');
  if (!root || !body) return { html: '', texts: [] };
  const out: string[] = [];
  const texts: string[] = [];
  let text = '';
  const flush = (): void => {
    if (text.trim() !== '') texts.push(text.replaceAll(/\s+/g, ' ').trim());
    text = '';
  };
  const write = (node: Node, depth: number): Refusal | undefined => {
    if (tree.isTextNode(node)) {
      text += node.value;
      out.push(escapeMarkup(node.value));
      return undefined;
    }
    if (!tree.isElementNode(node) || dropped.has(node.tagName)) return undefined;
    if (depth > maxDepth) return tooDeep();
    const { tagName } = node;
    const isBlock = blocks.has(tagName);
    if (isBlock) flush();
    const tag = tagName !== 'body' && Object.hasOwn(elements, tagName) ? startTag(node) : '';
    if (isRefusal(tag)) return tag;
    out.push(tag);
    for (const child of node.childNodes) {
      const refused = write(child, depth + 1);
      if (refused) return refused;
    }
    if (tag !== '' && !empty.has(tagName)) out.push(`</${tagName}>`);
    if (isBlock) flush();
    return undefined;
  };
  const refused = write(body, 0);
  if (refused) return refused;
  flush();
  const language = attributesOf(root, everywhere);
  return {
    html: `<!DOCTYPE html><html${language}><head><meta charset="utf-8"><style>${pageStyle}</style></head><body${attributesOf(body, everywhere)}>${out.join('')}</body></html>`,
    texts,
  };
}

const pageStyle =
  '@page{size:21cm 29.7cm;margin:2cm}body{font-family:"Liberation Sans",sans-serif;font-size:11pt}table{border-collapse:collapse}';

function startTag(element: Element): string | Refusal {
  const { tagName } = element;
  const attributes = attributesOf(element, [...everywhere, ...(elements[tagName] ?? [])]);
  if (tagName !== 'img') return `<${tagName}${attributes}>`;
  const source = element.attrs.find(({ name }) => name === 'src')?.value.trim() ?? '';
  if (!/^data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/=\s]+$/.test(source))
    return refuseUpload(
      'markup-external-picture',
      `The picture ‘${quoted(source)}’ is not in the file. Write it as a data: URI with a PNG, JPEG or GIF.`,
      { words: quoted(source) },
    );
  return `<img src="${source.replaceAll(/\s/g, '')}"${attributes}>`;
}

function attributesOf(element: Element, names: readonly string[]): string {
  return element.attrs
    .map(({ name, value }) => {
      if (name === 'style') return cleanStyle(value);
      return names.includes(name) ? ` ${name}="${escapeMarkup(value)}"` : '';
    })
    .join('');
}

function tooDeep(): Refusal {
  return refuseUpload(
    'markup-too-deep',
    `The elements of this file are nested more than ${maxDepth} deep. Simplify it, or upload it as PDF.`,
  );
}

/**
 * CSS properties that change how text looks. None of these properties hides text, moves it or fetches
 * anything.
 */
const properties =
  /^(?:text-(?:align|decoration|indent|transform)|font-(?:weight|style|size|family|variant)|line-height|color|background-color|border(?:-(?:top|right|bottom|left))?(?:-(?:width|style|color))?|border-collapse|padding(?:-(?:top|right|bottom|left))?|margin(?:-(?:top|bottom))?|width|vertical-align|white-space|direction|list-style-type|page-break-(?:before|after|inside)|break-(?:before|after|inside))$/;
const values = /^[\w\s#%.,"'()-]+$/;

/** Returns a style attribute with only the known properties; an empty text if there are none. */
function cleanStyle(style: string): string {
  const kept = style.split(';').flatMap((part) => {
    const at = part.indexOf(':');
    const [name, value] = [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()];
    const isKept =
      at > 0 && properties.test(name) && values.test(value) && !/url|expression|image|var\s*\(/i.test(value);
    return isKept && !(name.startsWith('margin') && value.includes('-'))
      ? [`${name}:${value.replaceAll('"', "'")}`]
      : [];
  });
  return kept.length === 0 ? '' : ` style="${kept.join(';')}"`;
}
