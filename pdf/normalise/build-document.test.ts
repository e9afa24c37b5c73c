import { describe, expect, test } from 'vitest';
import { appendRevision, makePdf, pageNumber } from '#testing/pdfs/make-pdf.ts';
import { normalised, rendererOf } from '#testing/pdfs/normalised.ts';
import { dict, latin1Bytes, latin1Text, name, PdfString, ref, stream } from '../objects/objects.ts';

const literal = (text: string): PdfString => new PdfString(latin1Bytes(text));

describe('only one revision and only referenced objects', () => {
  test('removes content that Mallory planted in an earlier revision (shadow attack)', async () => {
    const first = makePdf({
      pages: [{ text: 'Pay 100' }],
      objects: { 1000: stream({}, latin1Bytes('(Mallory gets it all) Tj')) },
    });
    const file = appendRevision(first, { 1001: stream({}, latin1Bytes('(unused) Tj')) });
    const { bytes } = await normalised(file);
    expect(latin1Text(bytes)).not.toContain('Mallory');
    expect(latin1Text(bytes).match(/%%EOF/g)).toHaveLength(1);
    expect(latin1Text(bytes)).not.toContain('/Prev');
  });

  test('uses the newest version of a page', async () => {
    const file = appendRevision(makePdf({ pages: [{ text: 'old words' }] }), {
      [pageNumber(0) + 1]: stream({}, latin1Bytes('BT /F1 12 Tf 50 700 Td (new words) Tj ET')),
    });
    const renderer = await rendererOf((await normalised(file)).bytes);
    expect(renderer.pageText(0)).toContain('new words');
    expect(renderer.pageText(0)).not.toContain('old words');
    renderer.close();
  });

  test('scripts, actions and attachments of the catalog are removed and reported', async () => {
    const script = dict({ Type: name('Action'), S: name('JavaScript'), JS: literal('app.alert(1)') });
    const file = makePdf({
      pages: [{ text: 'Terms', entries: { AA: dict({ O: script }) } }],
      catalog: {
        OpenAction: script,
        Names: dict({
          JavaScript: dict({ Names: [literal('x'), script] }),
          EmbeddedFiles: dict({ Names: [literal('y'), dict({ EF: dict({ F: ref(1000) }) })] }),
        }),
      },
      objects: { 1000: stream({ Type: name('EmbeddedFile') }, latin1Bytes('payload')) },
    });
    const { bytes, changes } = await normalised(file);
    expect(latin1Text(bytes)).not.toMatch(/JavaScript|alert|payload|OpenAction|\/AA/);
    expect(changes).toEqual(['attachments-removed', 'javascript-removed']);
  });

  test.each(['<pdfaid:part>2</pdfaid:part>', 'pdfaid:part="1"'])(
    'reports that the file was PDF/A: %s',
    async (mark) => {
      const metadata = stream(
        { Type: name('Metadata'), Subtype: name('XML') },
        latin1Bytes(`<x:xmpmeta>${mark}`),
      );
      const file = makePdf({ pages: [{}], catalog: { Metadata: ref(1000) }, objects: { 1000: metadata } });
      const { bytes, changes } = await normalised(file);
      expect(changes).toEqual(['pdfa-removed']);
      expect(latin1Text(bytes)).not.toContain('pdfaid');
    },
  );

  test('equal input gives equal bytes', async () => {
    const file = makePdf({ pages: [{ text: 'Terms' }, { text: 'Annex' }] });
    expect((await normalised(file)).bytes).toEqual((await normalised(file)).bytes);
  });
});

describe('content for assistive technology (A-11)', () => {
  test('structure tree, language and title are preserved', async () => {
    const file = makePdf({
      title: 'Lease of berth 12',
      pages: [
        {
          content: '/H1 <</MCID 0>> BDC BT /F1 20 Tf 50 700 Td (Lease) Tj ET EMC',
          entries: { StructParents: 0 },
        },
      ],
      catalog: { StructTreeRoot: ref(1000), MarkInfo: dict({ Marked: true }), Lang: literal('en-GB') },
      objects: {
        1000: dict({
          Type: name('StructTreeRoot'),
          K: [ref(1001)],
          ParentTree: dict({ Nums: [0, [ref(1001)]] }),
        }),
        1001: dict({ Type: name('StructElem'), S: name('H1'), P: ref(1000), Pg: ref(pageNumber(0)), K: 0 }),
      },
    });
    const text = latin1Text((await normalised(file)).bytes);
    for (const kept of [
      '/StructTreeRoot',
      '/S /H1',
      '/ParentTree',
      '/StructParents 0',
      '(en-GB)',
      'Lease of berth',
    ]) {
      expect(text).toContain(kept);
    }
  });
});

test('bookmarks keep their destinations but lose their actions', async () => {
  const file = makePdf({
    pages: [{ text: 'Terms' }, { text: 'Annex' }],
    catalog: { Outlines: ref(1000), Dests: dict({ annex: [ref(pageNumber(1)), name('Fit')] }) },
    objects: {
      1000: dict({ First: ref(1001), Last: ref(1002) }),
      1001: dict({ Title: literal('Terms'), Dest: [ref(pageNumber(0)), name('FitH'), 700], Next: ref(1002) }),
      1002: dict({
        Title: literal('Annex'),
        A: dict({ S: name('GoTo'), D: name('annex') }),
        Next: ref(1003),
      }),
      1003: dict({ Title: literal('Surprise'), A: dict({ S: name('Launch'), F: literal('calc.exe') }) }),
    },
  });
  const text = latin1Text((await normalised(file)).bytes);
  expect(text).toMatch(/\/Title \(Terms\).*\/Dest \[\d+ 0 R \/FitH 700\]/);
  expect(text).toMatch(/\/Title \(Annex\).*\/Dest \[\d+ 0 R \/Fit\]/);
  expect(text).toContain('(Surprise)');
  expect(text).not.toMatch(/Launch|calc/);
});
