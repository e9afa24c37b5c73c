import { describe, expect, test } from 'vitest';
import { engineDisagreements } from '#testing/judges/engines/compare-engines.ts';
import { longRun } from '#testing/long-run.ts';
import { hostileColours } from '#testing/pdfs/hostile/colours.ts';
import { hostilePages } from '#testing/pdfs/hostile/pages.ts';
import { normalisePdf } from '../normalise-pdf.ts';

/** One of each kind that programs drew differently before. */
const SHORT = [
  ...['profile, grey, inverted, dark', 'space, calibrated, matrix of nothing', 'space, indexed, a half'],
  ...['space, tint, divides by zero', 'space, inks, None among others', 'colour, tiles without a colour'],
  ...['colour, shaded, in a box', 'file, an update', 'space, indexed of itself', 'colour, tiles turned flat'],
];

const all = Object.entries({ ...hostileColours, ...hostilePages });
const tried = longRun ? all : all.filter(([kind]) => SHORT.includes(kind));

describe('a hostile file shows the same in four engines, or is refused', () => {
  test.each(tried)('%s', { timeout: 120_000 }, async (_, make) => {
    const base = await normalisePdf(make());
    if ('refused' in base) return;
    expect(await engineDisagreements(base.bytes, base.pages)).toEqual([]);
  });
});

test('a profile, a calculation and a gradient that programs agree on stay', async () => {
  const kept = ['profile, grey, fine, dark', 'space, tint, a program', 'colour, shaded, dark to white'];
  for (const [kind, make] of all.filter(([name]) => kept.includes(name)))
    expect([kind, 'refused' in (await normalisePdf(make()))]).toEqual([kind, false]);
});
