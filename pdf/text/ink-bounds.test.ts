import { describe, expect, test } from 'vitest';
import { handwritingFaces } from '../fonts/faces.ts';
import { fitText } from './fit-text.ts';
import { PADDING } from './fit-words.ts';
import { inkBounds } from './ink-bounds.ts';

const names = ['Linus Okafor', 'Grace Lindqvist', 'Fjodor Żółć', 'ff', 'Jjyg Qq'];
const boxes = [
  { width: 190, height: 48 },
  { width: 60, height: 40 },
  { width: 300, height: 16 },
];

describe.for(handwritingFaces)('a name in %s', (face) => {
  test.for(boxes)('all strokes of the name are inside a box of %o', (box) => {
    for (const name of names) {
      const { lines, size } = fitText(name, { ...box, face });
      const inks = lines.map(({ shaped }) => inkBounds(shaped));
      for (const { left, right } of inks) {
        expect(((right - left) * size) / 1000).toBeLessThanOrEqual(box.width - 2 * PADDING + 0.01);
      }
      const high = inks[0]!.top - inks.at(-1)!.bottom;
      if (lines.length === 1) expect((high * size) / 1000).toBeLessThanOrEqual(box.height);
    }
  });
});
