import type { Alternate } from '../render/read-alternates.ts';
import type { PdfiumGlyph } from '../render/page-glyphs.ts';
import { lettersOf } from './letters.ts';
import type { PdfJsGlyph } from './place-letters.ts';
import { wordsIn } from './words.ts';

const MOST_WORDS = 5;

/** Words that are drawn as one thing and read as another, each as ‘1200 → 9100’. */
export function misreadWords(glyphs: readonly PdfJsGlyph[]): string[] {
  const wrong = new Set(glyphs.filter(isMisread));
  if (wrong.size === 0) return [];
  const words = wordsIn(glyphs).filter((word) => word.some((glyph) => wrong.has(glyph)));
  const told = words.map((word) => {
    const drawn = word.map((glyph) => glyph.own ?? glyph.sign).join('');
    return `${drawn} → ${word.map(({ sign }) => sign).join('')}`;
  });
  return [...new Set(told)].slice(0, MOST_WORDS);
}

function isMisread({ own, sign }: PdfJsGlyph): boolean {
  const read = lettersOf(sign);
  return own !== undefined && read !== '' && !read.includes(own.toLowerCase());
}

/** A few letters may be read otherwise: a ligature, a cluster of a script that joins, an end of a line. */
const FEW_LETTERS = 3;

/** Texts that are read in place of others and are not the same: a blind reader would hear another contract. */
export function falseAlternates(alternates: readonly Alternate[], glyphs: readonly PdfiumGlyph[]): string[] {
  if (alternates.length === 0) return [];
  const drawn = new Map<number, string>();
  for (const { object, sign } of glyphs) drawn.set(object, (drawn.get(object) ?? '') + sign);
  return alternates
    .filter(({ text, objects }) => {
      const [read, shown] = [text, objects.map((object) => drawn.get(object) ?? '').join('')].map(sorted);
      if (read === shown || read === '' || shown === '') return false;
      const isShort = Math.max(read!.length, shown!.length) <= FEW_LETTERS;
      return !isShort || /\p{N}/u.test(read! + shown!);
    })
    .map(({ text }) => text);
}

/** In any order: texts from right to left, and clusters, are drawn in another one than they are read in. */
const sorted = (text: string): string => [...lettersOf(text)].sort().join('');
