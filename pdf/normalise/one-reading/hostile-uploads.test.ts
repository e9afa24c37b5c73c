import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { engineDisagreements, engines } from '#testing/judges/engines/compare-engines.ts';
import { casesOfRun, longRun } from '#testing/long-run.ts';
import { hostileKinds } from '#testing/pdfs/hostile-content.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { uploadFiles, uploads } from '#testing/uploads.ts';
import { normalisePdf } from '../normalise-pdf.ts';
import type { Normalised } from '../normalise-pdf.ts';

if (engines.length < 4) console.log(`compared in ${engines.map(({ name }) => name).join(', ')} only`);

const accepted = async (bytes: Uint8Array): Promise<Normalised | undefined> => {
  const result = await normalisePdf(bytes);
  if (!('refused' in result)) return result;
  // Either the whole file is refused, or one of its pages with its number.
  if (!['pdf-portfolio', 'pdf-damaged'].includes(result.refused)) expect(result.detail).toMatch(/[Pp]age \d/);
  return undefined;
};

const files = uploadFiles();
if (files.length === 0) console.log(`skipped: no uploads at ${uploads.pathname}`);
const tried = longRun ? files : files.filter((_, at) => at % 36 === 1);

describe.skipIf(files.length === 0)('hostile uploads look the same in four engines or are refused', () => {
  test.each(tried)('%s', { timeout: 120_000 }, async (file) => {
    const base = await accepted(Uint8Array.from(readFileSync(new URL(file, uploads))));
    if (base === undefined) return;
    expect(await engineDisagreements(base.bytes, base.pages)).toEqual([]);
  });
});

const runs = longRun ? 30 : 1;
const kinds = casesOfRun(Object.entries(hostileKinds), 4);

describe('malformed content of any kind looks the same in four engines or is refused', () => {
  test.each(kinds)('%s', { timeout: 600_000 }, async (_, files) => {
    await fc.assert(
      fc.asyncProperty(files, async (bytes) => {
        const base = await accepted(bytes);
        if (base === undefined) return;
        expect(await engineDisagreements(base.bytes, base.pages)).toEqual([]);
      }),
      { numRuns: runs, seed: 40, endOnFailure: true },
    );
  });
});

test('known attacks are refused, and the refusal names the page and the token', async () => {
  const split =
    'BT /F1 13 Tf 60 7-0-0 Td (The price is 1 200 EUR) Tj ET BT /F1 13 Tf 60 700-9 Td (9 900 EUR) Tj ET';
  const hexsplit = 'BT /F1 13 Tf 60 700 Td <39 3939Z3030> Tj ( EUR.) Tj ET';
  const details = await Promise.all(
    [split, hexsplit].map(async (content) => {
      const result = await normalisePdf(makePdf({ pages: [{}, { content }] }));
      return 'refused' in result ? [result.refused, result.detail] : ['accepted'];
    }),
  );
  expect(details).toEqual([
    ['pdf-malformed-content', expect.stringContaining('Page 2 of this PDF contains “7-0-0”')],
    ['pdf-malformed-content', expect.stringContaining('Page 2 of this PDF contains “<39 3939Z3030>”')],
  ]);
});

test('malformed numbers without a visible effect are accepted', async () => {
  const result = await normalisePdf(makePdf({ pages: [{ content: '0.00-3 0.00-5 m 100. 100 l S' }] }));
  expect('refused' in result).toBe(false);
});
