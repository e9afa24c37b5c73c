import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planNames, plans, works } from '#core/plan/plans.ts';
import { namesTest } from './names-test.ts';

/** docs/benefits.md names the test of every benefit that a plan advertises. */
const root = join(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs/benefits.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| (\w+) \| (\w+) \| (.*) \|$/.exec(line))
  .flatMap((row) =>
    row && row[1] !== 'Plan' ? [{ plan: row[1], benefit: row[2], proofs: row[3] ?? '' }] : [],
  );

test('every ticked benefit has a test on each plan that offers it, and no other is ticked', () => {
  const ticked = planNames.flatMap((plan) =>
    plans[plan].contents.filter((content) => works[content]).map((content) => `${plan} ${content}`),
  );
  expect(rows.map(({ plan, benefit }) => `${plan} ${benefit}`).toSorted()).toEqual(ticked.toSorted());
});

test.each(rows)('the test of $benefit on $plan exists', ({ proofs }) => {
  const named = [...proofs.matchAll(/`([^`]+)` “([^”]+)”/g)];
  expect(named.length).toBeGreaterThan(0);
  for (const [, file = '', title = ''] of named) {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(namesTest(readFileSync(join(root, file), 'utf8'), title), `“${title}” in ${file}`).toBe(true);
  }
});
