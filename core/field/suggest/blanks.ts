import { kindOfLabel, tokensOf } from './labels.ts';
import { isFiller, segmentOf, type Line } from './lines.ts';
import { baseOf, rightOf, sharedWidth, type Area, type LayoutWord, type PageLayout } from './page-layout.ts';

/**
 * A blank that the author left to be filled in. Its bottom edge is the writing line, and `size` is the font size
 * around it. `isDate`: its parts are separated like a date, `__/__/____`. `isWide`: a line across the page,
 * which may only be a separator.
 */
export type Blank = Area & {
  size: number;
  how: 'filler' | 'rule';
  isDate: boolean;
  isWide: boolean;
  line: Line | undefined;
};

/** Minimum width in points. A shorter run of underscores is part of a word or of a date. */
const SHORTEST_FILLER = 14;
const SHORTEST_RULE = 36;
/** Maximum gap in points between rules that are joined into one line. */
const TOUCHING = 2.5;

/** Returns blanks that consist of underscores or dots. */
export function fillerBlanks(lines: readonly Line[]): Blank[] {
  return lines.flatMap((line) => {
    const blanks: Blank[] = [];
    for (let at = 0; at < line.words.length; at += 1) {
      if (!isFiller(line.words[at]!.text)) continue;
      const run = runFrom(line.words, at);
      at += run.length - 1;
      const fillers = run.filter(({ text }) => isFiller(text));
      const [first, last] = [fillers[0]!, fillers.at(-1)!];
      const [width, size] = [rightOf(last) - first.x, first.height];
      const dots = fillers.map(({ text }) => text).join('');
      const isDotted = /^[.…·]+$/u.test(dots);
      if (width < SHORTEST_FILLER || (isDotted && dots.length < 6 && dots.replaceAll('…', '...').length < 6))
        continue;
      if (isDotted && (leadsToNumber(line.words, at + 1) || leadsToAmount(line.words, at + 1))) continue;
      const isDate = fillers.length < run.length && fillers.length === 3;
      blanks.push({
        x: first.x,
        y: line.base - size,
        width,
        height: size,
        size,
        how: 'filler',
        isDate,
        isWide: false,
        line,
      });
    }
    return blanks;
  });
}

/**
 * Returns the consecutive fillers, starting at `at`, that form one blank, including the separators of a date.
 */
function runFrom(words: readonly LayoutWord[], at: number): LayoutWord[] {
  const run = [words[at]!];
  for (let next = at + 1; next < words.length; next += 1) {
    const [word, before] = [words[next]!, run.at(-1)!];
    if (word.x - rightOf(before) > 0.8 * word.height) break;
    if (isFiller(word.text)) run.push(word);
    else if (/^[/.\-–]$/u.test(word.text) && words[next + 1] && isFiller(words[next + 1]!.text))
      run.push(word);
    else break;
  }
  return run;
}

/** Detects dots before a page number, as in a table of contents. */
const leadsToNumber = (words: readonly LayoutWord[], next: number): boolean =>
  next === words.length - 1 && /^[\divxlc]{1,5}$/iu.test(words[next]!.text);

const leadsToAmount = (words: readonly LayoutWord[], next: number): boolean =>
  /^\p{Sc}/u.test(words[next]?.text ?? '');

/**
 * Returns those parts of horizontal lines that have no text on them. Lines that end at vertical lines on both
 * sides belong to tables (cells.ts).
 */
export function ruleBlanks(layout: PageLayout, lines: readonly Line[]): Blank[] {
  const upright = layout.rules.filter(({ width, height }) => height > width);
  return joined(layout.rules.filter(({ width, height }) => width >= height)).flatMap((rule): Blank[] => {
    const [y, right] = [rule.y + rule.height / 2, rightOf(rule)];
    const meets = (x: number): boolean =>
      upright.some((one) => Math.abs(one.x - x) < 3 && one.y <= y + 3 && one.y + one.height >= y - 3);
    if (meets(rule.x) && meets(right)) return [];
    const near = lines.filter(({ base }) => base > y - 20 && base < y + 5);
    const on = near
      .filter(({ base }) => base < y + 2)
      .flatMap(({ words }) => words)
      .filter(
        (word) =>
          sharedWidth(word, rule) > 1 && !isFiller(word.text) && baseOf(word) > y - 1.25 * word.height,
      );
    const written = Math.max(rule.x, ...on.map(rightOf));
    // The line may begin with a label. Any other text on it is already a value.
    const isAnswered = on.length > 0 && !isLabel(on, right - written);
    const x = on.length > 0 ? written + 3 : rule.x;
    const isWide = rule.width > 0.6 * layout.width;
    const line = near.sort((a, b) => Math.abs(a.base - y) - Math.abs(b.base - y))[0];
    const size = line?.words[0]?.height ?? 10;
    if (isAnswered || right - x < SHORTEST_RULE) return [];
    return [
      { x, y: y - size, width: right - x, height: size, size, how: 'rule', isDate: false, isWide, line },
    ];
  });
}

/**
 * Returns true for a label at the beginning of a line if enough space remains after it. `free` is that space in
 * points.
 */
function isLabel(words: readonly LayoutWord[], free: number): boolean {
  const ordered = [...words].sort((a, b) => a.x - b.x);
  const label = segmentOf(ordered, 0);
  return (
    tokensOf(label.text).length <= 4 && kindOfLabel(label.text) !== undefined && free > 1.2 * label.width
  );
}

/** Joins the pieces of each horizontal line. */
function joined(rules: readonly Area[]): Area[] {
  const whole: Area[] = [];
  for (const rule of [...rules].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const before = whole.find(
      (one) =>
        Math.abs(one.y - rule.y) < 1.5 && rule.x - rightOf(one) < TOUCHING && rule.x >= one.x - TOUCHING,
    );
    if (before) before.width = Math.max(rightOf(before), rightOf(rule)) - before.x;
    else whole.push({ ...rule });
  }
  return whole;
}

/** Returns the free height above the line of a blank, in points. */
export function freeHeight(blank: Area, words: readonly LayoutWord[]): number {
  const bottom = blank.y + blank.height;
  const above = words.filter(
    (word) =>
      !isFiller(word.text) && sharedWidth(word, blank) > 1 && baseOf(word) < bottom - 0.5 * word.height,
  );
  return bottom - Math.max(0, ...above.map((word) => baseOf(word) + 0.2 * word.height));
}
