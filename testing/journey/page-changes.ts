import type { Picture } from '../judges/read-ppm.ts';

/** Words on a page before and after. `moved` are the same words in a different order. */
export type WordChange = { lost: string[]; added: string[]; moved: boolean };

/** Compares the words of two texts in reading order; undefined if they are the same. */
export function compareWords(before: string, after: string): WordChange | undefined {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (old.join(' ') === now.join(' ')) return undefined;
  const [lost, added] = [without(old, now), without(now, old)];
  // Programs differ in how they break words at line ends and around boxes.
  if (lost.length > 0 && old.join('') === now.join('')) return undefined;
  return { lost, added, moved: lost.length === 0 && added.length === 0 };
}

/**
 * Ignores marks without a letter or digit, because a check mark is a letter in one file and a drawing in
 * another.
 */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[\s\p{Cc}\p{Cf}\p{Co}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

function without(words: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count < 1;
  });
}

/** Differences of a color channel (0 to 255) up to this one count as smoothing. */
const visible = 60;

/**
 * Returns how many pixels per thousand differ from all pixels near the same place in the other picture, so
 * that smoothed edges count as equal. Pictures of different sizes differ completely.
 */
export function changedShare(before: Picture, after: Picture): number {
  if (Math.abs(before.width - after.width) > 1 || Math.abs(before.height - after.height) > 1) return 1000;
  const changed = countChanged(before, after) + countChanged(after, before);
  return (changed / (after.width * after.height)) * 1000;
}

function countChanged(one: Picture, other: Picture): number {
  let changed = 0;
  for (let y = 0; y < Math.min(one.height, other.height); y += 1)
    for (let x = 0; x < Math.min(one.width, other.width); x += 1) if (isAlone(one, other, x, y)) changed += 1;
  return changed;
}

function isAlone(one: Picture, other: Picture, x: number, y: number): boolean {
  const at = (y * one.width + x) * 4;
  if (isAlike(one, at, other, (y * other.width + x) * 4)) return false;
  for (const down of [-1, 0, 1])
    for (const right of [-1, 0, 1]) {
      const [column, row] = [x + right, y + down];
      if (column < 0 || row < 0 || column >= other.width || row >= other.height) continue;
      if (isAlike(one, at, other, (row * other.width + column) * 4)) return false;
    }
  return true;
}

function isAlike(one: Picture, at: number, other: Picture, to: number): boolean {
  return [0, 1, 2].every(
    (channel) => Math.abs(one.data[at + channel]! - other.data[to + channel]!) <= visible,
  );
}
