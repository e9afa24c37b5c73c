import { describe, expect, test } from 'vitest';
import type { Matrix } from './matrix.ts';
import { sameLines } from './moved-lines.ts';

type Letter = { sign: string; x: number; y: number; size: number; matrix: Matrix; font: string };

/** Returns a line from (60, 700) whose letters are `step` points apart, rotated by `angle` (radians). */
function line(text: string, step: number, angle = 0): Letter[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return Array.from(text, (sign, at) => ({
    sign,
    x: 60 + at * step * cos,
    y: 700 + at * step * sin,
    size: 12,
    font: 'f1',
    matrix: [12 * cos, 12 * sin, -12 * sin, 12 * cos, 0, 0],
  }));
}

const isSame = (one: Letter, other: Letter): boolean => one.sign === other.sign;

const compared = (first: Letter[], second: Letter[]): boolean =>
  sameLines(
    { first, second, crop: [0, 0, 595, 842], isSame },
    { onlyFirst: first.slice(1), onlySecond: second.slice(1) },
  );

describe('letters that are shifted along their line because engines use different widths', () => {
  test.each([0, Math.PI / 2, 0.7])('shifted letters are the same text when rotated by %s', (angle) => {
    expect(compared(line('1,200 EUR', 6, angle), line('1,200 EUR', 7.5, angle))).toBe(true);
  });

  test('letters in a different order are a different text', () => {
    const backwards = line('1,200 EUR', -6);
    expect(compared(line('1,200 EUR', 6), backwards)).toBe(false);
  });

  test('the text differs if a letter differs or is missing', () => {
    expect(compared(line('1,200 EUR', 6), line('1,900 EUR', 7))).toBe(false);
    expect(compared(line('1,200 EUR', 6), line('1,20 EUR', 7))).toBe(false);
  });

  test('the text differs if some letters are outside the page', () => {
    expect(compared(line('Not more than 12', 6), line('Not more than 12', 60))).toBe(false);
  });

  test('the text differs if a cross moves to the next box or the whole line moves', () => {
    const [first, second] = [30, 60].map((x) => [...line('yes no', 6), { ...line('X', 6)[0]!, x: 100 + x }]);
    expect(compared(first!, second!)).toBe(false);
    const moved = line('1,200 EUR', 6).map((letter) => ({ ...letter, x: letter.x + 20 }));
    expect(compared(line('1,200 EUR', 6), moved)).toBe(false);
  });

  test('shifted letters are accepted only in lines that both engines draw', () => {
    const second = [...line('1,200 EUR', 7), { ...line('9', 6)[0]!, y: 500 }];
    expect(compared(line('1,200 EUR', 6), second)).toBe(false);
  });
});
