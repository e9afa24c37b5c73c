import type { WantedFont } from '../../../ports/docx-converter.ts';
import { isContent } from './content-parts.ts';
import { substituteFor } from './font-stand-ins.ts';
import type { Parts } from './read-parts.ts';
import { localAttribute, readTags } from './read-tags.ts';

/**
 * Elements and attributes that name fonts in document text, and in drawings and themes (ECMA-376 part 1,
 * 17.3.2.26 and 21.1.2.3.7).
 */
const places: [element: string, attributes: string[]][] = [
  ['rFonts', ['ascii', 'hAnsi', 'eastAsia', 'cs']],
  ['latin', ['typeface']],
  ['ea', ['typeface']],
  ['cs', ['typeface']],
];

/** The font that Word uses when a document names none. */
const standard = 'Times New Roman';
/** Maximum number of fonts per document. No human author uses more. */
const most = 200;

/** Returns all fonts that a Word document names, each with its replacement. */
export function wantedFonts(parts: Parts): WantedFont[] {
  const named = new Set([standard]);
  for (const [part, { text }] of parts)
    if (text !== undefined && part.startsWith('word/'))
      for (const name of fontsNamedIn(text)) if (named.size < most) named.add(name);
  const printed = printedFonts(parts);
  const kinds = new Map(
    [...(parts.get('word/fonttable.xml')?.text ?? '').matchAll(/<w:font\s[^]*?<\/w:font>/g)].map(([xml]) => {
      const read = (element: string): string | undefined => valueOf(xml, element);
      const name = localAttribute(readTags(xml, 'font')[0] ?? {}, 'name') ?? '';
      return [name, { kind: read('family'), characterSet: read('charset') }] as const;
    }),
  );
  return [...named].map((name) => {
    const { kind, characterSet } = kinds.get(name) ?? {};
    const standIn = substituteFor(name, kind, characterSet);
    return { name, printed: printed.has(name), ...(standIn === undefined ? {} : { standIn }) };
  });
}

/**
 * Returns the fonts of printed text, set directly or by a used style. When in doubt, it includes the font.
 */
function printedFonts(parts: Parts): Set<string> {
  const contents = [...parts.values()].flatMap(({ text = '' }) => (isContent.test(text) ? [text] : []));
  const styles = usedStyles(parts.get('word/styles.xml')?.text ?? '', contents);
  const fonts = new Set([...contents, ...styles].flatMap(fontsNamedIn));
  const themes = [...contents, ...styles].flatMap((xml) =>
    readTags(xml, 'rFonts').flatMap((tag) =>
      ['asciiTheme', 'hAnsiTheme'].map((attribute) => localAttribute(tag, attribute) ?? ''),
    ),
  );
  for (const kind of ['major', 'minor']) {
    if (!themes.some((theme) => theme.startsWith(kind))) continue;
    const theme = [...parts].find(([name]) => name.startsWith('word/theme/') && !name.endsWith('.rels'));
    const xml = new RegExp(`<a:${kind}Font>[^]*?</a:${kind}Font>`).exec(theme?.[1].text ?? '')?.[0] ?? '';
    fonts.add(localAttribute(readTags(xml, 'latin')[0] ?? {}, 'typeface') ?? '');
  }
  return fonts.size === 0 ? fonts.add(standard) : fonts;
}

/** Returns the default styles and the styles that `contents` use, including their base styles. */
function usedStyles(xml: string, contents: readonly string[]): string[] {
  const defaults = /<w:docDefaults>[^]*?<\/w:docDefaults>/.exec(xml)?.[0] ?? '';
  const all = [...xml.matchAll(/<w:style\s[^]*?<\/w:style>/g)].map(([style]) => {
    const tag = readTags(style, 'style')[0] ?? {};
    return { style, id: localAttribute(tag, 'styleId') ?? '', standard: localAttribute(tag, 'default') };
  });
  const wanted = new Set(
    contents.flatMap((content) => ['pStyle', 'rStyle', 'tblStyle'].flatMap(idsIn(content))),
  );
  const used = new Set<string>();
  const queue = all.filter(({ id, standard: isStandard }) => isStandard === '1' || wanted.has(id));
  for (const { style } of queue) {
    if (used.has(style)) continue;
    used.add(style);
    const base = valueOf(style, 'basedOn');
    queue.push(...all.filter(({ id }) => id === base));
  }
  return [defaults, ...used];
}

const idsIn = (xml: string) => (element: string) =>
  readTags(xml, element).flatMap((tag) => localAttribute(tag, 'val') ?? []);

const valueOf = (xml: string, element: string): string | undefined =>
  localAttribute(readTags(xml, element)[0] ?? {}, 'val');

function fontsNamedIn(xml: string): string[] {
  return places.flatMap(([element, attributes]) =>
    readTags(xml, element).flatMap((tag) =>
      attributes.flatMap((attribute) => localAttribute(tag, attribute) || []),
    ),
  );
}
