import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCovered } from './find-covered.ts';
import type { PageLetter } from './page-letters.ts';
import type { PageImage, PagePart } from './pdfium.ts';
import type { AddedBox, Area } from './placed-box.ts';

/**
 * Tests Grace's signature over a line of forty letters. Her drawing is checked with few boxes when she signs,
 * and again with all boxes when the document is sealed. A drawing that was accepted the first time must be
 * accepted then, even if other people have signed next to it.
 */
const size = { width: 595, height: 842 };
const letters = Array.from({ length: 40 }, (_, at): Area => {
  return { left: 20 + at * 6, top: 100, right: 25 + at * 6, bottom: 108 };
});
const hers: AddedBox = { ...boxAt({ left: 20, top: 90, right: 260, bottom: 120 }), ink: true };

test('strokes over three letters on each side of a date count the same as without the date', () => {
  const strokes = [...letters.slice(2, 5), ...letters.slice(30, 33)];
  expect(covered([hers], strokes)).toBeUndefined();
  const date = { left: 50, top: 80, right: 200, bottom: 110 };
  expect(covered([hers, boxAt(date)], strokes)).toBeUndefined();
});

test('ink from Linus’s box, which begins in the middle of the line, is not attributed to Grace', () => {
  const strokes = letters.map((letter) => ({ ...letter, bottom: 104 }));
  expect(covered([hers], strokes)).toBeUndefined();
  const his = { left: 0, top: 104.5, right: 300, bottom: 150 };
  expect(covered([hers, boxAt(his)], [...strokes, his])).toBeUndefined();
});

test('a hidden word is reported even next to other people’s boxes', () => {
  const strokes = letters.slice(2, 7);
  const boxes = [hers, boxAt({ left: 80, top: 80, right: 200, bottom: 110 })];
  expect(covered(boxes, strokes)).toBe(0);
});

test('two drawings can cover the same words if they are by two people, but not by one', () => {
  const both = [hers, { ...boxAt({ left: 20, top: 95, right: 260, bottom: 112 }), ink: true }];
  expect(covered(both, letters.slice(2, 9))).toBeUndefined();
  expect(covered(both, letters.slice(2, 9), true)).toBe(0);
});

test('scanned words without readable letters count when someone signs, but not when the document is sealed', () => {
  const scan = (inked: readonly Area[], oneHand: boolean): number | undefined => {
    const strokes = letters.map(({ left, top, bottom }) => ({ left, top, right: left + 3, bottom }));
    const pages = { before: pageOf(strokes, []), after: pageOf([...strokes, ...inked], []) };
    return findCovered([hers], size, 0, { ...pages, oneHand });
  };
  const block = { left: 30, top: 95, right: 200, bottom: 112 };
  const pen = { left: 30, top: 103, right: 200, bottom: 105 };
  expect(scan([block], true)).toBe(0);
  expect(scan([pen], true)).toBeUndefined();
  expect(scan([block], false)).toBeUndefined();
});

test('adjacent boxes and drawings never make the result for a drawing worse', () => {
  const share = fc.constantFrom(0, 0, 0, 0, 0.4, 0.6, 1);
  const drawn = fc.array(share, { minLength: 40, maxLength: 40 });
  const neighbour = fc.record({
    left: fc.integer({ min: 0, max: 260 }),
    top: fc.integer({ min: 70, max: 115 }),
    wide: fc.integer({ min: 3, max: 120 }),
    high: fc.integer({ min: 3, max: 40 }),
    draws: fc.boolean(),
  });
  let fine = 0;
  fc.assert(
    fc.property(drawn, fc.array(neighbour, { minLength: 1, maxLength: 5 }), (shares, neighbours) => {
      const strokes = letters.map((letter, at) => {
        return { ...letter, bottom: letter.top + (letter.bottom - letter.top) * shares[at]! };
      });
      if (covered([hers], strokes) !== undefined) return;
      fine += 1;
      const others = neighbours.map(({ left, top, wide, high }) => {
        return { left, top, right: left + wide, bottom: top + high };
      });
      // Strokes extend slightly beyond their box.
      const theirs = others.filter((_, at) => neighbours[at]!.draws).map((area) => widened(area, 1));
      expect(covered([hers, ...others.map(boxAt)], [...strokes, ...theirs])).toBeUndefined();
    }),
    { seed: 20_261_126, numRuns: 300 },
  );
  expect(fine).toBeGreaterThan(50);
});

/** Returns the box whose drawing covers letters when all of these areas contain ink. */
function covered(boxes: readonly AddedBox[], inked: readonly Area[], oneHand = false): number | undefined {
  const strokes = letters.map(({ left, top, bottom }) => ({ left, top, right: left + 1.5, bottom }));
  const pages = { before: pageOf(strokes), after: pageOf([...strokes, ...inked]) };
  return findCovered(boxes, size, 0, { ...pages, oneHand });
}

/** Returns a page that is black in these areas and has the forty letters as its text. */
function pageOf(black: readonly Area[], text: readonly Area[] = letters) {
  return {
    pageLetters: (): PageLetter[] =>
      text.map(({ left, top, right, bottom }) => {
        return { sign: 'a', box: [left, size.height - bottom, right, size.height - top] };
      }),
    renderPart(_: number, scale: number, part: PagePart): PageImage {
      const [width, height] = [(part.right - part.left) * scale, (part.bottom - part.top) * scale];
      const rgba = new Uint8Array(width * height * 4).fill(255);
      const within = (at: number, most: number): number =>
        Math.min(most, Math.max(0, Math.round(at * scale)));
      for (const { left, top, right, bottom } of black) {
        const [from, to] = [within(left - part.left, width), within(right - part.left, width)];
        for (let y = within(top - part.top, height); y < within(bottom - part.top, height); y += 1)
          rgba.fill(0, (y * width + from) * 4, (y * width + Math.max(from, to)) * 4);
      }
      return { width, height, rgba };
    },
  };
}

function boxAt({ left, top, right, bottom }: Area): AddedBox {
  const [width, height] = [right - left, bottom - top];
  return { page: 1, x: left, y: top, width, height, matrix: [1, 0, 0, 1, left, size.height - bottom] };
}

function widened({ left, top, right, bottom }: Area, by: number): Area {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}
