import { describe, expect, test } from 'vitest';
import { kindOf } from '#core/field/kinds.ts';
import { newField } from './new-field.ts';
import { offSecondLine } from './off-second-line.ts';

/** Lines of text of one size, with this distance between their baselines. In points. */
const print = (size: number, leading: number) =>
  Array.from({ length: 50 }, (_, line) => ({
    x: 60,
    y: 80 + line * leading,
    width: 470,
    height: size,
    size,
  }));
const bandOf = ({ y, height, size }: { y: number; height: number; size: number }) => {
  const bottom = y + height / 2 + size * 0.36;
  return { top: bottom - size * 0.72, bottom };
};

describe('a new signature', () => {
  test.each([
    [7, 8],
    [8, 9],
    [9, 10.8],
    [10, 11.5],
    [11, 12.7],
    [12, 13.8],
  ])('on a contract in %i points never covers two lines completely', (size, leading) => {
    const texts = print(size, leading);
    for (let y = 200; y < 240; y += 0.5) {
      for (const type of ['signature', 'initial'] as const) {
        const field = offSecondLine(newField(type, 1, { x: 300, y }, null), texts);
        const covered = texts
          .map(bandOf)
          .filter(({ top, bottom }) => top >= field.y && bottom <= field.y + field.height);
        expect({ y, covered: covered.length <= 1 }).toEqual({ y, covered: true });
        expect(field.y + field.height / 2).toBeCloseTo(y);
      }
    }
  });

  test('keeps its size in a free area, as other fields always do', () => {
    const texts = print(8, 9);
    const below = newField('signature', 1, { x: 300, y: 700 }, null);
    expect(offSecondLine(below, texts)).toEqual(below);
    const text = newField('text', 1, { x: 300, y: 220 }, null);
    expect(offSecondLine(text, texts).height).toBe(kindOf('text').size.height);
  });
});
