import { expect, test } from 'vitest';
import { inFile } from '#testing/judges/look-at.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { runTool } from '#testing/judges/run-tool.ts';
import { makePdf, pageNumber } from '#testing/pdfs/make-pdf.ts';
import { normalised, rendererOf } from '#testing/pdfs/normalised.ts';
import { taggedLease } from '#testing/pdfs/tagged-lease.ts';
import { openInPdfJs } from '../compare/pdfjs.ts';
import { dict, latin1Bytes, latin1Text, name, PdfString, ref, textString } from '../objects/objects.ts';
import { composePdf } from '../stamp/compose-pdf.ts';
import { joinFiles, type PreparedPart } from './join-files.ts';

const asFile = async (title: string, file: Uint8Array): Promise<PreparedPart> => {
  const { bytes, pages } = await normalised(file);
  return { title, pdf: bytes, pages };
};

const joined = async (parts: readonly PreparedPart[]): Promise<Uint8Array> => {
  const result = await joinFiles(parts);
  if ('refused' in result) throw new Error(result.refused);
  return result;
};

/** Two pages of different sizes, with a bookmark to the second page and a link to it from the first. */
const priceList = makePdf({
  pages: [
    {
      text: 'Price list',
      entries: {
        Annots: [
          dict({
            Type: name('Annot'),
            Subtype: name('Link'),
            Rect: [10, 10, 90, 30],
            Dest: [ref(pageNumber(1)), name('Fit')],
          }),
        ],
      },
    },
    { text: 'Discounts', mediaBox: [0, 0, 300, 400], rotate: 90 },
  ],
  catalog: { Outlines: ref(1000), Lang: textString('de-DE') },
  objects: {
    1000: dict({ Type: name('Outlines'), First: ref(1001), Last: ref(1001), Count: 1 }),
    1001: dict({
      Title: textString('Discounts'),
      Parent: ref(1000),
      Dest: [ref(pageNumber(1)), name('Fit')],
    }),
  },
});

/** Returns a tagged page whose element has an identifier, a class, and a role with the given meaning. */
const withRole = (meaning: string, text: string): Uint8Array => {
  const id = new PdfString(latin1Bytes('first'));
  return makePdf({
    pages: [
      {
        content: `/Clause <</MCID 0>> BDC BT /F1 12 Tf 50 700 Td (${text}) Tj ET EMC`,
        entries: { StructParents: 0 },
      },
    ],
    catalog: { MarkInfo: dict({ Marked: true }), StructTreeRoot: ref(1000), Lang: textString('en-GB') },
    objects: {
      1000: dict({
        Type: name('StructTreeRoot'),
        K: [ref(1001)],
        ParentTree: dict({ Nums: [0, [ref(1001)]] }),
        RoleMap: dict({ Clause: name(meaning) }),
        IDTree: dict({ Names: [id, ref(1001)] }),
      }),
      1001: dict({ Type: name('StructElem'), S: name('Clause'), P: ref(1000), Pg: ref(11), K: 0, ID: id }),
    },
  });
};

test('joins files without changing the text of any page in either engine', async () => {
  const files = [
    await asFile('Mandate', taggedLease()),
    await asFile('Preise für 2027', priceList),
    await asFile('Terms', withRole('P', 'All terms')),
  ];
  const whole = await joined(files);
  expect(await joined(files)).toEqual(whole);
  const texts = ['Quay lease agreement', 'Price list', 'Discounts', 'All terms'];
  const shown = await rendererOf(whole);
  expect(texts.map((_, page) => shown.pageText(page).trim())).toEqual(texts);
  expect(shown.pageSize(2)).toEqual({ width: 400, height: 300 });
  expect(shown.bookmarks()).toEqual(['Mandate', 'Preise für 2027', 'Discounts', 'Terms']);
  shown.close();
  const file = await openInPdfJs(whole);
  const read = await Promise.all(
    texts.map(async (_, at) => {
      const { items } = await (await file.getPage(at + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join('');
    }),
  );
  expect(read).toEqual(texts);
  const [link] = await (await file.getPage(2)).getAnnotations();
  expect(await file.getPageIndex(link.dest[0])).toBe(2);
  await file.loadingTask.destroy();
  expect(await inFile(whole, qpdfCheck)).toMatchObject({ clean: true });
  // The joined file is an ordinary base file.
  expect((await normalised(whole)).pages).toEqual(files.flatMap(({ pages }) => pages));
});

test('keeps the tags of the files separate, and adds new tags after them', async () => {
  const parts = [
    await asFile('One', withRole('P', 'First clause')),
    await asFile('Two', withRole('H1', 'Second clause')),
    await asFile('Lease', taggedLease()),
  ];
  const base = await joined(parts);
  const place = { page: 1, matrix: [1, 0, 0, 1, 100, 400] as const, width: 200, height: 20 };
  const composed = await composePdf({
    base,
    stamps: [{ ...place, kind: 'text', text: 'Grace Lindqvist' }],
    appendix: [],
    attachments: [],
    info: { title: 'Lease' },
  });
  expect(await inFile(composed, qpdfCheck)).toMatchObject({ clean: true });
  const { stdout, stderr } = await inFile(composed, (file) => runTool('pdfinfo', ['-struct-text', file]));
  expect(Buffer.from(stderr).toString()).toBe('');
  expect(Buffer.from(stdout).toString()).toMatch(
    /^Document[^]*Part[^]*"First clause"[^]*Part[^]*"Second clause"[^]*Part[^]*Document[^]*"Quay lease agreement"[^]*"Grace/,
  );
  const text = latin1Text(base);
  expect(text).toContain('/Marked true');
  expect(text).toMatch(/\/RoleMap <<\/Clause \/P\/Clause-2 \/H1>>/);
  expect(text).toMatch(/\/S \/Clause-2/);
  expect(text.match(/\/ID ?(\(first\)|<322D6669727374>)/gi)).toHaveLength(2);
});

test('the joined file is not marked as tagged if one file has no tags', async () => {
  const parts = [await asFile('Lease', taggedLease()), await asFile('Prices', priceList)];
  expect(latin1Text(await joined(parts))).not.toContain('/MarkInfo');
});

test('refuses more pages than a document may have', async () => {
  const { pdf, pages } = await asFile('Prices', priceList);
  const many = { title: 'Prices', pdf, pages: Array.from({ length: 300 }, () => pages[0]!) };
  expect(await joinFiles([many, many])).toMatchObject({ refused: 'pdf-too-many-pages' });
});
