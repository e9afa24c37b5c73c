import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';
import { csvLine, plainCell } from './write-csv.ts';

describe('cells entered by Mallory remain text in every spreadsheet program (ASVS 1.2.10)', () => {
  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\0=1',
    ' =1',
    '＝1',
    '＋1',
    "'=1",
    "''@x",
  ])('%j', (text) => {
    const [row] = readCsv(csvLine([text, 'end']), { maxRows: 9, maxCells: 99 }).rows;
    expect(row?.cells[0]).toBe(`'${text}`);
  });
  test.each(['Grace', 'a=b', 'grace@harbour.example', '1-2', "O'Hara", ''])(
    'cells such as %j are unchanged',
    (text) => {
      expect(csvLine([text])).toBe(`${text}\r\n`);
    },
  );
});

test('cells are read back exactly as they were written', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aé=+-@\'" ,;\t\r\n\0＝') });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
      const kept = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
      const head = csvLine(['first', 'second']);
      const read = readCsv(head + rows.map((row) => csvLine(row)).join(''), {
        maxRows: 1000,
        maxCells: 9,
      }).rows.slice(1);
      // Rows with only blank cells are skipped, unless escaping added a character.
      const rowsRead = read
        .map(({ cells }) => cells.map(plainCell))
        .filter((row) => row.some((cell) => cell.trim() !== ''));
      expect(rowsRead).toEqual(kept);
    }),
  );
});

test('cells beyond the limit are skipped and do not change the rows', () => {
  const source = fc.string({ unit: fc.constantFrom(...'a,,,""\n\r'), maxLength: 40 });
  fc.assert(
    fc.property(source, (text) => {
      const whole = readCsv(`x,${text}`, { maxRows: 99, maxCells: 99 }).rows;
      const cut = readCsv(`x,${text}`, { maxRows: 99, maxCells: 2 }).rows;
      const expected = whole
        .map(({ line, cells }) => ({ line, cells: cells.slice(0, 2) }))
        .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
      expect(cut).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});

describe('CSV files from other programs', () => {
  test.each([
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a;b\r\n"c;1";d\r\n',
      [
        ['a', 'b'],
        ['c;1', 'd'],
      ],
    ],
    [
      'a\tb\rc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['\ufeffa,b', [['a', 'b']]],
    ['"a ""b""",', [['a "b"', '']]],
    ['a,"never closed\nb', [['a', 'never closed\nb']]],
    ['', []],
    ['\n\n,\n', []],
  ])('%j', (source, cells) => {
    expect(readCsv(source, { maxRows: 9, maxCells: 99 }).rows.map((row) => row.cells)).toEqual(cells);
  });

  test('reports the line on which a row begins, even after line breaks inside quotes', () => {
    expect(
      readCsv('a,b\r\n"x\r\ny",1\r\n\r\nz,2', { maxRows: 9, maxCells: 99 }).rows.map(({ line }) => line),
    ).toEqual([1, 2, 5]);
  });

  test('reads at most the requested number of rows', () => {
    expect(readCsv('a\n'.repeat(100), { maxRows: 7, maxCells: 99 }).rows).toHaveLength(7);
  });

  test('keeps at most the requested number of cells', () => {
    expect(readCsv('a,b,"c",d\ne,f', { maxRows: 9, maxCells: 3 }).rows.map(({ cells }) => cells)).toEqual([
      ['a', 'b', 'c'],
      ['e', 'f'],
    ]);
  });
});

test('reports whether the file has more rows than were read', () => {
  const read = (source: string) => readCsv(source, { maxRows: 3, maxCells: 3 });
  expect(read('a\nb\nc')).toMatchObject({ rows: { length: 3 }, isCut: false });
  expect(read('a\nb\nc\n\n')).toMatchObject({ rows: { length: 3 } });
  expect(read('a\nb\nc\nd')).toMatchObject({ rows: { length: 3 }, isCut: true });
  expect(read('\n'.repeat(100))).toEqual({ rows: [], isCut: true });
});

test('accepts a separator line as written by spreadsheets, and counts it as a line', () => {
  expect(readCsv('sep=;\r\nEmail;Name\r\na,b;c', { maxRows: 9, maxCells: 9 }).rows).toEqual([
    { line: 2, cells: ['Email', 'Name'] },
    { line: 3, cells: ['a,b', 'c'] },
  ]);
});
