import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { dict, name, ref, stream } from '#pdf/objects/objects.ts';
import type { PdfObject } from '#pdf/objects/objects.ts';
import { writePdfFile } from '#pdf/objects/write-file.ts';

/**
 * Returns a contract with this many pages, each with 48 lines of text (1 KB) and an incompressible picture,
 * by default of 20 KB (bytes; 160 of them are a line). The contract is the same on every run.
 */
export function makeContract(pages: number, pictureBytes = 20_000): Uint8Array {
  const numbers = Array.from({ length: pages }, (_, index) => 4 + index * 3);
  const objects = new Map<number, PdfObject>([
    [1, dict({ Type: name('Catalog'), Pages: ref(2) })],
    [2, dict({ Type: name('Pages'), Count: pages, Kids: numbers.map((num) => ref(num)) })],
    [3, dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') })],
  ]);
  for (const num of numbers) {
    const resources = dict({ Font: dict({ F1: ref(3) }), XObject: dict({ Im: ref(num + 2) }) });
    const page = { Type: name('Page'), Parent: ref(2), MediaBox: [0, 0, 595, 842] };
    objects.set(num, dict({ ...page, Resources: resources, Contents: ref(num + 1) }));
    objects.set(num + 1, stream({ Filter: name('FlateDecode') }, deflateSync(linesOf(num))));
    objects.set(num + 2, picture(num, Math.floor(pictureBytes / 160)));
  }
  return writePdfFile(objects, dict({ Root: ref(1) }));
}

function linesOf(seed: number): Uint8Array {
  const lines = Array.from({ length: 48 }, (_, line) => {
    const clause = createHash('md5').update(`${seed}/${line}`).digest('hex').slice(0, 6);
    return `(Clause ${clause}: the parties keep to what was agreed here and amended from time to time.) Tj T*\n`;
  });
  return Buffer.from(
    `q 160 0 0 125 400 690 cm /Im Do Q\nBT /F1 10 Tf 14 TL 50 780 Td\n${lines.join('')}ET\n`,
  );
}

function picture(seed: number, lines: number): PdfObject {
  const samples = new Uint8Array(160 * lines);
  for (let at = 0; at < samples.length; at += 32) {
    const noise = createHash('sha256').update(`${seed}/${at}`).digest();
    samples.set(noise.subarray(0, Math.min(32, samples.length - at)), at);
  }
  const size = { Width: 160, Height: lines, BitsPerComponent: 8 };
  return stream(
    { Type: name('XObject'), Subtype: name('Image'), ...size, ColorSpace: name('DeviceGray') },
    samples,
  );
}
