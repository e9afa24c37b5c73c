import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import type { QpdfJudgement } from '#testing/judges/qpdf.ts';
import { withFolder } from '#testing/judges/run-tool.ts';
import { dict, name, PdfDict, PdfString, ref, stream, textString } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { writePdfFile } from '../objects/write-file.ts';
import { openPdf } from '../read/open-pdf.ts';
import { PdfFormatError } from '../read/pdf-format-error.ts';
import { appendRevision, joinFile, writeRevision, startRevision } from './append-revision.ts';

const titleOf = (bytes: Uint8Array): string | null => {
  const file = openPdf(bytes);
  const info = file.resolve(file.trailer.get('Info'));
  const title = info instanceof PdfDict ? info.get('Title') : null;
  return title instanceof PdfString ? Buffer.from(title.bytes).toString('latin1') : null;
};

describe('appended revisions', () => {
  test('the result begins with the exact base, and the newest version of an object is used', async () => {
    const base = agreement(2);
    const second = appendRevision(base, new Map([[4, dict({ Title: textString('Lease, signed') })]]));
    const third = appendRevision(second, new Map([[4, dict({ Title: textString('Lease, sealed') })]]));

    expect(second.subarray(0, base.length)).toEqual(base);
    expect(third.subarray(0, second.length)).toEqual(second);
    expect([base, second, third].map(titleOf)).toEqual(['Lease', 'Lease, signed', 'Lease, sealed']);
    expect(openPdf(third).pageCount).toBe(2);
    expect(await judge(third)).toMatchObject({ clean: true });
  });

  test('new objects are numbered after all existing ones, and their offsets are returned', async () => {
    const base = agreement(1);
    const revision = startRevision(openPdf(base));
    const added = revision.add(dict({ Added: true }));
    const laid = writeRevision(base, revision.changed, { file: revision.file });
    const { offsets } = laid;
    const bytes = joinFile([base, laid.revision]);

    expect(added.num).toBe(openPdf(base).size);
    expect(openPdf(bytes).object(added)).toEqual(dict({ Added: true }));
    const offset = offsets.get(added.num) ?? 0;
    expect(Buffer.from(bytes.subarray(offset)).toString('latin1')).toMatch(new RegExp(`^${added.num} 0 obj`));
    expect(await judge(bytes)).toMatchObject({ clean: true });
  });

  test('the second file identifier changes, and the first one does not (7.5.6)', () => {
    const base = agreement(1);
    const idOf = (bytes: Uint8Array): PdfObject[] => {
      const id = openPdf(bytes).trailer.get('ID');
      return Array.isArray(id) ? id : [];
    };
    const one = appendRevision(base, new Map([[4, dict({ Title: textString('One') })]]));
    const two = appendRevision(base, new Map([[4, dict({ Title: textString('Two') })]]));

    expect(idOf(one)[0]).toEqual(idOf(base)[0]);
    expect(idOf(one)[1]).not.toEqual(idOf(base)[1]);
    expect(idOf(one)[1]).not.toEqual(idOf(two)[1]);
    expect(appendRevision(base, new Map([[4, dict({ Title: textString('One') })]]))).toEqual(one);
  });

  test('the update is separated from a base without a final line break', () => {
    const base = agreement(1).subarray(0, -1);
    const bytes = appendRevision(base, new Map([[4, dict({ Title: textString('Signed') })]]));
    expect(titleOf(bytes)).toBe('Signed');
    expect(bytes.subarray(0, base.length)).toEqual(base);
  });
});

describe('opening a PDF', () => {
  test('finds one page of many, in flat and nested trees', () => {
    const flat = openPdf(agreement(500));
    expect(flat.pageRef(499)).toEqual(flat.pageRefs()[499]);
    expect(flat.pageRef(500)).toBeUndefined();

    const nested = openPdf(nestedTree());
    expect(nested.pageRefs().map((page) => page.num)).toEqual([5, 6, 7]);
    expect([0, 1, 2, 3].map((index) => nested.pageRef(index)?.num)).toEqual([5, 6, 7, undefined]);
  });

  test('refuses unsupported forms and gives the reason', () => {
    const cut = agreement(1).subarray(0, 300);
    expect(() => openPdf(cut)).toThrow(PdfFormatError);
    const moved = Buffer.from(
      Buffer.from(agreement(1)).toString('latin1').replace('%PDF', '% %PDF'),
      'latin1',
    );
    expect(() => openPdf(moved)).toThrow(/no cross-reference table|no section/);
  });

  test('refuses a circular cross-reference chain', () => {
    const text = Buffer.from(agreement(1)).toString('latin1');
    const at = /startxref\n(\d+)/.exec(text)?.[1] ?? '';
    const looped = text.replace(/\/Size/, `/Prev ${at} /Size`);
    expect(() => openPdf(Buffer.from(looped, 'latin1'))).toThrow('loops');
  });
});

/** Returns an agreement with these objects: 1 catalog, 2 page tree, 3 content, 4 info, 5… pages. */
function agreement(pages: number): Uint8Array {
  const numbers = Array.from({ length: pages }, (_, index) => 5 + index);
  const objects = new Map<number, PdfObject>([
    [1, dict({ Type: name('Catalog'), Pages: ref(2) })],
    [2, dict({ Type: name('Pages'), Count: pages, Kids: numbers.map((num) => ref(num)) })],
    [3, stream({}, Buffer.from('0 0 m 10 10 l S'))],
    [4, dict({ Title: textString('Lease') })],
  ]);
  for (const num of numbers) objects.set(num, page(2));
  return writePdfFile(objects, dict({ Root: ref(1), Info: ref(4) }));
}

function nestedTree(): Uint8Array {
  const objects = new Map<number, PdfObject>([
    [1, dict({ Type: name('Catalog'), Pages: ref(2) })],
    [2, dict({ Type: name('Pages'), Count: 3, Kids: [ref(5), ref(4)] })],
    [3, stream({}, Buffer.from('0 0 m 10 10 l S'))],
    [4, dict({ Type: name('Pages'), Parent: ref(2), Count: 2, Kids: [ref(6), ref(7)] })],
    [5, page(2)],
    [6, page(4)],
    [7, page(4)],
  ]);
  return writePdfFile(objects, dict({ Root: ref(1) }));
}

const page = (parent: number): PdfDict =>
  dict({ Type: name('Page'), Parent: ref(parent), MediaBox: [0, 0, 612, 792], Contents: ref(3) });

const judge = (bytes: Uint8Array): Promise<QpdfJudgement> =>
  withFolder(async (folder) => {
    await writeFile(join(folder, 'file.pdf'), bytes);
    return qpdfCheck(join(folder, 'file.pdf'));
  });
