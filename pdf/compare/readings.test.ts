import { describe, expect, test } from 'vitest';
import { inFile, readAloud } from '#testing/judges/look-at.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { makePdf, type PageToMake } from '#testing/pdfs/make-pdf.ts';
import { normalised } from '#testing/pdfs/normalised.ts';
import { dict, latin1Bytes, name, ref, stream, textString, type PdfObject } from '../objects/objects.ts';

const at = (text: string): string => `BT /F1 14 Tf 60 700 Td ${text} Tj ET`;
const rent = '(The rent is 1200 EUR a month.)';

/** Returns a ToUnicode CMap with these pairs of character code and character, in hexadecimal. */
const toUnicode = (pairs: string): PdfObject =>
  stream(
    {},
    latin1Bytes(`/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <00> <FF> endcodespacerange
${pairs.split('\n').length} beginbfchar\n${pairs}\nendbfchar endcmap end end`),
  );

async function findings(page: PageToMake, objects: Record<number, PdfObject> = {}) {
  return (await normalised(makePdf({ pages: [page], objects }))).findings;
}

const lying = toUnicode('<31> <0039>\n<32> <0031>');
const helvetica = (entries: Record<string, PdfObject>): PageToMake['resources'] => ({
  Font: dict({
    F1: dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica'), ...entries }),
  }),
});

describe('words that programs read differently (P-05)', () => {
  const note = [{ code: 'text-misread', pages: [1], words: ['1200 → 9100'] }];

  test('reports words that the /ToUnicode map of a font with named letters changes', async () => {
    const resources = helvetica({ Encoding: name('WinAnsiEncoding'), ToUnicode: ref(1000) });
    expect(await findings({ content: at(rent), resources }, { 1000: lying })).toEqual(note);
  });

  const box = stream({}, latin1Bytes('600 0 0 0 500 700 d1 50 0 400 700 re f'));
  /** Returns a page with a Type 3 font whose glyphs 0, 1 and 2 have these names. */
  const inType3 = (names: readonly string[]): PageToMake => {
    const type3 = dict({
      Type: name('Font'),
      Subtype: name('Type3'),
      FontBBox: [0, 0, 600, 700],
      FirstChar: 48,
      LastChar: 50,
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      Widths: [600, 600, 600],
      ToUnicode: ref(1000),
      CharProcs: dict(Object.fromEntries(names.map((one) => [one, ref(1001)]))),
      Encoding: dict({ Differences: [48, ...names.map(name)] }),
    });
    return { content: at('(1200)'), resources: { Font: dict({ F1: type3 }) } };
  };

  test('reports words that the /ToUnicode map of a Type 3 font with named glyphs changes', async () => {
    expect(await findings(inType3(['zero', 'one', 'two']), { 1000: lying, 1001: box })).toEqual(note);
  });

  test('does not report words in a font with meaningless glyph names', async () => {
    expect(await findings(inType3(['g12', 'a7', 'cid_9']), { 1000: lying, 1001: box })).toEqual([]);
  });

  test.each<[string, string]>([
    ['the same letter in a different case', '<54> <0074>'],
    ['a ligature', '<31> <00310032>'],
    ['a private-use character', '<31> <E031>'],
  ])('does not report %s', async (_, pairs) => {
    const resources = helvetica({ Encoding: name('WinAnsiEncoding'), ToUnicode: ref(1000) });
    expect(await findings({ content: at(rent), resources }, { 1000: toUnicode(pairs) })).toEqual([]);
  });
});

describe('texts for screen readers cannot contradict the contract (P-05)', () => {
  const lie = 'The rent is 12 EUR a year.';
  const taken = [{ code: 'texts-removed', pages: [], words: [lie] }];

  test('removes a text that replaces drawn words', async () => {
    const content = `/Span <</ActualText (${lie})>> BDC ${at(rent)} EMC`;
    const { bytes, findings: reported } = await normalised(makePdf({ pages: [{ content }] }));
    expect(reported).toEqual(taken);
    expect(await readAloud(bytes)).toContain('The rent is 1200 EUR a month.');
    expect(await inFile(bytes, qpdfCheck)).toMatchObject({ clean: true });
  });

  test('removes such a text from a property list', async () => {
    const content = `/Span /P1 BDC ${at(rent)} EMC`;
    const resources = { Properties: dict({ P1: dict({ ActualText: textString(lie) }) }) };
    const { bytes, findings: reported } = await normalised(makePdf({ pages: [{ content, resources }] }));
    expect(reported).toEqual(taken);
    expect(await readAloud(bytes)).toContain('1200 EUR a month');
  });

  const tagged = (role: string, entries: Record<string, PdfObject>, text = rent): Uint8Array =>
    makePdf({
      pages: [{ content: `/${role} <</MCID 0>> BDC ${at(text)} EMC`, entries: { StructParents: 0 } }],
      catalog: { MarkInfo: dict({ Marked: true }), StructTreeRoot: ref(1000) },
      objects: {
        1000: dict({
          Type: name('StructTreeRoot'),
          K: ref(1001),
          ParentTree: dict({ Nums: [0, [ref(1001)]] }),
        }),
        1001: dict({
          Type: name('StructElem'),
          S: name(role),
          P: ref(1000),
          Pg: ref(11),
          K: 0,
          ...entries,
        }),
      },
    });

  test.each(['ActualText', 'Alt'])('removes such a text from the structure tree (%s)', async (key) => {
    const { bytes, findings: reported } = await normalised(tagged('P', { [key]: textString(lie) }));
    expect(reported).toEqual(taken);
    expect(Buffer.from(bytes).toString('latin1')).not.toContain(`/${key}`);
  });

  test('removes expansions of abbreviations, which cannot be verified', async () => {
    const { bytes } = await normalised(tagged('P', { E: textString(lie) }));
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('/E ');
  });

  test('reports a description that replaces a longer text', async () => {
    const long = '(The rent is 1200 EUR a month, and is due on the first day of it.)';
    const file = tagged('Figure', { Alt: textString(lie) }, long);
    expect((await normalised(file)).findings).toEqual([
      {
        code: 'text-misread',
        pages: [1],
        words: ['The rent is 1200 EUR a month, and is due → The rent is 12 EUR a year.'],
      },
    ]);
  });

  test('reports a description with an amount that the page does not show', async () => {
    const described = async (text: string) =>
      (await normalised(tagged('Figure', { Alt: textString(text) }))).findings;
    expect(await described('The price is 9,900 EUR')).toEqual([
      {
        code: 'text-misread',
        pages: [1],
        words: ['The rent is 1200 EUR a month. → The price is 9,900 EUR'],
      },
    ]);
    expect(await described('A fee of 9 %')).toHaveLength(1);
    expect(await described('The rent is 1,200 EUR')).toEqual([]);
    expect(await described('Figure 7: a chart of 2026')).toEqual([]);
  });

  test('keeps texts that match the drawn content and descriptions of pictures', async () => {
    const same = await normalised(tagged('P', { ActualText: textString('The rent is 1200 EUR a month.') }));
    expect(same.findings).toEqual([]);
    expect(Buffer.from(same.bytes).toString('latin1')).toContain('/ActualText');
    const figure = await normalised(tagged('Figure', { Alt: textString('A chart of rents') }));
    expect(Buffer.from(figure.bytes).toString('latin1')).toContain('/Alt');
    const hyphen = `/Span <</ActualText <feff00ad>>> BDC ${at('(-)')} EMC`;
    expect(await findings({ content: hyphen })).toEqual([]);
  });
});
