import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Refusal } from '#core/refusal.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { withFolder } from '#testing/judges/run-tool.ts';
import { longTest } from '#testing/long-test.ts';
import type { DocxConverter } from '../../ports/docx-converter.ts';

/** Tests that every Word converter must pass, regardless of its engine. */
export function describeDocxConverter(name: string, converter: DocxConverter): void {
  describe(name, () => {
    test('the converter reports that it is available', async () => {
      expect(await converter.available()).toBe(true);
    });

    longTest('converts several documents concurrently, each to its own pages', async () => {
      const documents = [
        ['Services agreement', 'Исполнитель: Ада Моро'],
        ['For Grace', 'For Linus'],
      ];
      const pdfs = await Promise.all(
        documents.map((paragraphs) => converter.convert(makeDocx({ paragraphs }))),
      );
      const texts = await Promise.all(pdfs.map(textOf));
      for (const [at, text] of texts.entries())
        for (const line of documents.flat()) expect(text.includes(line)).toBe(documents[at]!.includes(line));
    });

    longTest('rejects an invalid document with a message', async () => {
      expect(await converter.convert(new Uint8Array(2_000).fill(7))).toEqual({
        refused: 'conversion-failed',
        detail: expect.stringMatching(/couldn’t be converted/) as string,
      });
    });
  });
}

export function textOf(pdf: Uint8Array | Refusal): Promise<string> {
  if (!(pdf instanceof Uint8Array)) throw new Error(pdf.detail);
  return withFolder(async (folder) => {
    const file = join(folder, 'converted.pdf');
    await writeFile(file, pdf);
    return pdftotext(file);
  });
}
