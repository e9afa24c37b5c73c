import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Refusal } from '#core/refusal.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { withFolder } from '#testing/judges/run-tool.ts';
import type { DocxConverter } from '../../ports/docx-converter.ts';

/** Holds for every converter of Word documents, whatever engine is behind it. */
export function describeDocxConverter(name: string, converter: DocxConverter): void {
  describe(name, () => {
    test('says that it is there', async () => {
      expect(await converter.available()).toBe(true);
    });

    test('sets the text of a document on pages', async () => {
      const docx = makeDocx({ paragraphs: ['Services agreement', 'Исполнитель: Ада Моро'] });
      const text = await textOf(await converter.convert(docx));
      expect(text).toContain('Services agreement');
      expect(text).toContain('Исполнитель: Ада Моро');
    });

    test('converts several at once, each to its own', async () => {
      const lines = ['For Grace', 'For Linus'];
      const pdfs = await Promise.all(
        lines.map((line) => converter.convert(makeDocx({ paragraphs: [line] }))),
      );
      for (const [index, pdf] of pdfs.entries()) {
        expect(await textOf(pdf)).toContain(lines[index]);
      }
    });

    test('refuses what is no document, in a sentence', async () => {
      expect(await converter.convert(new Uint8Array(2_000).fill(7))).toEqual({
        refused: 'conversion-failed',
        detail: expect.stringMatching(/could not be converted/) as string,
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
