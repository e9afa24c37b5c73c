import { localAttribute, readTags } from '../check/read-tags.ts';

/** Returns the value of w:jc for paragraphs with this style id. `undefined` means the default style. */
export type ParagraphAlignment = (style: string | undefined) => string | undefined;

type Style = { id: string; isDefault: boolean; base: string | undefined; alignment: string | undefined };

/** Reads the alignments from word/styles.xml. */
export function readParagraphAlignment(xml: string): ParagraphAlignment {
  const defaults = /<(?:\w+:)?pPrDefault>[^]*?<\/(?:\w+:)?pPrDefault>/.exec(xml)?.[0] ?? '';
  const styles = Array.from(xml.matchAll(/<(?:\w+:)?style\s[^]*?<\/(?:\w+:)?style>/g), ([style]) =>
    readStyle(style),
  );
  const byId = new Map(styles.map((style) => [style.id, style]));
  const standard = styles.find(({ isDefault }) => isDefault);
  return (id) => {
    let style = (id === undefined ? undefined : byId.get(id)) ?? standard;
    for (let up = 0; style !== undefined && up < 32; up += 1) {
      if (style.alignment !== undefined) return style.alignment;
      style = style.base === undefined ? undefined : byId.get(style.base);
    }
    return valueOf(defaults, 'jc');
  };
}

function readStyle(xml: string): Style {
  const tag = readTags(xml, 'style')[0] ?? {};
  const isParagraph = localAttribute(tag, 'type') === 'paragraph';
  return {
    // Other styles get no id, because paragraphs can only refer to paragraph styles.
    id: isParagraph ? (localAttribute(tag, 'styleId') ?? '') : '',
    isDefault: isParagraph && localAttribute(tag, 'default') === '1',
    base: valueOf(xml, 'basedOn'),
    alignment: valueOf(xml, 'jc'),
  };
}

const valueOf = (xml: string, element: string): string | undefined =>
  localAttribute(readTags(xml, element)[0] ?? {}, 'val');

/** Returns true if word/settings.xml declares the layout of Word 2013 or later. */
export const hasLayoutOf2013 = (settings: string): boolean =>
  readTags(settings, 'compatSetting').some(
    (tag) => localAttribute(tag, 'name') === 'compatibilityMode' && Number(localAttribute(tag, 'val')) >= 15,
  );
