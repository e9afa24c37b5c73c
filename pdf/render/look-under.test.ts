import { expect, test } from 'vitest';
import { boxToPage } from '#core/field/layout/geometry.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { readContentUnder } from './look-under.ts';

const page = { width: 595, height: 842, rotate: 0, crop: [0, 0, 595, 842], userUnit: 1 } as const;
type Box = { x: number; y: number; width: number; height: number };

/**
 * Returns the content under the first box. The baselines of the 12 point text are 14 points apart, from 100
 * points below the top.
 */
async function under(content: string, box: Box, ...others: Box[]) {
  const pdf = makePdf({ pages: [{ content }] });
  const boxes = [box, ...others].map((one) => ({ page: 1, ...one, matrix: boxToPage(page, one) }));
  return (await readContentUnder({ pdf, pages: [page], boxes }))![0]!;
}

const lines = (...texts: string[]): string =>
  `BT /F1 12 Tf 14 TL 72 742 Td ${texts.map((text) => `(${text}) Tj T*`).join(' ')} ET`;
const contract = lines('The agreement begins on 1 January 2027.', 'It ends after two years, or earlier.');

test('lists whole words, even if the box begins and ends inside them', async () => {
  const { text, words } = await under(contract, { x: 100, y: 88, width: 106, height: 16 });
  expect(text).toMatch(/^\S*reement begins/);
  expect(words).toMatch(/^agreement begins on$/);
});

test('separates words even if the file contains no spaces', async () => {
  const kerned = 'BT /F1 12 Tf 72 742 Td [(Harbour)-278(Robotics)-278(SA)] TJ ET';
  const { whole, words } = await under(kerned, { x: 60, y: 80, width: 200, height: 30 });
  expect(whole).toEqual(['Harbour Robotics SA']);
  expect(words).toBe('Harbour Robotics SA');
});

test('a free position is nearby, without words and not on other fields', async () => {
  const box = { x: 100, y: 88, width: 150, height: 22 };
  const { free } = await under(contract, box);
  expect(free!.x).toBe(100);
  expect((await under(contract, { ...box, ...free! })).text).toBe('');
  const taken = { ...box, ...free! };
  const { free: other } = await under(contract, box, taken);
  expect(Math.abs(other!.y - taken.y)).toBeGreaterThanOrEqual(22);
  expect((await under(contract, { ...box, ...other! })).text).toBe('');
});

test('finds no free position on a page full of words, and suggests none if the box covers no words', async () => {
  const full = lines(...Array<string>(60).fill('word '.repeat(22)));
  expect((await under(full, { x: 100, y: 300, width: 150, height: 22 })).free).toBeUndefined();
  expect((await under(contract, { x: 100, y: 300, width: 150, height: 22 })).free).toBeUndefined();
});

test('words without letters, as on a scan, count as marks, but thin lines, dots and dust do not', async () => {
  const box = { x: 60, y: 80, width: 150, height: 60 };
  // Simulates text with rectangles of ink one and a half points wide.
  const strokes = Array.from({ length: 12 }, (_, at) => `${80 + at * 4} 730 1.5 8 re f`).join(' ');
  expect((await under(strokes, box)).scanned).toBeGreaterThan(60);
  expect((await under('80 700 100 40 re f', box)).scanned).toBeGreaterThan(2000);
  const lines = '0 710 595 1 re f 100 600 1 200 re f';
  const dust = Array.from({ length: 9 }, (_, at) => `${70 + at * 13} ${715 + at * 4} 0.9 0.9 re f`).join(' ');
  for (const allowed of ['', lines, dust, `[1 3] 0 d 60 725 m 210 725 l S`])
    expect({ allowed, ...(await under(allowed, box)) }).toMatchObject({
      scanned: expect.toSatisfy((one: number) => one < 12),
    });
});
