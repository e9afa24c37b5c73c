/**
 * Letters and symbols that fonts draw as blank space although Unicode does not mark them as ignorable: Braille
 * blank, musical null notehead, Khitan filler, Egyptian blanks, and the object replacement character.
 */
const blankGlyphs = '\\u2800\\u{1d159}\\u{16fe4}\\u{13441}\\u{13442}\\ufffc';

/** Control, format and space characters, lone surrogates, and letters and marks that are not drawn. */
const invisible = `\\p{Cc}\\p{Cf}\\p{Cs}\\p{Z}\\p{White_Space}\\p{Default_Ignorable_Code_Point}${blankGlyphs}`;
/**
 * Searching for one visible character needs no stack. Matching a whole text of several megabytes would overflow
 * it.
 */
const seen = new RegExp(`[^${invisible}]`, 'u');
const unseen = new RegExp(`[${invisible}]`, 'gu');

/** Returns true if nothing is visible, because the text is empty or all its characters are invisible. */
export function isBlank(text: string): boolean {
  return !seen.test(text);
}

/** Returns the text, or '' if nothing in it is visible. Every required text is checked with this. */
export function blankToEmpty(text: string): string {
  return isBlank(text) ? '' : text;
}

/** Returns the number of visible characters, including the spaces between them. */
export function visibleLength(text: string): number {
  const spaced = text.replaceAll(/[\p{Zs}\n]/gu, 'x');
  return [...spaced.replaceAll(unseen, '')].length;
}
