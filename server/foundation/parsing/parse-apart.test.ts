import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openParsing } from './parse-apart.ts';

const parsing = openParsing();
afterAll(() => parsing.close());

const limits = { maxRows: 5001, maxCells: 201 };

test('parses CSV and JSON with the same results as on the main thread', async () => {
  expect(await parsing.read('csv', { source: 'a,b\n1,2', ...limits })).toEqual({
    rows: [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
    ],
    isCut: false,
  });
  expect(await parsing.read('json', { source: '{"refused":"link-replaced","detail":"x"}' })).toEqual({
    value: { refused: 'link-replaced', detail: 'x' },
  });
  expect(await parsing.read('json', { source: '{' })).toEqual({});
});

test.for([
  ['commas', ','],
  ['line breaks', '\n'],
  ['quotes', '"'],
  ['short cells', 'a,'],
  ['empty quoted cells', '"",'],
])('other work continues while a %s file is parsed', async ([, piece]) => {
  let isRead = false;
  let turns = 0;
  const reading = parsing
    .read('csv', { source: `Email${piece!.repeat(4_000_000 / piece!.length)}`, ...limits })
    .finally(() => (isRead = true));
  while (!isRead) {
    await setImmediate();
    turns += 1;
  }
  expect(await reading).toHaveProperty('rows');
  // If the main thread parsed the text, there would be time for one turn at most.
  expect(turns).toBeGreaterThan(10);
});

test('rejects JSON that is nested more deeply than any export or has too many values', async () => {
  const source = `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`;
  expect(await parsing.read('json', { source })).toEqual({});
  expect(await parsing.read('json', { source: `[${'1,'.repeat(900_000)}1]` })).toEqual({});
});

test('empties invisible texts in a body, unless it refuses the body for its characters', async () => {
  const read = async (body: object) =>
    parsing.read('body', { bytes: Buffer.from(JSON.stringify(body)), most: 10, withDigest: false });
  expect(await read({ label: '\u034f'.repeat(1_000_000) })).toEqual({ value: { label: '' } });
  const refused = { label: '\u200b', name: 'Ada\0' };
  expect(await read(refused)).toEqual({ value: refused });
});
