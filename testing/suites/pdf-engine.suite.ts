import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinFile } from '#pdf/stamp/append-revision.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import type { Addition, PdfEngine } from '#server/ports/pdf-engine.ts';
import { sampleLease } from '../documents/sample-lease.ts';
import { endlessColors } from '../documents/slow-files.ts';
import { makeDocx } from '../docx/make-docx.ts';

/** These tests apply to every PDF engine, wherever it runs. */
export function pdfEngineSuite(name: string, open: () => PdfEngine): void {
  describe(`a PDF engine ${name}`, () => {
    let engine: PdfEngine;
    beforeAll(() => {
      engine = open();
    });
    afterAll(() => engine.close());

    test('prepares a file, stamps it, and reports no fault in the result', async () => {
      const prepared = await engine.normalise(sampleLease(2));
      if ('refused' in prepared) throw new Error(prepared.detail);
      expect(prepared.pages).toHaveLength(2);
      const composition: Addition['composition'] = {
        base: prepared.bytes,
        stamps: [
          {
            page: 0,
            matrix: [1, 0, 0, 1, 100, 100],
            width: 120,
            height: 24,
            kind: 'text',
            text: 'Grace Lindqvist',
          },
        ],
        appendix: [
          {
            blocks: [{ kind: 'title', text: 'Certificate' }],
            footer: { text: 'Lease', label: '{page} of {pages}' },
          },
        ],
        attachments: [],
        info: { title: 'Lease' },
      };
      const { height } = prepared.pages[0]!;
      const place = { page: 1, y: height - 124, width: 120, height: 24 };
      const box = { ...place, x: 100, matrix: [1, 0, 0, 1, 100, 100] as const, text: 'Grace Lindqvist' };
      const elsewhere = { ...box, x: 300, matrix: [1, 0, 0, 1, 300, 100] as const };
      const add = (...boxes: Addition['additions']['boxes']) =>
        engine.add({ composition, additions: { pages: prepared.pages, boxes } });
      const added = await add(box);
      if ('wrong' in added) throw new Error(added.wrong.sentence);
      expect(joinFile([prepared.bytes, added.revision])).toEqual(await composePdf(composition));
      const outside = { sentence: 'Page 1 changed outside of its fields.' };
      expect(await add(elsewhere)).toEqual({ wrong: outside });
      const other = { ...box, text: 'Zoë Quux' };
      const unread = { sentence: 'Page 1 does not show what was entered.', box: 1 };
      expect(await add(box, other)).toEqual({ wrong: unread });
    });

    test('reads the content under a box', async () => {
      const pages = [{ width: 595, height: 842 }];
      const at = (y: number) => ({
        page: 1,
        x: 72,
        y: 842 - y - 20,
        width: 200,
        height: 20,
        matrix: [1, 0, 0, 1, 72, y] as const,
      });
      const [on, beside] = (await engine.lookUnder({
        pdf: sampleLease(1),
        pages,
        boxes: [at(716), at(600)],
      }))!;
      expect(on!.text).toMatch(/ease of the harbour/);
      expect(beside).toEqual({ text: '', words: '', whole: [], marked: 0, dark: 0, scanned: 0 });
    });

    test('refuses a file that is not a PDF, and says why', async () => {
      const refused = await engine.normalise(Buffer.from('%PDF-1.7 and nothing else'));
      expect(refused).toMatchObject({ refused: expect.stringMatching(/^pdf-/) as string });
    });

    test('refuses a file that makes PDFium fail as exceeding the limits, and then renders the next file', async () => {
      const [endless, lease] = [endlessColors(), sampleLease(1)];
      const pages = [{ width: 595, height: 842 }];
      const box = { page: 1, x: 0, y: 792, width: 50, height: 50, matrix: [1, 0, 0, 1, 0, 0] as const };
      const under = (pdf: Uint8Array) => engine.lookUnder({ pdf, pages, boxes: [box] }, 'mallory');
      expect(await engine.thumbnail({ pdf: endless, width: 64 }, 'mallory')).toBeUndefined();
      expect(await engine.thumbnail({ pdf: lease, width: 64 }, 'ada')).toBeDefined();
      expect(await under(endless)).toBeUndefined();
      expect(await under(lease)).toHaveLength(1);
      const composition = {
        base: endless,
        stamps: [],
        appendix: [],
        attachments: [],
        info: { title: 'Lease' },
      };
      const additions = { pages, boxes: [{ ...box, text: 'Grace Lindqvist' }] };
      expect(await engine.tryOut({ composition, additions, at: 0 }, 'mallory')).toEqual({
        sentence: 'The file takes too much time or memory to render.',
        passing: true,
      });
      await expect(engine.add({ composition, additions }, 'mallory')).rejects.toThrow();
      expect(await engine.normalise(endless, 'mallory')).toMatchObject({ refused: 'pdf-too-complex' });
      expect(await under(lease)).toHaveLength(1);
    });

    test('checks a Word file, and refuses one with macros and says why', async () => {
      const docx = makeDocx();
      expect(await engine.checkDocx({ docx })).toMatchObject({ ok: true });
      const macros = makeDocx({ parts: { 'word/vbaProject.bin': 'x' } });
      expect(await engine.checkDocx({ docx: macros })).toMatchObject({ refused: 'upload-refused' });
    });

    test('reports text that does not fit, and letters that cannot be printed', async () => {
      const fits = await engine.fit([
        { text: 'As agreed', width: 120, height: 20 },
        { text: 'Wolfeschlegelsteinhausenbergerdorff', width: 20, height: 10 },
        { text: 'A\u{10380}', width: 120, height: 20 },
      ]);
      expect(fits).toEqual([
        { fits: true, unprintable: [] },
        { fits: false, unprintable: [] },
        { fits: true, unprintable: ['\u{10380}'] },
      ]);
    });
  });
}
