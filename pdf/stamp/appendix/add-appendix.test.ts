import { describe, expect, test } from 'vitest';
import { inFile, readAloud } from '#testing/judges/look-at.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { runTool } from '#testing/judges/run-tool.ts';
import { longTest } from '#testing/long-test.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { openPdf } from '../../read/open-pdf.ts';
import { openRenderer } from '../../render/pdfium.ts';
import { composePdf } from '../compose-pdf.ts';
import type { AppendixBlock, AppendixPage } from './blocks.ts';

const lease = makePdf({ pages: [{ text: 'Quay lease agreement' }] });

const withAppendix = (appendix: readonly AppendixPage[]): Promise<Uint8Array> =>
  composePdf({ base: lease, stamps: [], appendix, attachments: [], info: { title: 'Quay lease' } });

const footer = { text: 'Quay lease', label: 'Page {page} of {pages}' };

describe('appended certificate pages', () => {
  test('certificate pages come after the document, as many as needed', async () => {
    const composed = await withAppendix([
      { blocks: [{ kind: 'title', text: 'Certificate' }, events(120)], footer },
      { blocks: [{ kind: 'heading', text: 'Disclosure' }], footer },
    ]);
    const pages = openPdf(composed).pageCount;
    expect(pages).toBeGreaterThan(4);
    expect(await readAloud(composed, 1)).toContain('Quay lease agreement');
    expect(await readAloud(composed, 2)).toMatch(/^Certificate[^]*Event 0[^]*Page 1 of/);
    expect(await readAloud(composed, pages)).toMatch(/^Disclosure/);
    expect(await inFile(composed, qpdfCheck)).toMatchObject({ clean: true });
  });

  test('certificate pages are numbered', async () => {
    const composed = await withAppendix([{ blocks: [events(120)], footer }]);
    const appended = openPdf(composed).pageCount - 1;
    for (let page = 1; page <= appended; page++)
      expect(await readAloud(composed, page + 1)).toContain(`Page ${page} of ${appended}`);
  });

  test.each([1, 30, 120])(
    'certificate pages print their page numbers in the whole file (%i lines)',
    async (lines) => {
      const statement = {
        one: 'Page {first} of {filePages}.',
        several: 'Pages {first} to {last} of {filePages}.',
      };
      const inFileOf = { ...footer, label: '{page}/{pages}, {filePage} of {filePages} in the file' };
      const blocks = [{ kind: 'own-pages', ...statement } as const, events(lines)];
      const composed = await withAppendix([{ blocks, footer: inFileOf }]);
      const all = openPdf(composed).pageCount;
      const expected = all === 2 ? 'Page 2 of 2.' : `Pages 2 to ${all} of ${all}.`;
      expect(await readAloud(composed, 2)).toMatch(new RegExp(`^${expected}`));
      expect(await readAloud(composed, all)).toContain(`${all - 1}/${all - 1}, ${all} of ${all} in the file`);
    },
  );

  test('the table header is repeated on each page, and no row is lost', async () => {
    const composed = await withAppendix([{ blocks: [events(120)], footer }]);
    const read = await readAloud(composed);
    const appended = openPdf(composed).pageCount - 1;
    expect(read.match(/What happened/g)).toHaveLength(appended);
    expect([...read.matchAll(/Event (\d+)$/gm)].map((match) => Number(match[1]))).toEqual(
      Array.from({ length: 120 }, (_, at) => at),
    );
  });

  test('a heading is on the same page as the following block', async () => {
    for (let lines = 25; lines < 50; lines++) {
      const composed = await withAppendix([
        {
          blocks: [
            { kind: 'paragraph', text: Array.from({ length: lines }, () => 'A line of text.').join('\n') },
            { kind: 'heading', text: 'Signatures' },
            { kind: 'facts', rows: [{ label: 'Email', value: 'grace@harbour.example' }] },
          ],
        },
      ]);
      const together = /Signatures\nEmail grace@harbour\.example/;
      expect(await readAloud(composed)).toMatch(together);
    }
  });

  longTest('no single line of a paragraph is at the end or the top of a page', async () => {
    for (let lines = 45; lines < 56; lines++) {
      const before = Array.from({ length: lines }, (_, at) => `Clause ${at}`).join('\n');
      const consent = Array.from({ length: 7 }, (_, at) => `Consent ${at}`).join('\n');
      const blocks: AppendixBlock[] = [before, consent].map((text) => ({ kind: 'paragraph', text }));
      const composed = await withAppendix([{ blocks }]);
      for (const word of ['Clause', 'Consent']) {
        for (let page = 2; page <= openPdf(composed).pageCount; page++) {
          const matches = (await readAloud(composed, page)).match(new RegExp(word, 'g')) ?? [];
          expect({ lines, word, page, alone: matches.length === 1 }).toMatchObject({ alone: false });
        }
      }
    }
  });

  test('a heading is on the same page as the whole signature below it', async () => {
    const rows = Array.from({ length: 8 }, (_, at) => ({ label: `Fact ${at}`, value: 'as agreed' }));
    for (let lines = 28; lines < 56; lines += 2) {
      const text = Array.from({ length: lines }, () => 'A line of text.').join('\n');
      const composed = await withAppendix([
        {
          blocks: [
            { kind: 'paragraph', text },
            { kind: 'heading', text: 'Signatures' },
            { kind: 'signature', alt: '', name: 'Grace Lindqvist', rows },
          ],
        },
      ]);
      expect(await readAloud(composed), `after ${lines} lines`).toMatch(/Signatures\n[^\f]*Fact 0/);
    }
  });

  test('consecutive headings are kept together, and so are a strong line and its paragraph', async () => {
    for (let lines = 38; lines < 56; lines++) {
      const before = Array.from({ length: lines }, () => 'A line of text.').join('\n');
      const composed = await withAppendix([
        {
          blocks: [
            { kind: 'paragraph', text: before },
            { kind: 'heading', text: 'Disclosure' },
            { kind: 'paragraph', text: 'Signing electronically', tone: 'strong' },
            { kind: 'paragraph', text: 'What you need', tone: 'strong' },
            { kind: 'paragraph', text: 'A device.\nA connection.\nA browser.\nA printer.', tone: 'muted' },
          ],
        },
      ]);
      expect(await readAloud(composed), `after ${lines} lines`).toMatch(
        /Disclosure\nSigning electronically\nWhat you need\nA device\./,
      );
    }
  });

  test('a heading and the line below it are kept together with the first paragraph', async () => {
    for (let lines = 38; lines < 56; lines++) {
      const before = Array.from({ length: lines }, () => 'A line of text.').join('\n');
      const blocks: AppendixBlock[] = [
        { kind: 'paragraph', text: before },
        { kind: 'heading', text: 'Disclosure' },
        { kind: 'paragraph', text: 'Signing electronically', tone: 'small' },
        { kind: 'paragraph', text: 'What you need', tone: 'small-strong' },
        { kind: 'paragraph', text: 'A device.\nA connection.\nA browser.\nA printer.', tone: 'small' },
      ];
      expect(await readAloud(await withAppendix([{ blocks }])), `after ${lines} lines`).toMatch(
        /Disclosure\nSigning electronically\nWhat you need\nA device\./,
      );
    }
  });

  test('bold text with letters that no bold font has is printed completely in regular', async () => {
    const fontsOf = async (text: string) => {
      const composed = await withAppendix([{ blocks: [{ kind: 'paragraph', text, tone: 'strong' }] }]);
      const listed = await inFile(composed, (file) => runTool('pdffonts', ['-f', '2', file]));
      return listed.stdout.toString().includes('SemiBold');
    };
    expect(await fontsOf('Completed 08:16:11 UTC')).toBe(true);
    expect(await fontsOf('مكتمل 08:16:11 UTC')).toBe(false);
  });

  test('the number of a person is in brackets, as next to their fields', async () => {
    const block: AppendixBlock = { kind: 'signature', alt: '', name: 'Grace', reference: '2', rows: [] };
    const composed = await withAppendix([{ blocks: [block] }]);
    expect(await readAloud(composed, 2)).toMatch(/^\[2\] Grace/);
  });

  test('a Latin name on a right-to-left page has its number on the right', async () => {
    const rows = [{ label: 'البريد', value: 'grace@harbour.example' }];
    const block: AppendixBlock = {
      kind: 'signature',
      alt: '',
      name: '\u2068Grace\u2069',
      reference: '5',
      rows,
    };
    const composed = await withAppendix([{ blocks: [block], language: 'ar', mirrored: true }]);
    const words = await inFile(composed, (file) => runTool('pdftotext', ['-f', '2', '-bbox', file, '-']));
    const leftOf = (word: string): number =>
      Number(new RegExp(`xMin="([\\d.]+)"[^>]*>[^<]*${word}`).exec(words.stdout.toString())?.[1]);
    expect(leftOf('5')).toBeGreaterThan(leftOf('Grace'));
  });

  test('the labels next to a signature are on one line', async () => {
    const rows = [{ label: 'E-Mail nicht gesendet', value: '27. Nov. 2026' }];
    const block: AppendixBlock = { kind: 'signature', alt: '', name: 'Grace', rows, pairs: rows };
    const composed = await withAppendix([{ blocks: [block] }]);
    const text = await inFile(composed, (file) => runTool('pdftotext', ['-f', '2', '-layout', file, '-']));
    expect(text.stdout.toString().match(/E-Mail nicht gesendet +27\. Nov\. 2026/g)).toHaveLength(2);
  });

  test('a last paragraph is never alone on a page: the previous short one moves with it, or no page is added', async () => {
    const paragraphs = (text: string): AppendixBlock[] => [
      { kind: 'paragraph', text: `On ${text}`, tone: 'small-strong' },
      {
        kind: 'paragraph',
        text: Array.from({ length: 4 }, () => `About ${text}.`).join('\n'),
        tone: 'small',
      },
    ];
    const text = Array.from({ length: 40 }, () => 'A line of text.').join('\n');
    const alone: number[] = [];
    let [one, two] = [0, 0];
    for (let lines = 0; lines < 26; lines++) {
      const filler = Array.from({ length: lines }, (): AppendixBlock => ({ kind: 'facts', rows: [] }));
      const blocks = [
        { kind: 'paragraph', text } as const,
        ...filler,
        ...paragraphs('paper'),
        ...paragraphs('need'),
      ];
      const composed = await withAppendix([{ blocks }]);
      const last = openPdf(composed).pageCount;
      if (last === 2) one += 1;
      else two += 1;
      if (last > 2 && (await readAloud(composed, last)).startsWith('On need')) alone.push(lines);
    }
    expect(alone).toEqual([]);
    // Three of these once had an extra page, because the last paragraph was given the space of a longer one.
    expect([one, two]).toEqual([18, 8]);
  });

  const long = 'All that was agreed about the harbour. '.repeat(500).trim();
  const blocks: [string, AppendixBlock][] = [
    ['a paragraph', { kind: 'paragraph', text: long }],
    ['a value', { kind: 'facts', rows: [{ label: 'Reason', value: long }] }],
    ['a cell', { kind: 'table', columns: [{ title: 'Reason', share: 1 }], rows: [[long]] }],
    [
      'a value beside a signature',
      { kind: 'signature', alt: '', name: 'Grace Lindqvist', rows: [{ label: 'Reason', value: long }] },
    ],
  ];
  test.each(blocks)('%s longer than a page is not truncated', async (_, block) => {
    const composed = await withAppendix([{ blocks: [block] }]);
    expect(openPdf(composed).pageCount).toBeGreaterThan(3);
    expect((await readAloud(composed)).match(/harbour/g)).toHaveLength(500);
  });

  test('a typed signature that is too long for its space appears below the rows of the previous signer', async () => {
    const above = { label: 'Signature', value: 'ŒŒŒ' };
    const typed = { text: '山'.repeat(190), face: 'dancing-script' } as const;
    const composed = await withAppendix([
      {
        blocks: [
          { kind: 'signature', alt: '', name: 'Grace Lindqvist', rows: [above] },
          { kind: 'signature', alt: '', name: 'Linus Okafor', rows: [], typed },
        ],
      },
    ]);
    const file = await openRenderer(composed);
    if ('failed' in file) throw new Error(file.failed);
    const letters = file.pageLetters(1);
    file.close();
    const boxesOf = (sign: string) =>
      letters.flatMap((one) => (one.sign === sign && one.box ? [one.box] : []));
    const [rows, hand] = [boxesOf('Œ'), boxesOf('山')];
    expect([rows.length, hand.length]).toEqual([3, 190]);
    const lowest = Math.min(...rows.map(([, bottom]) => bottom));
    expect(Math.max(...hand.map(([, , , top]) => top))).toBeLessThan(lowest);
  });

  test('no page is added without content', async () => {
    expect(openPdf(await withAppendix([])).pageCount).toBe(1);
    const empty: AppendixBlock[] = [
      { kind: 'facts', rows: [] },
      { kind: 'table', columns: [{ title: 'Time', share: 1 }], rows: [] },
      { kind: 'paragraph', text: '' },
      { kind: 'rule' },
    ];
    expect(openPdf(await withAppendix([{ blocks: empty }])).pageCount).toBe(2);
  });
});

const events = (count: number): AppendixBlock => ({
  kind: 'table',
  columns: [
    { title: 'Time', share: 1 },
    { title: 'What happened', share: 3 },
  ],
  rows: Array.from({ length: count }, (_, at) => ['12:00:00', `Event ${at}`]),
});
