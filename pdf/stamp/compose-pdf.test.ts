import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changedPixels, inFile, lookAt, readAloud } from '#testing/judges/look-at.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { runTool, withFolder } from '#testing/judges/run-tool.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { normalised, rendererOf } from '#testing/pdfs/normalised.ts';
import { dict, name, PdfDict, textString } from '../objects/objects.ts';
import { openPdf } from '../read/open-pdf.ts';
import { composePdf } from './compose-pdf.ts';
import type { Stamp } from './draw-stamp.ts';

const lease = makePdf({ pages: [{ text: 'Quay lease agreement' }] });
const plain = { base: lease, stamps: [], appendix: [], attachments: [], info: { title: 'Quay lease' } };

describe('composing a PDF', () => {
  test('the result begins with the exact base, and equal input gives equal bytes', async () => {
    const input = { ...plain, stamps: [text('Grace Lindqvist')] };
    const composed = await composePdf(input);
    expect(composed.subarray(0, lease.length)).toEqual(lease);
    expect(await composePdf(input)).toEqual(composed);
    expect(await inFile(composed, qpdfCheck)).toMatchObject({ clean: true });
  });

  test.each([
    'Grace Lindqvist – café Łódź, 12 %',
    'Линус Окафор, Ελληνικά',
    'क्षत्रिय हिन्दी में लिखा श्री',
    'ภาษาไทยที่นี่ น้ำ',
    'นายสมชาย ก็ได้ ปู่ย่า',
    'é e\u0301 ñ x\u0304\u0323',
    '合同签署人 李雷 2026年',
    '홍길동 서명 2026',
    'রবীন্দ্রনাথ ঠাকুর',
    'தமிழ்ச் செல்வன்',
    'శ్రీనివాస్ క్షమ',
    'નરેન્દ્ર ક્ષત્રિય',
    'Արմեն Գրիգորյան',
    'ნინო ბერიძე',
    'office fi ffi fl',
  ])('readers extract %s letter for letter', async (value) => {
    expect(await readAloud(await composePdf({ ...plain, stamps: [text(value)] }))).toContain(value);
  });

  test.each([
    ['محمد العربي 12345 رقم', ['محمد العربي', '12345', 'رقم']],
    ['שלום עולם 2026', ['שלום עולם', '2026']],
  ])('readers extract %s run by run, in either reading direction', async (value, runs) => {
    const read = await inFile(await composePdf({ ...plain, stamps: [text(value)] }), pdftotext);
    for (const run of runs) expect(read).toContain(run);
  });

  test('typed signatures use their typeface, and other scripts one that supports them', async () => {
    const signed = { ...text('Grace Lindqvist'), face: 'great-vibes' as const };
    const foreign = { ...elsewhere(text('李雷')), face: 'great-vibes' as const };
    const composed = await composePdf({ ...plain, stamps: [signed, foreign] });
    const read = await readAloud(composed);
    expect(read).toContain('Grace Lindqvist');
    expect(read).toContain('李雷');
    expect(Buffer.from(composed).toString('latin1')).toMatch(/\+GreatVibes-Regular/);
  });

  test('a character without a font is shown as a box', async () => {
    const composed = await composePdf({ ...plain, stamps: [text('\u{10380}')] });
    expect(changedPixels(await lookAt(lease), await lookAt(composed)).length).toBeGreaterThan(10);
  });

  test.each([
    ['a dictionary', '/Quay << lease agreement'],
    ['a dictionary with an unusable end', '/Quay << lease >> BDC'],
    ['an array', '[ (Quay) lease'],
  ])('every program shows a stamp after %s that the page leaves open (P-05)', async (_, content) => {
    const base = (await normalised(makePdf({ pages: [{ content }] }))).bytes;
    const composed = await composePdf({ ...plain, base, stamps: [text('Grace Lindqvist')] });
    expect(await readAloud(composed)).toContain('Grace Lindqvist');
    const renderer = await rendererOf(composed);
    expect(renderer.pageText(0)).toContain('Grace Lindqvist');
    renderer.close();
  });

  test('resource names do not collide with those of the page', async () => {
    const font = dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') });
    const base = makePdf({
      pages: [
        {
          content: 'BT /St1-sans 12 Tf 50 700 Td (Quay lease agreement) Tj ET',
          resources: { Font: dict({ 'St1-sans': font }) },
        },
      ],
    });
    const once = await composePdf({ ...plain, base, stamps: [text('Linus Okafor')] });
    const twice = await composePdf({ ...plain, base: once, stamps: [elsewhere(text('Ada Moreau'))] });
    const read = await readAloud(twice);
    for (const value of ['Quay lease agreement', 'Linus Okafor', 'Ada Moreau']) expect(read).toContain(value);
  });

  test('only pages with stamps change', async () => {
    const base = makePdf({ pages: Array.from({ length: 20 }, (_, at) => ({ text: `Page ${at + 1}` })) });
    const composed = await composePdf({ ...plain, base, stamps: [{ ...text('Grace Lindqvist'), page: 12 }] });
    expect(await readAloud(composed, 13)).toContain('Grace Lindqvist');
    expect((await readAloud(composed)).match(/Grace/g)).toHaveLength(1);
    expect(openPdf(composed).pageRefs()).toEqual(openPdf(base).pageRefs());
    const added = Buffer.from(composed.subarray(base.length)).toString('latin1');
    expect(added.match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  test('a missing page is refused', async () => {
    const stamps = [{ ...text('Grace'), page: 1 }];
    await expect(composePdf({ ...plain, stamps })).rejects.toThrow(RangeError);
  });
});

describe('attachments and file information', () => {
  test('attached files can be extracted unchanged, and are associated with the document', async () => {
    const bytes = Buffer.from('{"signed":"Grace Lindqvist"}');
    const evidence = { mediaType: 'application/json', description: 'Evidence', bytes };
    const composed = await composePdf({
      ...plain,
      attachments: [
        { ...evidence, name: 'evidence.json', relationship: 'Data' },
        { ...evidence, name: 'a note.txt', relationship: 'Supplement' },
      ],
    });
    await withFolder(async (folder) => {
      const saved = join(folder, 'saved');
      const listed = await inFile(composed, (file) => runTool('pdfdetach', ['-list', file]));
      expect(Buffer.from(listed.stdout).toString()).toMatch(/1: a note.txt\n2: evidence.json/);
      await inFile(composed, (file) => runTool('pdfdetach', ['-save', '2', '-o', saved, file]));
      expect(await readFile(saved)).toEqual(bytes);
    });
    expect(catalogOf(composed).get('AF')).toHaveLength(2);
    expect(await inFile(composed, qpdfCheck)).toMatchObject({ clean: true });
  });

  test('keeps existing attachments', async () => {
    const one = {
      mediaType: 'text/plain',
      description: '',
      bytes: Buffer.from('1'),
      relationship: 'Data' as const,
    };
    const once = await composePdf({ ...plain, attachments: [{ ...one, name: 'b.txt' }] });
    const twice = await composePdf({ ...plain, base: once, attachments: [{ ...one, name: 'a.txt' }] });
    const listed = await inFile(twice, (file) => runTool('pdfdetach', ['-list', file]));
    expect(Buffer.from(listed.stdout).toString()).toMatch(/1: a.txt\n2: b.txt/);
  });

  test('the title is the same everywhere, and the language is set', async () => {
    const info = { title: 'Mietvertrag „Kai <4>“', language: 'de-DE' };
    const composed = await composePdf({ ...plain, info });
    const shown = await inFile(composed, (file) => runTool('pdfinfo', [file]));
    expect(Buffer.from(shown.stdout).toString()).toMatch(/^Title: +Mietvertrag „Kai <4>“$/m);
    const meta = await inFile(composed, (file) => runTool('pdfinfo', ['-meta', file]));
    expect(Buffer.from(meta.stdout).toString()).toContain('Mietvertrag „Kai &lt;4&gt;“');
    expect(catalogOf(composed).get('Lang')).toEqual(textString('de-DE'));
  });
});

const text = (value: string): Stamp & { kind: 'text' } => ({
  kind: 'text',
  page: 0,
  matrix: [1, 0, 0, 1, 100, 400],
  width: 300,
  height: 24,
  size: 14,
  text: value,
});

const elsewhere = <S extends Stamp>(stamp: S): S => ({ ...stamp, matrix: [1, 0, 0, 1, 100, 300] });

function catalogOf(bytes: Uint8Array): PdfDict {
  const file = openPdf(bytes);
  const catalog = file.object(file.rootRef);
  return catalog instanceof PdfDict ? catalog : new PdfDict();
}
