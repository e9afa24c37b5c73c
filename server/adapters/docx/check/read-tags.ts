/** Attributes by their name as written, including the prefix. `x:Target` is not `Target`. */
export type Attributes = Readonly<Record<string, string>>;

const prefix = '(?:[^\\s<>/:"\'=]+:)?';
const attributes = '(?:\\s+[^\\s<>/"\'=]+\\s*=\\s*(?:"[^"]*"|\'[^\']*\'))*';

/**
 * Matches every element with this local name and any prefix, and captures its attributes. It also matches
 * inside comments and CDATA, because otherwise an attacker could make the check skip content that the
 * converter reads.
 */
export function elementPattern(name: string): RegExp {
  return new RegExp(`<${prefix}${name}(${attributes})\\s*(?:/>|>(?:\\s*</${prefix}${name}\\s*>)?)`, 'g');
}

export function readTags(xml: string, name: string): Attributes[] {
  return Array.from(xml.matchAll(elementPattern(name)), ([, text = '']) => readAttributes(text));
}

/**
 * Resolves the five predefined entities and character references, so that `Ext&#101;rnal` cannot hide an
 * attribute value.
 */
function readAttributes(text: string): Attributes {
  const pair = /([^\s<>/"'=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
  return Object.fromEntries(
    Array.from(text.matchAll(pair), ([, name = '', double, single]) => [
      name,
      unescapeXml(double ?? single ?? ''),
    ]),
  );
}

/**
 * Returns the value of an attribute regardless of its prefix, such as `xlink:href` or `w:instr`, because
 * authors choose prefixes freely.
 */
export function localAttribute(tag: Attributes, name: string): string | undefined {
  return Object.entries(tag).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1];
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export function unescapeXml(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, word?: string) => {
      if (word !== undefined) return named[word] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
