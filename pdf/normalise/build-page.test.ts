import { describe, expect, test } from 'vitest';
import { lookAt } from '#testing/judges/look-at.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { contentOf } from '#testing/pdfs/content-of.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { normalised, rendererOf } from '#testing/pdfs/normalised.ts';
import { dict, latin1Bytes, latin1Text, name, PdfString, ref, stream } from '../objects/objects.ts';

const missing = missingTools('pdftoppm');

const literal = (text: string): PdfString => new PdfString(latin1Bytes(text));

describe('page content as one stream in canonical form', () => {
  const contentFor = async (content: string): Promise<string> =>
    contentOf((await normalised(makePdf({ pages: [{ content }] }))).bytes);

  test('closes everything that the content leaves open', async () => {
    expect(await contentFor('q 2 0 0 2 0 0 cm q 0 0 9 9 re f')).toBe(
      'q\nq\n2 0 0 2 0 0 cm\nq\n0 0 9 9 re\nf\nQ\nQ\nQ\n',
    );
  });

  test('a Q without a q does not reset the colors after it', async () => {
    const { bytes } = await normalised(makePdf({ pages: [{ content: '1 0 0 rg Q 0 0 300 300 re f' }] }));
    const renderer = await rendererOf(bytes);
    const { rgba, width, height } = renderer.renderPage(0, 0.1);
    expect([...rgba.slice((height - 2) * width * 4 + 8, (height - 2) * width * 4 + 11)]).toEqual([255, 0, 0]);
    renderer.close();
  });

  test('unclosed text and an unterminated string at the end do not affect later content', async () => {
    expect(await contentFor('BT /F1 12 Tf (whole) Tj (cut o')).toContain('ET\nQ\n');
  });

  test('tokens do not span two streams', async () => {
    const parts = ['BT /F1 12 Tf 60 700 Td (The rent is 12', '00) Tj 9 0 T', 'd (EUR) Tj ET'];
    const file = makePdf({
      pages: [{ entries: { Contents: parts.map((_, at) => ref(1000 + at)) } }],
      objects: Object.fromEntries(parts.map((part, at) => [1000 + at, stream({}, latin1Bytes(part))])),
    });
    expect(contentOf((await normalised(file)).bytes)).toContain('<54686520726577'.slice(0, 9));
    expect(contentOf((await normalised(file)).bytes)).not.toContain('Td\n<455552>');
  });
});

describe('layers are flattened to their visible content (P-04)', () => {
  const layered = (off: boolean): Uint8Array =>
    makePdf({
      pages: [
        {
          text: 'Always',
          content: '/OC /L1 BDC BT /F1 12 Tf 50 400 Td (Mallory) Tj ET EMC',
          resources: { Properties: dict({ L1: ref(1000) }) },
        },
      ],
      catalog: { OCProperties: dict({ OCGs: [ref(1000)], D: dict({ OFF: off ? [ref(1000)] : [] }) }) },
      objects: { 1000: dict({ Type: name('OCG'), Name: literal('L1') }) },
    });

  test.each([
    ['a hidden layer is removed', true, false],
    ['a visible layer is kept', false, true],
  ])('%s', async (_, off, shown) => {
    const { bytes, changes } = await normalised(layered(off));
    const renderer = await rendererOf(bytes);
    expect(renderer.pageText(0)).toContain('Always');
    expect(renderer.pageText(0).includes('Mallory')).toBe(shown);
    renderer.close();
    expect(latin1Text(bytes)).not.toMatch(/OCProperties|\/OCG/);
    expect(changes).toEqual(['layers-flattened']);
  });
});

describe('content that makes other programs stop rendering (P-05)', () => {
  const behind = '1 0 0 rg 50 50 100 100 re f';
  const form = stream(
    { Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, 595, 842] },
    latin1Bytes(`BT Tf ET ${behind}`),
  );
  test.skipIf(missing.length > 0).each([
    ['an operator without operands', `BT Tf ET ${behind}`],
    ['a number that only some programs can read', `BT /F1 1e2 Tf ET ${behind}`],
    ['an operator without operands in a form', '/Fm Do'],
  ])('%s: later content is shown there too', async (_, content) => {
    const resources = { XObject: dict({ Fm: ref(1000) }) };
    const file = makePdf({ pages: [{ content, resources }], objects: { 1000: form } });
    const { bytes } = await normalised(file);
    const { data, width } = await lookAt(bytes);
    expect([...data.subarray(((842 - 100) * width + 100) * 4).subarray(0, 3)]).toEqual([255, 0, 0]);
  });
});
