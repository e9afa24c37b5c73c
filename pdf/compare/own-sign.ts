/** How a simple font names its glyphs, as pdf.js reports it. */
export type GlyphNames = {
  composite?: boolean;
  isSymbolicFont?: boolean;
  differences?: readonly (string | undefined)[];
  defaultEncoding?: readonly (string | undefined)[];
};

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/**
 * Returns the letter or digit that a code of a font draws according to its glyph name; undefined if the name
 * does not identify one. Names such as `g12` or `a0`, ligatures and small capitals do not, nor does an
 * encoding that a symbolic font overrides.
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
