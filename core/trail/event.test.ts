import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventTypes } from './event.ts';

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([a-z]+(?:_[a-z]+)+)` *\| (.+?) *\| (.+?) *\|$/gm)];

test('docs/events.md lists every kind of event once, in the order of the code, and no other', () => {
  expect(rows.map((row) => row[1])).toEqual([...eventTypes]);
});

test.each(eventTypes)('docs/events.md says in a sentence what makes %s true, and what it states', (type) => {
  const [, , truth, states] = rows.find((row) => row[1] === type) ?? [];
  expect(truth).toMatch(/^[A-Z].{30,}\.$/);
  expect(states).toMatch(/^(nothing|`[a-zA-Z0-9]+`.*)$/);
});
