/**
 * Names of the printable ASCII characters, in order. They are also the names 3 to 97 of the Macintosh glyph
 * order (OpenType, `post`).
 */
const ASCII_NAMES = [
  ...'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright'.split(' '),
  ...'asterisk plus comma hyphen period slash zero one two three four five six seven eight nine'.split(' '),
  ...'colon semicolon less equal greater question at'.split(' '),
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'bracketleft backslash bracketright asciicircum underscore grave'.split(' '),
  ...'abcdefghijklmnopqrstuvwxyz',
  ...'braceleft bar braceright asciitilde'.split(' '),
];
const FIRST_ASCII = 32;
const CODES: ReadonlyMap<string, number> = new Map(ASCII_NAMES.map((name, at) => [name, FIRST_ASCII + at]));

/** Number of glyph names in the Macintosh glyph order, which fonts do not contain themselves. */
const STANDARD_NAMES = 258;
/** Index of the space in that order. */
const FIRST_NAMED = 3;

/**
 * Returns the character for a glyph name, for names of ASCII characters and code points. Returns undefined for
 * others.
 */
export function characterOf(glyphName: string): number | undefined {
  const [, digits] = /^uni([\dA-F]{4})$|^u([\dA-F]{4,6})$/.exec(glyphName)?.filter((part) => part) ?? [];
  return digits === undefined ? CODES.get(glyphName) : Number.parseInt(digits, 16);
}

/**
 * Returns the standard name of an ASCII character whose name states its code point. Returns other names
 * unchanged.
 */
export const usualName = (glyphName: string): string =>
  (/^u(ni)?[\dA-F]+$/.test(glyphName) && ASCII_NAMES[(characterOf(glyphName) ?? 0) - FIRST_ASCII]) ||
  glyphName;

const CODE_PAGES: Record<string, string> = { WinAnsiEncoding: 'windows-1252', MacRomanEncoding: 'macintosh' };

/** Returns the printable characters of a named encoding by code. Returns an empty map for other encodings. */
export function baseCharacters(encoding: string): ReadonlyMap<number, number> {
  const page = CODE_PAGES[encoding];
  if (page === undefined) return new Map();
  const bytes = Uint8Array.from({ length: 256 - FIRST_ASCII }, (_, at) => at + FIRST_ASCII);
  const characters = Array.from(new TextDecoder(page).decode(bytes), (letter) => letter.codePointAt(0)!);
  return new Map(characters.map((character, at) => [FIRST_ASCII + at, character]));
}

let macCodes: ReadonlyMap<number, number> | undefined;

/** Returns the Mac Roman code of a character, or undefined if it has none. */
export function macCodeOf(character: number): number | undefined {
  macCodes ??= new Map([...baseCharacters('MacRomanEncoding')].map(([code, known]) => [known, code]));
  return macCodes.get(character);
}

/**
 * Returns the glyphs of a TrueType font by name, from its `post` table. Returns an empty map if it has no names.
 */
export function glyphsByName(post: Buffer): ReadonlyMap<string, number> {
  const glyphs = new Map<string, number>();
  if (post.readUInt32BE(0) !== 0x20000) return glyphs;
  const count = post.readUInt16BE(32);
  const names: string[] = [];
  for (let at = 34 + count * 2; at < post.length;) {
    const length = post.readUInt8(at);
    names.push(post.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  for (let glyph = 0; glyph < count; glyph += 1) {
    const index = post.readUInt16BE(34 + glyph * 2);
    const name = index < STANDARD_NAMES ? ASCII_NAMES[index - FIRST_NAMED] : names[index - STANDARD_NAMES];
    if (name !== undefined && !glyphs.has(name)) glyphs.set(name, glyph);
  }
  return glyphs;
}
