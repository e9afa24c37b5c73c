import type { PageGeometry } from '#pdf/normalise/source/page-geometry.ts';

/** A picture of a displayed page as RGBA, with the rows from top to bottom. */
export type Picture = { width: number; height: number; data: Uint8Array | Uint8ClampedArray };

/** A word and its box, in points of the displayed page from the top left corner. */
export type Word = { text: string; left: number; top: number; right: number; bottom: number };

/**
 * The words that one program extracts from a page, its picture of the page, and whether it finds vertical
 * text.
 */
export type PageReading = { words: Word[]; picture: Picture; isVertical?: boolean };

/** An independent program that reads and draws PDF files. */
export type Engine = {
  name: string;
  read(bytes: Uint8Array, pages: readonly PageToRead[]): Promise<PageReading[]>;
};

/** A page to read. `scale` is the number of picture pixels per point of the displayed page. */
export type PageToRead = PageGeometry & { scale: number };

/** Maximum gap between letters of a word, as a share of their height. */
const SAME_WORD = 0.35;

/**
 * A letter that is many times as tall as the word before it starts a new word. A full stop is lower than a
 * letter.
 */
const TALLER = 20;

/** Joins letters to words, in drawing order. */
export function joinLetters(letters: readonly Word[]): Word[] {
  const words: Word[] = [];
  let current: Word | undefined;
  for (const letter of letters) {
    if (letter.text.trim() === '') {
      current = undefined;
      continue;
    }
    if (current && continues(current, letter)) {
      current.text += letter.text;
      current.left = Math.min(current.left, letter.left);
      current.top = Math.min(current.top, letter.top);
      current.right = Math.max(current.right, letter.right);
      current.bottom = Math.max(current.bottom, letter.bottom);
    } else {
      current = { ...letter };
      words.push(current);
    }
  }
  return words;
}

function continues(word: Word, letter: Word): boolean {
  const heights = [word.bottom - word.top, letter.bottom - letter.top];
  const height = Math.max(...heights, 1);
  if (height > TALLER * Math.max(1, Math.min(...heights))) return false;
  const gap = letter.left - word.right;
  const distance = Math.abs(letter.bottom - word.bottom);
  return distance < height * 0.6 && gap < height * SAME_WORD && gap > -height;
}
