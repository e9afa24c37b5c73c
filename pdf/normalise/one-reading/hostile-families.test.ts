import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { engineDisagreements } from '#testing/judges/engines/compare-engines.ts';
import { longRun } from '#testing/long-run.ts';
import { hostileAnnotations } from '#testing/pdfs/hostile/annotations.ts';
import { hostileColors } from '#testing/pdfs/hostile/colors.ts';
import { hostileFilters } from '#testing/pdfs/hostile/filters.ts';
import { hostileFonts } from '#testing/pdfs/hostile/fonts.ts';
import { hostileLayers } from '#testing/pdfs/hostile/layers.ts';
import { hostilePages } from '#testing/pdfs/hostile/pages.ts';
import { hostilePictures } from '#testing/pdfs/hostile/pictures.ts';
import { hostileSoftMasks } from '#testing/pdfs/hostile/soft-masks.ts';
import { hostileSymbolic } from '#testing/pdfs/hostile/symbolic.ts';
import { normalisePdf } from '../normalise-pdf.ts';
import type { Normalised } from '../normalise-pdf.ts';

/** One example of each kind that programs used to draw differently. */
const SHORT = [
  ...[
    'profile, grey, inverted, dark',
    'space, calibrated, matrix of nothing',
    'space, indexed, a half',
    'space, profile of two, light first',
  ],
  ...['space, tint, divides by zero', 'space, inks, None among others', 'color, tiles without a color'],
  ...[
    'font, compact, codes swapped, not symbolic',
    'font, compact, a condition',
    'font, Type 1, composed of two',
  ],
  ...['font, compact, a name that is missing', 'font, composite, a compact font, a CID twice in a row'],
  ...['font, composite, a map of glyphs that is short', 'font, Type 1, padding that is not stated'],
  ...['picture, decoded with one number', 'picture, with short and long keys', 'picture, of a pattern'],
  ...[
    'font, compact, too many numbers',
    'font, composite, vertical by entry',
    'font, TrueType, bearings of nothing',
  ],
  ...['color, shaded, in a box', 'file, an update', 'space, indexed of itself', 'color, tiles turned flat'],
  ...['annotation, state, that is missing', 'annotation, an appearance of itself'],
  ...['annotation, matrix, that is flat at an angle', 'layer, membership, an expression against a policy'],
  ...['soft mask, use, of a form that ends it', 'soft mask, backdrop, of an index'],
  ...['coded picture, flate, predicted, cut', 'coded font, filters, of two, with too few parameters'],
  ...['inline, indexed, beyond the table', 'inline, decoded with one number'],
  ...[
    'font, symbolic, map for both, encoding swapped',
    'font, of both kinds, map for both, encoding swapped by number',
  ],
];

const all = Object.entries({
  ...hostileColors,
  ...hostilePages,
  ...hostileFonts,
  ...hostilePictures,
  ...hostileAnnotations,
  ...hostileLayers,
  ...hostileSoftMasks,
  ...hostileFilters,
  ...hostileSymbolic,
});
const tried = longRun ? all : all.filter(([kind]) => SHORT.includes(kind));

/** Caches the differences by the hash of the prepared file, because many kinds of filters result in the same file. */
const judged = new Map<string, Promise<string[]>>();

function judge({ bytes, pages }: Normalised): Promise<string[]> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const differences = judged.get(hash) ?? engineDisagreements(bytes, pages);
  judged.set(hash, differences);
  return differences;
}

describe('hostile files look the same in four engines or are refused', () => {
  test.each(tried)('%s', { timeout: 120_000 }, async (_, make) => {
    const base = await normalisePdf(make());
    if ('refused' in base) return;
    expect(await judge(base)).toEqual([]);
  });
});

test.each([
  ['inline, decoded with one number', 'pdf-cannot-be-prepared'],
  ['soft mask, transfer, by samples', 'pdf-cannot-be-prepared'],
  ['annotation, an appearance of itself', 'pdf-malformed-content'],
  ['color, tiles in themselves', 'pdf-malformed-content'],
  ['color, tiles of many', 'pdf-malformed-content'],
  ['coded picture, filters, of an unknown one', 'pdf-picture-damaged'],
  ['coded picture, filters, of faxes', 'pdf-picture-damaged'],
])('refuses a file that cannot have one reading, and names the page: %s', async (kind, refused) => {
  const make = all.find(([name]) => name === kind)?.[1];
  expect(await normalisePdf(make!())).toMatchObject({ refused, page: 1 });
});

test('content that programs agree on is kept', async () => {
  const kept = [
    ...['picture, plain', 'picture, decoded the other way', 'picture, a stencil'],
    ...['font, compact, plain', 'font, Type 1, plain', 'font, TrueType, plain', 'font, composite, plain'],
    ...['font, compact, a name twice', 'font, composite, a compact font', 'font, compact, composed of two'],
    ...['profile, grey, fine, dark', 'space, tint, a program', 'color, shaded, dark to white'],
    ...['annotation, plain', 'annotation, Ink without an appearance', 'layer, state, off by name'],
    ...['layer, membership, any on', 'soft mask, kind, by brightness', 'soft mask, use, of a group'],
    ...[
      'coded picture, simple, LZW, predicted',
      'coded picture, filters, of two',
      'coded font, simple, base 85',
    ],
    ...['coded content, length, too short', 'font, symbolic, map for both, encoding confirmed'],
    ...['inline, indexed, a short table', 'picture, indexed, beyond the table'],
    ...['inverted', 'by a program', 'by a program of a browser'].map(
      (kind) => `soft mask, transfer, ${kind}`,
    ),
    ...['', ', not symbolic', ' and differences'].map(
      (more) => `font, Type 1, two tables of codes, with a base${more}`,
    ),
  ];
  for (const [kind, make] of all.filter(([name]) => kept.includes(name)))
    expect([kind, 'refused' in (await normalisePdf(make()))]).toEqual([kind, false]);
});
