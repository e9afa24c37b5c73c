import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refusalCodes } from '#core/refusal.ts';
import { statusOf } from './problems.ts';

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^- `([a-z-]+)` \((\d{3})\): (.+)$/gm)];

test('docs/errors.md lists exactly the refusal codes, each once', () => {
  expect(rows.map((row) => row[1]).sort()).toEqual([...refusalCodes].sort());
});

test.each(refusalCodes)('docs/errors.md gives the actual status of %s', (code) => {
  const row = rows.find((found) => found[1] === code);
  expect(Number(row?.[2])).toBe(statusOf[code]);
});
