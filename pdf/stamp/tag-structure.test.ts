import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inFile } from '#testing/judges/look-at.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { runTool } from '#testing/judges/run-tool.ts';
import { appendRevision, makePdf } from '#testing/pdfs/make-pdf.ts';
import { normalised } from '#testing/pdfs/normalised.ts';
import { taggedLease, treesOfParents } from '#testing/pdfs/tagged-lease.ts';
import { dict, name, PdfDict, PdfStream, PdfString, ref } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { openPdf } from '../read/open-pdf.ts';
import type { AppendixPage } from './appendix/blocks.ts';
import { composePdf } from './compose-pdf.ts';
import type { Stamp } from './draw-stamp.ts';

const place = { page: 0, matrix: [1, 0, 0, 1, 100, 400] as const, width: 200, height: 20 };
const stamps: Stamp[] = [
  { ...place, kind: 'text', text: 'Grace Lindqvist' },
  { ...place, kind: 'check', checked: true, alt: 'Pets allowed: yes' },
];
const appendix = [{ blocks: [{ kind: 'title' as const, text: 'Certificate' }] }];
const plain = { stamps, appendix, attachments: [], info: { title: 'Quay lease' } };

const inTwoLanguages: AppendixPage[] = [
  {
    language: 'en',
    blocks: [
      { kind: 'title', text: 'Certificate' },
      { kind: 'paragraph', text: 'Einwilligung', language: 'de' },
    ],
  },
];

test('on an untagged base, the text itself specifies its language', async () => {
  const composed = await composePdf({ ...plain, base: makePdf({ pages: [{}] }), appendix: inTwoLanguages });
  const file = openPdf(composed);
  const page = file.object(file.pageRef(1)!);
  const content = page instanceof PdfDict ? file.resolve(page.get('Contents')) : null;
  const drawn = content instanceof PdfStream ? inflateSync(content.bytes).toString('latin1') : '';
  expect(drawn.match(/\/Span <<\/Lang \(\w+\)>> BDC/g)).toEqual([
    '/Span <</Lang (en)>> BDC',
    '/Span <</Lang (de)>> BDC',
  ]);
});

describe('a tagged base (A-11)', () => {
  for (const [shape, parents] of Object.entries(treesOfParents)) {
    const base = taggedLease(parents);
    test(`additions to a tagged base are tagged: ${shape}`, async () => {
      const composed = await composePdf({ ...plain, base });
      expect(await inFile(composed, qpdfCheck)).toMatchObject({ clean: true });
      const shown = await inFile(composed, (file) => runTool('pdfinfo', ['-struct-text', file]));
      const structure = Buffer.from(shown.stdout).toString();
      // In reading order: existing content, stamps, appended page.
      expect(structure).toMatch(
        /Document[^]*"Quay lease agreement"[^]*"Grace Lindqvist"[^]*Figure[^]*H1[^]*"Certificate"/,
      );
      expect(Buffer.from(shown.stderr).toString()).toBe('');
    });
  }

  test('tags state the meaning of a check mark', async () => {
    const composed = await composePdf({ ...plain, base: taggedLease() });
    expect(Buffer.from(composed).toString('latin1')).toMatch(
      /\/S \/Figure[^]{0,80}\/Alt \(Pets allowed: yes\)/,
    );
  });

  test('tags state the language of the appended pages, and where another language begins (PDF/UA-1, 7.2)', async () => {
    const base = taggedLease();
    const composed = await composePdf({ ...plain, base, appendix: inTwoLanguages });
    const added = Buffer.from(composed.subarray(base.length)).toString('latin1');
    expect(added.match(/\/S \/\w+\/P[^]{0,40}\/Lang \(\w+\)/g)).toEqual([
      expect.stringMatching(/\/S \/H1[^]*\/Lang \(en\)/),
      expect.stringMatching(/\/S \/P[^]*\/Lang \(de\)/),
    ]);
  });

  test('a strong line is tagged as a heading for the content below it (PDF/UA-1, 7.4)', async () => {
    const blocks = [
      { kind: 'heading' as const, text: 'Disclosures' },
      { kind: 'paragraph' as const, text: 'How to get a copy on paper', tone: 'strong' as const },
      { kind: 'paragraph' as const, text: 'Ask the sender.' },
    ];
    const base = taggedLease();
    const composed = await composePdf({ ...plain, base, appendix: [{ blocks }] });
    const added = Buffer.from(composed.subarray(base.length)).toString('latin1');
    const types = [...added.matchAll(/\/Type \/StructElem\/S \/(\w+)/g)].map(([, type]) => type);
    expect(types.slice(-3)).toEqual(['H2', 'H3', 'P']);
  });

  test('tags state which cells are headers, and their scope (PDF/UA-1, 7.5)', async () => {
    const facts = { kind: 'facts' as const, rows: [{ label: 'Email', value: 'grace@harbour.example' }] };
    const table = { kind: 'table' as const, columns: [{ title: 'Time', share: 1 }], rows: [['12:00']] };
    const base = taggedLease();
    const composed = await composePdf({ ...plain, base, appendix: [{ blocks: [facts, table] }] });
    const added = Buffer.from(composed.subarray(base.length)).toString('latin1');
    expect(added.match(/\/S \/TH[^]{0,120}\/Scope \/(Row|Column)/g)).toHaveLength(2);
    expect(added).toContain('/Scope /Column');
  });

  test('each mark refers to its element and back', async () => {
    const file = openPdf(await composePdf({ ...plain, base: taggedLease() }));
    const page = dictAt(file.object(file.pageRefs()[0] ?? 0));
    expect(page.get('StructParents')).toBe(0);
    const catalog = dictAt(file.object(file.rootRef));
    const tree = dictAt(file.resolve(catalog.get('StructTreeRoot')));
    const parents = file.resolve(dictAt(file.resolve(tree.get('ParentTree'))).get('Nums'));
    const ofPage = file.resolve(Array.isArray(parents) ? parents[1] : null);
    expect(Array.isArray(ofPage) && ofPage.map((element) => dictAt(file.resolve(element)).get('S'))).toEqual([
      name('P'),
      name('P'),
      name('Figure'),
    ]);
  });

  test('if a page occurs twice, Grace’s signature on one is not read as Linus’s on the other', async () => {
    const pages = dict({ Type: name('Pages'), Kids: [ref(11), ref(11)], Count: 2 });
    const { bytes: base } = await normalised(appendRevision(taggedLease(), { 2: pages }));
    const signed: Stamp[] = [
      { ...place, kind: 'check', checked: true, alt: 'Signature of Grace' },
      { ...place, page: 1, kind: 'check', checked: true, alt: 'Signature of Linus' },
    ];
    const file = openPdf(await composePdf({ ...plain, base, stamps: signed }));
    const catalog = dictAt(file.object(file.rootRef));
    const tree = dictAt(file.resolve(catalog.get('StructTreeRoot')));
    const parents = file.resolve(dictAt(file.resolve(tree.get('ParentTree'))).get('Nums'));
    const read = [0, 1].map((index) => {
      const page = dictAt(file.object(file.pageRef(index)!));
      const contents = file.resolve(page.get('Contents'));
      const last = file.resolve(Array.isArray(contents) ? contents.at(-1) : null);
      const drawn = last instanceof PdfStream ? inflateSync(last.bytes).toString('latin1') : '';
      const mark = Number(/MCID (\d+)/.exec(drawn)?.[1]);
      const pairs = Array.isArray(parents) ? parents : [];
      const marks = file.resolve(pairs[pairs.indexOf(page.get('StructParents')!) + 1]);
      const element = dictAt(file.resolve(Array.isArray(marks) ? marks[mark] : null));
      const alt = element.get('Alt');
      return alt instanceof PdfString ? Buffer.from(alt.bytes).toString('latin1') : '';
    });
    expect(read).toEqual(['Signature of Grace', 'Signature of Linus']);
  });
});

describe('an untagged base', () => {
  const base = makePdf({ pages: [{ text: 'Quay lease agreement' }] });

  test('an untagged base remains untagged, because a tree of only the additions would hide the document from screen readers', async () => {
    const file = openPdf(await composePdf({ ...plain, base }));
    expect(dictAt(file.object(file.rootRef)).has('StructTreeRoot')).toBe(false);
  });

  test('an untagged base gets alternative texts in the marked content', async () => {
    const composed = await composePdf({ ...plain, base });
    const shown = await inFile(composed, (file) => runTool('qpdf', ['--qdf', file, '-']));
    expect(Buffer.from(shown.stdout).toString('latin1')).toContain('/Span <</Alt (Pets allowed: yes)>> BDC');
  });
});

const dictAt = (value: PdfObject): PdfDict => (value instanceof PdfDict ? value : new PdfDict());
