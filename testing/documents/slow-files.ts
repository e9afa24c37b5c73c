import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { dict, name, ref, type PdfArray } from '#pdf/objects/objects.ts';
import { makeDocx } from '../docx/make-docx.ts';
import { makePdf } from '../pdfs/make-pdf.ts';

/** Small uploads that cause as much work as possible, as a hostile account would send them. */

/**
 * Returns a page with 1.5 million path operators in 150 kB. PDFium and our own reader need minutes for it.
 */
export function slowPdf(operators = 1_500_000): Uint8Array {
  const lines: string[] = [];
  for (let at = 0; at < 100; at += 1) {
    const [x, y] = [(at * 37) % 595, (at * 53) % 842];
    lines.push(`${x} ${y} m ${y % 595} ${x} ${595 - x} ${842 - y} ${(x * 7) % 595} ${(y * 3) % 842} c S`);
  }
  const content = deflateSync(`${lines.join('\n')}\n`.repeat(Math.ceil(operators / 300)), { level: 9 });
  return pdfOf(content);
}

/** Returns nested color definitions, which exhaust PDFium's stack and make it unusable. */
export function endlessColors(depth = 3000): Uint8Array {
  const first = 1000;
  const colors = Array.from({ length: depth }, (_, at): [number, PdfArray] => {
    const below = at + 1 < depth ? ref(first + at + 1) : name('DeviceGray');
    return [first + at, [name('Separation'), name('Ink'), below, dict({})]];
  });
  const content = '/Ink cs 0 scn 0 0 50 50 re f';
  const resources = { ColorSpace: dict({ Ink: ref(first) }) };
  return makePdf({ pages: [{ content, resources }], objects: Object.fromEntries(colors) });
}

/** Returns XML with as many small elements as the limits allow. Every check of a Word file reads them. */
export function slowDocx(megabytes: number, parts: number): Uint8Array {
  const run = '<w:fldSimple w:instr="PAGE" w:dirty="1"/><w:instrText>A</w:instrText><a:t b="c">';
  const text = `<x>${run.repeat(Math.floor((megabytes * 1_048_576) / run.length))}</x>`;
  const names = Array.from({ length: parts }, (_, at) => [`word/extra${at}.xml`, text] as const);
  // An incompressible picture keeps the file's compression ratio within the limit.
  const noise = randomBytesOf(Math.ceil((megabytes * parts * 1_048_576) / 90));
  return makeDocx({ parts: { ...Object.fromEntries(names), 'word/media/noise.bin': noise } });
}

/** Returns bytes that are always the same and cannot be compressed. */
function randomBytesOf(size: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(size / 32) }, (_, at) =>
    createHash('sha256').update(`block ${at}`).digest(),
  );
  return Buffer.concat(blocks);
}

function pdfOf(content: Buffer): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
  ].map((body, at) => Buffer.from(`${at + 1} 0 obj\n${body}\nendobj\n`));
  const stream = Buffer.concat([
    Buffer.from(`4 0 obj\n<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const parts = [Buffer.from('%PDF-1.7\n'), ...objects, stream];
  let offset = 0;
  const offsets = parts.map((part) => (offset += part.length) - part.length).slice(1);
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 5\n0000000000 65535 f \n${entries}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table)]);
}
