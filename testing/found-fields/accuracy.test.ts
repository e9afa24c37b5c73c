import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Area, PageLayout } from '#core/field/suggest/page-layout.ts';
import { suggestFields, type Suggestion } from '#core/field/suggest/suggest-fields.ts';

/**
 * Pages of contracts and forms in public repositories, reduced to the positions of words and lines, and the
 * words of labels and parties. In all other words, `x` replaces each letter and `0` each digit. `labels` were
 * set by hand on the rendered pages: the kind, whether the box is a blank (`b`) or a label next to a free
 * space (`l`), and the box. Pages with neither labels nor suggestions are left out. A row with page 0 is a
 * file that has only such pages.
 */
type Row = {
  file: string;
  page: number;
  size?: [number, number];
  words?: [number, number, number, number, string][];
  rules?: Box[];
  squares?: Box[];
  labels?: [Kind, 'b' | 'l', number, number, number, number][];
};
type Box = [number, number, number, number];
/** 's' is a signature, and 'd' a date. */
type Kind = 's' | 'd';

const rows = gunzipSync(readFileSync(path.join(import.meta.dirname, 'labelled-pages.jsonl.gz')))
  .toString()
  .trim()
  .split('\n')
  .map((row) => JSON.parse(row) as Row);

const areaOf = ([x, y, width, height]: readonly number[]): Area => ({
  ...{ x: x!, y: y!, width: width!, height: height! },
});

const layoutOf = ({ size = [595, 842], words = [], rules = [], squares = [] }: Row): PageLayout => ({
  ...{ width: size[0], height: size[1], rules: rules.map(areaOf), squares: squares.map(areaOf) },
  words: words.map(([x, y, width, height, text]) => ({ ...areaOf([x, y, width, height]), text })),
});

const kinds: Partial<Record<Suggestion['type'], Kind>> = { signature: 's', date: 'd', dateEntry: 'd' };

/** A suggestion is right if it is on the labelled blank, or in the free space next to or below the label. */
function isOn(field: Area, [, how, ...box]: NonNullable<Row['labels']>[number]): boolean {
  const [label, bottom] = [areaOf(box), field.y + field.height];
  const shared = (from: number, to: number): number =>
    Math.min(to, field.x + field.width) - Math.max(from, field.x);
  const right = label.x + label.width;
  if (how === 'b')
    return (
      shared(label.x, right) >= 0.3 * Math.min(label.width, field.width) &&
      Math.abs(bottom - label.y - label.height) <= 10
    );
  const isBeside = field.x >= label.x - 25 || field.x + field.width <= label.x + 5;
  const isLevel = bottom > label.y - 4 && bottom < label.y + label.height + 62;
  return isBeside && isLevel && shared(label.x - 200, right + 220) > 20;
}

const layouts = rows.map((row) => ({ row, fields: suggestFields([layoutOf(row)]) }));

function measure(kind: Kind): { precision: number; recall: number } {
  let [hits, suggested, labelled] = [0, 0, 0];
  for (const { row, fields: all } of layouts) {
    const labels = (row.labels ?? []).filter((label) => label[0] === kind);
    const fields = all.filter(({ type }) => kinds[type] === kind);
    const open = new Set(labels);
    for (const field of fields) {
      const hit = [...open].find((label) => isOn(field, label));
      if (hit) {
        open.delete(hit);
        hits += 1;
      }
    }
    suggested += fields.length;
    labelled += labels.length;
  }
  return { precision: hits / suggested, recall: hits / labelled };
}

test('there are enough labelled pages', () => {
  expect(new Set(rows.map(({ file }) => file)).size).toBeGreaterThanOrEqual(200);
});

test.each([
  ['s', 0.9, 0.8],
  ['d', 0.9, 0.8],
] as const)('finds fields of kind %s with precision %f and recall %f', (kind, precision, recall) => {
  const measured = measure(kind);
  expect(measured.precision).toBeGreaterThan(precision);
  expect(measured.recall).toBeGreaterThan(recall);
});
