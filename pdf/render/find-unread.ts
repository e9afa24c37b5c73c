import type { PageLetter } from './page-letters.ts';
import { areaOf, areaOfBox, isIn, type AddedBox, type Area } from './placed-box.ts';

/**
 * The box whose text cannot be read where it stands; undefined when all can. PDFium reads one of several equal texts
 * that are drawn over one another, so boxes that touch are looked at together: each one's letters have to be there,
 * and not the letters of all of them. The one that it reads begins within a text's own size of the others, and may be
 * one of the page itself.
 */
export function findUnread(letters: readonly PageLetter[], boxes: readonly AddedBox[]): number | undefined {
  const written = boxes.flatMap((box, number) => (box.text ? [{ box, number, text: box.text }] : []));
  if (written.length === 0) return undefined;
  const page = placeLetters(letters, written[0]!.box);
  for (const members of groupTouching(written)) {
    const found = countIn(page, around(members.map(({ box }) => box)));
    for (const { number, text } of members) {
      for (const [letter, count] of countLetters(text)) {
        if ((found.get(letter) ?? 0) < count) return number;
      }
    }
  }
  return undefined;
}

type Written = { box: AddedBox; number: number; text: string };
type PlacedLetter = { letter: string; area: Area | undefined };

/**
 * Only letters of scripts that are written one sign a letter: where letters join or move, what an engine extracts is
 * not what was typed, and no fault of the page. Taken apart (NFKD), since a page gives a letter and its mark one by one, and
 * a text may hold both in one.
 */
const counted = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Nd}]/gu;

function placeLetters(letters: readonly PageLetter[], anyBox: AddedBox): PlacedLetter[] {
  return letters.flatMap((letter) => {
    const signs = letter.sign.normalize('NFKD').match(counted) ?? [];
    const area = signs.length > 0 ? areaOf(letter, anyBox) : undefined;
    return signs.map((sign) => ({ letter: sign, area }));
  });
}

/** Letters by their number; one whose place PDFium does not know may stand anywhere. */
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

/** Boxes that touch one another, also by way of others. */
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

/** Letters may reach a little out of their boxes; points. */
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
