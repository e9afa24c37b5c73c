/**
 * Letters and symbols that fonts draw as an empty space and that Unicode does not mark as ignorable: Braille blank,
 * musical null notehead, Khitan filler, Egyptian blanks, and the object replacement character.
 */
const blankGlyphs = '\\u2800\\u{1d159}\\u{16fe4}\\u{13441}\\u{13442}\\ufffc';

/** Control, format and space characters, lone surrogates, and letters and marks that draw nothing. */
const invisible = `\\p{Cc}\\p{Cf}\\p{Cs}\\p{Z}\\p{White_Space}\\p{Default_Ignorable_Code_Point}${blankGlyphs}`;
const blank = new RegExp(`^[${invisible}]*$`, 'u');
const unseen = new RegExp(`[${invisible}]`, 'gu');

/** Whether a reader sees nothing of the text: it is empty, or every character of it is invisible. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}

/** The text, or '' when a reader would see nothing of it. Every required text is checked with this. */
export function blankToEmpty(text: string): string {
  return isBlank(text) ? '' : text;
}

/** The number of characters that a reader sees, counting ordinary spaces between them. */
export function visibleLength(text: string): number {
  const spaced = text.replaceAll(/[\p{Zs}\n]/gu, 'x');
  return [...spaced.replaceAll(unseen, '')].length;
}
