import { expect, test } from 'vitest';
import { textBox } from '#core/field/printed-texts.ts';
import type { ValueLook } from '#core/formats/look.ts';
import { analyseParagraph } from '#pdf/text/analyse-paragraph.ts';
import { fitText } from '#pdf/text/fit-text.ts';
import { inkBounds } from '#pdf/text/ink-bounds.ts';
import { shapeLine } from '#pdf/text/shape-line.ts';
import { printedLines, type Measure } from '#web/ceremony/entries/printed-lines.ts';

const texts = [
  'Grace Lindqvist',
  'Quay 4, berths 12 to 19, Harbour master’s office, North Basin',
  'Pneumonoultramicroscopicsilicovolcanoconiosis',
  'Two lines\nand a third one, which is longer than the box',
  'gjpqy ÅÉẾỗ',
  'Юлія Żółć Ωμέγα',
  'ليلى الأحمد',
  '12.345,67',
];
const boxes = [
  { width: 190, height: 26 },
  { width: 60, height: 14 },
  { width: 104, height: 8 },
  { width: 120, height: 90 },
];
const looks: ValueLook[] = [
  {},
  { size: 9, align: 'right' },
  { size: 24, align: 'center' },
  { size: 'fit', weight: 'bold' },
  { size: 6, weight: 'bold', align: 'right' },
];

test.each(looks)(
  'the signing page uses the same sizes and line breaks for values as the sealed file: %o',
  (look) => {
    for (const box of boxes) {
      for (const text of texts) {
        const { face } = textBox(box, look);
        const measure: Measure = (part) => {
          const line = shapeLine(analyseParagraph(part, face));
          return { width: line.width, ink: inkBounds(line) };
        };
        const shown = printedLines(text, box, look, measure);
        const printed = fitText(text, textBox(box, look));
        expect(shown.map((line) => line.text)).toEqual(printed.lines.map(({ shaped }) => shaped.text));
        for (const { size } of shown) expect(size).toBeCloseTo(printed.size, 2);
        expect(shown.map((line) => line.rightToLeft)).toEqual(
          printed.lines.map(({ rightToLeft }) => rightToLeft),
        );
      }
    }
  },
);

test('a value is at the left, in the middle or at the right of its box, and right-to-left text is never at the left', () => {
  const box = { width: 100, height: 20 };
  const measure: Measure = (text) => ({
    width: text.length * 500,
    ink: { left: 0, right: text.length * 500, bottom: 0, top: 700 },
  });
  const leftOf = (text: string, align: ValueLook['align']) =>
    printedLines(text, box, { size: 10, align }, measure).map(({ x }) => x);
  expect((['left', 'center', 'right'] as const).map((align) => leftOf('abcd', align))).toEqual([
    [2],
    [40],
    [78],
  ]);
  expect((['left', 'center', 'right'] as const).map((align) => leftOf('ليلى', align))).toEqual([
    [78],
    [40],
    [78],
  ]);
});
