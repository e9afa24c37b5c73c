import { baseOf, rightOf, type Area, type LayoutWord, type PageLayout } from './page-layout.ts';

/** Consecutive words on a line without a wide gap, such as the text of a table cell. */
export type Segment = Area & { words: LayoutWord[]; text: string; base: number; size: number };
/** Words on one baseline, from left to right. */
export type Line = { words: LayoutWord[]; base: number; segments: Segment[] };

/** Returns true for a run of underscores or dots, or a piece of one. */
export const isFiller = (text: string): boolean => /^(?:_+|＿+|‗+|[.…·]{4,}|…+|\.{1,2})$/u.test(text);
export const isRightToLeft = (text: string): boolean => /[\p{sc=Arab}\p{sc=Hebr}]/u.test(text);

/** Minimum gap between segments, as a multiple of the font size. */
const GAP_OF_SEGMENTS = 1.8;

export function linesOf({ words, rules }: PageLayout): Line[] {
  const lines: { words: LayoutWord[]; base: number }[] = [];
  for (const word of [...words].sort((a, b) => baseOf(a) - baseOf(b))) {
    const base = baseOf(word);
    const line = lines.at(-1);
    if (line && base - line.base <= 0.3 * word.height) line.words.push(word);
    else lines.push({ words: [word], base });
  }
  const upright = rules.filter(({ width, height }) => height > width);
  return lines.map((line) => {
    line.words.sort((a, b) => a.x - b.x);
    return { ...line, segments: segmentsOf(line, upright) };
  });
}

function segmentsOf(
  { words, base }: { words: LayoutWord[]; base: number },
  upright: readonly Area[],
): Segment[] {
  const runs: LayoutWord[][] = [];
  for (const word of words) {
    const before = runs.at(-1)?.at(-1);
    const isApart =
      !before ||
      word.x - rightOf(before) > GAP_OF_SEGMENTS * Math.max(word.height, before.height) ||
      isFiller(word.text) !== isFiller(before.text) ||
      upright.some(
        (rule) => rule.x >= rightOf(before) - 2 && rule.x <= word.x + 2 && crosses(rule, base - 2),
      );
    if (isApart) runs.push([word]);
    else runs.at(-1)!.push(word);
  }
  return runs.map((run) => segmentOf(run, base));
}

const crosses = (rule: Area, y: number): boolean => rule.y <= y && rule.y + rule.height >= y;

export function segmentOf(words: LayoutWord[], base: number): Segment {
  const x = words[0]!.x;
  const y = Math.min(...words.map((word) => word.y));
  const bottom = Math.max(...words.map((word) => word.y + word.height));
  const size = Math.max(...words.map(({ height }) => height));
  return {
    words,
    text: textOf(words),
    base,
    size,
    x,
    y,
    width: rightOf(words.at(-1)!) - x,
    height: bottom - y,
  };
}

/** Returns the words in reading order, which is right to left in Arabic and Hebrew. */
function textOf(words: readonly LayoutWord[]): string {
  const texts = words.map(({ text }) => text);
  return (texts.some(isRightToLeft) ? texts.reverse() : texts).join(' ');
}
