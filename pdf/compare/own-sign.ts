/** The glyph names of a simple font, as reported by pdf.js. */
export type GlyphNames = {
  composite?: boolean;
  isSymbolicFont?: boolean;
  differences?: readonly (string | undefined)[];
  defaultEncoding?: readonly (string | undefined)[];
};

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/**
 * Returns the letter or digit that a character code draws according to its glyph name, or undefined if the name
 * does not identify one. That is the case for names such as `g12` or `a0`, ligatures, small capitals, and
 * encodings that a symbolic font overrides.
 */
export function glyphSign(font: GlyphNames, code: number): string | undefined {
  if (font.composite) return undefined;
  const assumed = font.isSymbolicFont ? undefined : font.defaultEncoding?.[code];
  const name = font.differences?.[code] ?? assumed ?? '';
  if (/^[A-Za-z]$/.test(name)) return name;
  if (digits.includes(name)) return String(digits.indexOf(name));
  const [, hex] = /^uni([0-9A-F]{4})$/.exec(name) ?? [];
  const sign = hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16));
  return /^[A-Za-z0-9]$/.test(sign) ? sign : undefined;
}
