import { dict, latin1Bytes, name, ref, stream, textString } from '#pdf/objects/objects.ts';
import type { PdfObject } from '#pdf/objects/objects.ts';
import { writePdfFile } from '#pdf/objects/write-file.ts';

/**
 * Returns a small normalized PDF with `pages` A4 pages, each with one line of text. Calls with the same
 * number return the same bytes.
 */
export function sampleLease(pages = 1): Uint8Array {
  const kids = Array.from({ length: pages }, (_, index) => 5 + index * 2);
  const objects = new Map<number, PdfObject>([
    [1, dict({ Type: name('Catalog'), Pages: ref(2) })],
    [2, dict({ Type: name('Pages'), Count: pages, Kids: kids.map((num) => ref(num)) })],
    [3, dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') })],
    [4, dict({ Title: textString('Lease of the harbour office') })],
  ]);
  kids.forEach((num, index) => {
    const text = `BT /F1 18 Tf 72 720 Td (Lease of the harbour office, page ${index + 1}) Tj ET`;
    objects.set(num, page(num + 1));
    objects.set(num + 1, stream({}, latin1Bytes(text)));
  });
  return writePdfFile(objects, dict({ Root: ref(1), Info: ref(4) }));
}

function page(contents: number): PdfObject {
  return dict({
    Type: name('Page'),
    Parent: ref(2),
    MediaBox: [0, 0, 595, 842],
    Resources: dict({ Font: dict({ F1: ref(3) }) }),
    Contents: ref(contents),
  });
}
