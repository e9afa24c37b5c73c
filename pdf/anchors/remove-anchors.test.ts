import { describe, expect, test } from 'vitest';
import { openInPdfJs } from '#pdf/compare/pdfjs.ts';
import { readGlyphs } from '#pdf/compare/read-glyphs.ts';
import { dict, ref } from '#pdf/objects/objects.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { contentOf } from '#testing/pdfs/content-of.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { normalised, rendererOf } from '#testing/pdfs/normalised.ts';
import { ownFont } from '#testing/pdfs/own-font.ts';
import { compareLetters, removeAnchors } from './remove-anchors.ts';

const words = new Set(['signature', 'text', 'date']);

/** Returns the base file of a page, both with and without its anchors. */
async function cleared(base: Uint8Array) {
  const edited = await removeAnchors(base, words);
  if (!edited) throw new Error('nothing was removed');
  const { bytes } = await normalised(edited.bytes);
  return { base, bytes, counts: await compareLetters(edited.pages, bytes, words) };
}

async function basePage(content: string): Promise<Uint8Array> {
  const resources = { Font: dict({ F1: ref(1000) }) };
  return (await normalised(makePdf({ pages: [{ content, resources }], objects: ownFont(1000) }))).bytes;
}

/** Returns the letters that pdf.js draws, with their positions. */
async function inPdfJs(bytes: Uint8Array): Promise<string[]> {
  const document = await openInPdfJs(bytes);
  const glyphs = await readGlyphs(await document.getPage(1));
  await document.destroy();
  return glyphs
    .filter(({ sign }) => sign.trim() !== '')
    .map(({ sign, x, y }) => `${sign} ${x.toFixed(1)} ${y.toFixed(1)}`);
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const file = await rendererOf(bytes);
  try {
    return file
      .pageLetters(0)
      .map(({ sign }) => sign)
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();
  } finally {
    file.close();
  }
}

const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex').toUpperCase();

describe('anchor texts', () => {
  test.each([
    ['within a line', 'BT /F1 12 Tf 72 700 Td (Signed by {{signature:1}} in Kiel) Tj ET'],
    ['with attributes', 'BT /F1 12 Tf 72 700 Td (VAT {{text:2 label="VAT number" required}} end) Tj ET'],
    [
      'in several strings, with displacements',
      'BT /F1 12 Tf 72 700 Td [(By {{sig) -40 (natu) 30 (re:1}} in) -300 (Kiel)] TJ ( and Oslo) Tj ET',
    ],
    [
      'with spacing, scale and rise',
      'BT /F1 12 Tf 1.5 Tc 4 Tw 80 Tz 3 Ts 72 700 Td (By {{signature:1}} in Kiel) Tj ( on time) Tj ET',
    ],
    [
      'on a line of a paragraph',
      'BT /F1 12 Tf 14 TL 72 700 Td (First {{date:1}} line) Tj (Second {{signature:2}}) \' 2 1 (Third) " ET',
    ],
    [
      'on a rotated and enlarged page',
      'q 2 0 0 2 10 10 cm BT 0.8 0.6 -0.6 0.8 60 100 Tm /F1 9 Tf (By {{signature:1}} in Kiel) Tj ET Q',
    ],
    [
      'drawn twice to look bold',
      'BT /F1 12 Tf 72 700 Td (By {{signature:1}} in Kiel) Tj 0.2 0 Td (By {{signature:1}} in Kiel) Tj ET',
    ],
    ['in white', 'BT /F1 12 Tf 72 700 Td (By ) Tj 1 g ({{signature:1}}) Tj 0 g ( in Kiel) Tj ET'],
  ])('anchor texts are removed %s, and all other letters keep their positions', async (_, content) => {
    const { base, bytes, counts } = await cleared(await basePage(content));
    expect(counts).toMatchObject({ left: 0 });
    expect(counts?.removed).toBeGreaterThan(0);
    const [before, after] = [await inPdfJs(base), await inPdfJs(bytes)];
    expect(after.length).toBeLessThan(before.length);
    expect(before).toEqual(expect.arrayContaining(after));
    expect(await textOf(bytes)).not.toMatch(/[{}]/);
    expect(contentOf(bytes)).not.toContain(hex('{{'));
  });

  test('anchor texts are removed in a standard font without widths and in an embedded composite font', async () => {
    const standard = await normalised(
      makePdf({ pages: [{ content: 'BT /F1 12 Tf 72 700 Td (By {{signature:1}} in Kiel) Tj ET' }] }),
    );
    expect(await textOf((await cleared(standard.bytes)).bytes)).toBe('By in Kiel');
    const stamp = {
      ...{ kind: 'text' as const, text: 'Von {{signature:1}} in Köln', page: 0 },
      ...{ matrix: [1, 0, 0, 1, 72, 600] as const, width: 400, height: 20 },
    };
    const composed = await composePdf({
      ...{ base: (await normalised(makePdf({ pages: [{ text: 'Lease' }] }))).bytes, stamps: [stamp] },
      ...{ appendix: [], attachments: [], info: { title: 'Lease' } },
    });
    const { bytes, counts } = await cleared((await normalised(composed)).bytes);
    expect(counts).toEqual({ removed: 1, left: 0 });
    expect(await textOf(bytes)).toBe('Lease Von in Köln');
  });

  test('other texts in braces remain, and a page without anchors is refused', async () => {
    const { bytes } = await cleared(
      await basePage('BT /F1 12 Tf 72 700 Td (For {{company}} by {{signature:1}}) Tj ET'),
    );
    expect(await textOf(bytes)).toBe('For {{company}} by');
    expect(await removeAnchors(await basePage('BT /F1 12 Tf 72 700 Td ({{company}}) Tj ET'), words)).toBe(
      undefined,
    );
  });

  test('finds a missing or moved letter', async () => {
    const base = await basePage('BT /F1 12 Tf 72 700 Td (By {{signature:1}} in Kiel) Tj ET');
    const edited = await removeAnchors(base, words);
    const moved = await basePage('BT /F1 12 Tf 72 700 Td (By in Kiel) Tj ET');
    expect(await compareLetters(edited!.pages, moved, words)).toBe(undefined);
  });
});
