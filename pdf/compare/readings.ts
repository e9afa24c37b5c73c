import type { Alternate } from '../render/read-alternates.ts';
import type { PdfiumGlyph } from '../render/page-glyphs.ts';
import { lettersOf } from './letters.ts';
import type { PdfJsGlyph } from './place-letters.ts';
import { wordsIn } from './words.ts';

const MOST_WORDS = 5;

/** Returns words that are drawn one way and read another way, such as ‘1200 → 9100’. */
export function misreadWords(glyphs: readonly PdfJsGlyph[]): string[] {
  const wrong = new Set(glyphs.filter(isMisread));
  if (wrong.size === 0) return [];
  const words = wordsIn(glyphs).filter((word) => word.some((glyph) => wrong.has(glyph)));
  const readings = words.map((word) => {
    const drawn = word.map((glyph) => glyph.own ?? glyph.sign).join('');
    return `${drawn} → ${word.map(({ sign }) => sign).join('')}`;
  });
  return [...new Set(readings)].slice(0, MOST_WORDS);
}

function isMisread({ own, sign }: PdfJsGlyph): boolean {
  const read = lettersOf(sign);
  return own !== undefined && read !== '' && !read.includes(own.toLowerCase());
}

/**
 * Number of letters that may be read differently, because of a ligature, a cluster of a joining script or a line
 * end.
 */
const FEW_LETTERS = 3;

type Read = { alternates: readonly Alternate[]; glyphs: readonly PdfiumGlyph[] };

/**
 * Returns texts that replace drawn text but contain other letters. A screen reader would read a different
 * contract aloud.
 */
export function findContradictedAlternates({ alternates, glyphs }: Read): string[] {
  const drawn = drawnBy(glyphs, alternates);
  return alternates
    .filter((one) => {
      const [read, shown] = [sorted(one.text), sorted(drawn(one))];
      if (one.isDescription || read === shown || read === '' || shown === '') return false;
      const isShort = Math.max(read.length, shown.length) <= FEW_LETTERS;
      return !isShort || /\p{N}/u.test(read + shown);
    })
    .map(({ text }) => text);
}

/** Minimum number of letters that count as text. Anything shorter is treated as a label in a picture. */
const TEXT_LETTERS = 40;
const SHOWN_OF_TEXT = 40;

/**
 * Returns descriptions that replace a longer text or contain an amount that the page does not show, each with
 * the beginning of the drawn content.
 */
export function describedTexts({ alternates, glyphs }: Read): string[] {
  const drawn = drawnBy(glyphs, alternates);
  const all = digitsOf(glyphs.map(({ sign }) => sign).join(''));
  return alternates.flatMap((one) => {
    const [read, shown] = [sorted(one.text), sorted(drawn(one))];
    if (!one.isDescription || read === '' || read === shown) return [];
    if (shown.length < TEXT_LETTERS && !statesOtherAmount(one.text, all)) return [];
    return [
      [drawn(one), one.text]
        .map(beginning)
        .filter((text) => text !== '')
        .join(' → '),
    ];
  });
}

/** Matches a number with a currency or percent sign. */
const AMOUNT = /(?:\p{Sc}|\b[A-Z]{3})\s?\p{Nd}[\p{Nd}.,'\s]*|\p{Nd}[\p{Nd}.,'\s]*(?:\p{Sc}|%|[A-Z]{3}\b)/gu;

/**
 * Returns true if a description contains an amount whose digits the page does not show, because a blind reader
 * cannot compare it with the picture.
 */
const statesOtherAmount = (text: string, shown: string): boolean =>
  (text.match(AMOUNT) ?? []).some((amount) => !shown.includes(digitsOf(amount)));

const digitsOf = (text: string): string => text.normalize('NFKC').replaceAll(/\P{Nd}/gu, '');

const beginning = (text: string): string =>
  [...text.replaceAll(/[\s\p{C}]+/gu, ' ').trim()].slice(0, SHOWN_OF_TEXT).join('');

function drawnBy(
  glyphs: readonly PdfiumGlyph[],
  alternates: readonly Alternate[],
): (alternate: Alternate) => string {
  const drawn = new Map<number, string>();
  if (alternates.length > 0)
    for (const { object, sign } of glyphs) drawn.set(object, (drawn.get(object) ?? '') + sign);
  return ({ objects }) => objects.map((object) => drawn.get(object) ?? '').join('');
}

/** Ignores the order of letters, because right-to-left text and clusters are not drawn in reading order. */
const sorted = (text: string): string => [...lettersOf(text)].sort().join('');
