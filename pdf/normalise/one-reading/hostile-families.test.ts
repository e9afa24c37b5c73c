import { describe, expect, test } from 'vitest';
import { engineDisagreements } from '#testing/judges/engines/compare-engines.ts';
import { longRun } from '#testing/long-run.ts';
import { hostileColors } from '#testing/pdfs/hostile/colours.ts';
import { hostileFonts } from '#testing/pdfs/hostile/fonts.ts';
import { hostilePages } from '#testing/pdfs/hostile/pages.ts';
import { hostilePictures } from '#testing/pdfs/hostile/pictures.ts';
import { normalisePdf } from '../normalise-pdf.ts';

/** One of each kind that programs used to draw differently. */
const SHORT = [
  ...['profile, grey, inverted, dark', 'space, calibrated, matrix of nothing', 'space, indexed, a half'],
  ...['space, tint, divides by zero', 'space, inks, None among others', 'color, tiles without a color'],
  ...[
    'font, compact, codes swapped, not symbolic',
    'font, compact, a condition',
    'font, Type 1, composed of two',
  ],
  ...['font, compact, a name that is missing', 'font, composite, a compact font, a CID twice in a row'],
  ...['font, composite, a map of glyphs that is short', 'font, Type 1, padding that is not stated'],
  ...['picture, decoded with one number', 'picture, with short and long keys', 'picture, of a pattern'],
  ...['font, composite, vertical by entry', 'font, TrueType, bearings of nothing'],
  ...['color, shaded, in a box', 'file, an update', 'space, indexed of itself', 'color, tiles turned flat'],
];

const all = Object.entries({ ...hostileColors, ...hostilePages, ...hostileFonts, ...hostilePictures });
const tried = longRun ? all : all.filter(([kind]) => SHORT.includes(kind));

describe('a hostile file looks the same in four engines, or is refused', () => {
  test.each(tried)('%s', { timeout: 120_000 }, async (_, make) => {
    const base = await normalisePdf(make());
    if ('refused' in base) return;
    expect(await engineDisagreements(base.bytes, base.pages)).toEqual([]);
  });
});

test('content that programs agree on is kept', async () => {
  const kept = [
    ...['picture, plain', 'picture, decoded the other way', 'picture, a stencil'],
    ...['font, compact, plain', 'font, Type 1, plain', 'font, TrueType, plain', 'font, composite, plain'],
    ...['font, compact, a name twice', 'font, composite, a compact font', 'font, compact, composed of two'],
    ...['profile, grey, fine, dark', 'space, tint, a program', 'color, shaded, dark to white'],
  ];
  for (const [kind, make] of all.filter(([name]) => kept.includes(name)))
    expect([kind, 'refused' in (await normalisePdf(make()))]).toEqual([kind, false]);
});
