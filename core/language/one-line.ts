import { wellFormed } from './well-formed.ts';

/**
 * Returns the text on one line with at most `most` characters, without direction controls and invisible
 * characters (S-17).
 */
export function line(text: string, most: number): string {
  const clean = wellFormed(text)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  return wellFormed(clean.slice(0, most));
}
