import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Cell } from '#core/answers/cell.ts';
import { writeXlsx } from './write-xlsx.ts';

async function sheetOf(rows: Cell[][]): Promise<string> {
  async function* pages() {
    yield* rows.map((row) => [row]);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsx(pages())) chunks.push(chunk);
  return strFromU8(unzipSync(Buffer.concat(chunks))['xl/worksheets/sheet1.xml']!);
}

const cellsIn = (sheet: string) =>
  [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)>(.*?)<\/c>/gs)].map(([, ...of]) => of);

test('numbers, dates, times and booleans are typed cells, and everything else is text', async () => {
  const row: Cell[] = [
    ...['=1+1', 7, true, { decimal: '-1250.50' }, { day: '2026-12-01' }],
    ...[{ time: '2026-12-01T12:00:00', utc: false }, null, ''],
  ] as Cell[];
  const text = (value: string) => `<is><t xml:space="preserve">${value}</t></is>`;
  expect(cellsIn(await sheetOf([['Head'], row]))).toEqual([
    ['A1', ' t="inlineStr" s="1"', text('Head')],
    ['A2', ' t="inlineStr"', text('=1+1')],
    ['B2', ' s="0"', '<v>7</v>'],
    ['C2', ' t="b"', '<v>1</v>'],
    ['D2', ' s="0"', '<v>-1250.5</v>'],
    ['E2', ' s="2"', '<v>46357</v>'],
    ['F2', ' s="3"', '<v>46357.5</v>'],
  ]);
});

test('values that a spreadsheet would change are written as text', async () => {
  const row: Cell[] = [
    { decimal: '1234567890123456' },
    { decimal: '1,5' },
    { day: '1900-02-28' },
    { day: '0001-01-01' },
  ];
  const cells = cellsIn(await sheetOf([[], row]));
  expect(cells.map(([, kind]) => kind)).toEqual(Array(4).fill(' t="inlineStr"'));
});

test('characters that XML cannot contain are escaped, and long texts are cut', async () => {
  const sheet = await sheetOf([[], ['a\u0000b\r\n\ud800<&>_x0041_', 'é'.repeat(40_000)]]);
  expect(sheet).toContain('a_x0000_b_x000D_\n\ufffd&lt;&amp;&gt;_x005F_x0041_');
  expect(sheet).toContain(`>${'é'.repeat(32_767)}<`);
});

test('columns after Z are named as in a spreadsheet', async () => {
  const row = Array.from({ length: 703 }, () => 1);
  const names = cellsIn(await sheetOf([row])).map(([name]) => name);
  expect([names[25], names[26], names[701], names[702]]).toEqual(['Z1', 'AA1', 'ZZ1', 'AAA1']);
});
