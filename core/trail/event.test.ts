import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accountEventTypes } from '../account/event.ts';
import { eventTypes } from './event.ts';

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
const account = page.indexOf('## Events of the account');
const rowsIn = (text: string) => [...text.matchAll(/^- `([a-z]+(?:_[a-z]+)+)`: (.+?)(?: Data: (.+)\.)?$/gm)];
const rows = rowsIn(page.slice(0, account));

test('docs/events.md lists every event type exactly once, in the same order as the code', () => {
  expect(rows.map((row) => row[1])).toEqual([...eventTypes]);
});

test.each(eventTypes)('docs/events.md describes when %s is recorded and what it contains', (type) => {
  const [, , truth, states] = rows.find((row) => row[1] === type) ?? [];
  expect(truth).toMatch(/^[A-Z].{20,}\.$/);
  expect(states ?? '`none`').toMatch(/^`[a-zA-Z0-9]+`/);
});

test('docs/events.md describes every account event the same way', () => {
  const listed = rowsIn(page.slice(account));
  expect(listed.map((row) => row[1])).toEqual([...accountEventTypes]);
  for (const [, , truth, states] of listed) {
    expect(truth).toMatch(/^[A-Z].{20,}\.$/);
    expect(states ?? 'the').toMatch(/^the\b/);
  }
});
