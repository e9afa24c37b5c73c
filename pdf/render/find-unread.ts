import type { PageLetter } from './page-letters.ts';
import { areaOf, areaOfBox, isIn, type AddedBox, type Area } from './placed-box.ts';

/**
 * Returns the box whose text cannot be read at its position, or undefined if all texts can. PDFium extracts only
 * one of several equal texts drawn over each other. Therefore boxes that touch are checked together: the letters
 * of each one must be present, but not the sum of all letters. The extracted text begins within its own size of
 * the others, and it may belong to the page itself.
 */
export function findUnread(letters: readonly PageLetter[], boxes: readonly AddedBox[]): number | undefined {
  const written = boxes.flatMap((box, number) => (box.text ? [{ box, number, text: box.text }] : []));
  if (written.length === 0) return undefined;
  const page = placeLetters(letters, written[0]!.box);
  for (const members of groupTouching(written)) {
    const counts = countIn(page, around(members.map(({ box }) => box)));
    for (const { number, text } of members) {
      for (const [letter, count] of countLetters(text)) {
        if ((counts.get(letter) ?? 0) < count) return number;
      }
    }
  }
  return undefined;
}

type Written = { box: AddedBox; number: number; text: string };
type PlacedLetter = { letter: string; area: Area | undefined };

/**
 * Letters of scripts with one character per letter. In scripts whose letters join or move, extracted text
 * differs from the typed text without any fault of the page. Text is decomposed (NFKD), because a page contains
 * letters and marks separately, while typed text may combine them.
 */
const counted = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Nd}]/gu;

function placeLetters(letters: readonly PageLetter[], anyBox: AddedBox): PlacedLetter[] {
  return letters.flatMap((letter) => {
    const signs = letter.sign.normalize('NFKD').match(counted) ?? [];
    const area = signs.length > 0 ? areaOf(letter, anyBox) : undefined;
    return signs.map((sign) => ({ letter: sign, area }));
  });
}

/** Counts letters by character. A letter without a position counts everywhere. */
function countIn(page: readonly PlacedLetter[], area: Area): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { letter, area: own } of page) {
    if (own && !isIn(own, area)) continue;
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return counts;
}

function countLetters(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const letter of text.normalize('NFKD').match(counted) ?? []) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return counts;
}

/** Groups boxes that touch each other directly or through other boxes. */
function groupTouching(written: readonly Written[]): Written[][] {
  const groups: Written[][] = [];
  for (const one of written) {
    const touched = groups.filter((group) => group.some(({ box }) => touch(box, one.box)));
    const joined = [...touched.flat(), one];
    for (const group of touched) groups.splice(groups.indexOf(group), 1);
    groups.push(joined);
  }
  return groups;
}

/** Number of points by which letters may extend beyond their boxes. */
const margin = 2;

function touch(one: AddedBox, other: AddedBox): boolean {
  return (
    one.x < other.x + other.width + margin &&
    other.x < one.x + one.width + margin &&
    one.y < other.y + other.height + margin &&
    other.y < one.y + one.height + margin
  );
}

function around(boxes: readonly AddedBox[]): Area {
  const areas = boxes.map(areaOfBox);
  const [wide, high] = [
    Math.max(...boxes.map(({ width }) => width)),
    Math.max(...boxes.map(({ height }) => height)),
  ];
  return {
    left: Math.min(...areas.map(({ left }) => left)) - wide,
    top: Math.min(...areas.map(({ top }) => top)) - high,
    right: Math.max(...areas.map(({ right }) => right)) + wide,
    bottom: Math.max(...areas.map(({ bottom }) => bottom)) + high,
  };
}
