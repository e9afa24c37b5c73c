import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '#contract/documents/documents.ts';
import { signingDay } from '#core/field/values/date-text.ts';
import { guessFormats } from '#core/formats/formats.ts';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { comparePages, drawnByPdfium, drawnByPoppler } from '#testing/journey/compare-pages.ts';
import { runJourney, type Journey } from '#testing/journey/go-through.ts';
import { judgeSealed } from '#testing/journey/judge-sealed.ts';
import { inFile, readAloud } from '#testing/judges/look-at.ts';
import { judgeWithPdfsig } from '#testing/judges/pdfsig.ts';
import { longRun } from '#testing/long-run.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makePdf, type PageToMake } from '#testing/pdfs/make-pdf.ts';

const missing = missingTools('pdfsig', 'certutil', 'qpdf', 'openssl', 'pdftoppm', 'pdftotext');
if (missing.length > 0) console.warn(`judging sealed files skipped, not here: ${missing.join(', ')}`);

const crop: [number, number, number, number] = [31, 47, 540, 790];
const pages: (PageToMake & { name: string })[] = [
  { name: 'upright', rotate: 0 },
  { name: 'turned 90', rotate: 90 },
  { name: 'turned 180', rotate: 180 },
  { name: 'turned 270', rotate: 270 },
  { name: 'a CropBox inside', cropBox: crop },
  { name: 'a CropBox inside, turned 90', cropBox: crop, rotate: 90 },
  { name: 'a CropBox inside, turned 270', cropBox: crop, rotate: 270 },
  { name: 'a UserUnit of 2', userUnit: 2, mediaBox: [0, 0, 298, 421] },
  { name: 'a UserUnit of 2, cropped and turned 180', userUnit: 2, cropBox: [20, 30, 290, 400], rotate: 180 },
  { name: 'a MediaBox left of 0', mediaBox: [-100, -200, 495, 642] },
];
const textOn = (page: number): string => `Berth ${page}: Łódź, Ωμέγα, Жук`;

describe.skipIf(missing.length > 0)('a contract with every kind of page, signed by two recipients', () => {
  let office: Office;
  let journey: Journey;
  let rootPem: string;

  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
    const desk = await office.desk();
    const made = makePdf({
      pages: pages.map((page) => ({ ...page, text: `${page.name}: the lease of the harbour office` })),
    });
    const outcome = await runJourney(office, desk, { name: 'lease.pdf', bytes: made, fields, textOn });
    if ('reason' in outcome) throw new Error(outcome.reason);
    journey = outcome;
    rootPem = office.ports.key.rootPem;
    return office.close;
  });

  test('pdfsig fully trusts the sealed contract, qpdf reports no error, and openssl accepts the signature', async () => {
    expect(await judgeSealed(journey.sealed, rootPem)).toEqual({
      pdfsig: '',
      qpdf: '',
      openssl: '',
      ownPage: '',
    });
  });

  test('pdftotext extracts all typed text from the right page', async () => {
    const { signatureFields } = journey.document;
    for (const page of pages.keys()) {
      const read = squeezed(await readAloud(journey.sealed, page + 1));
      expect(read).toContain(textOn(page + 1));
      expect(read).toContain(signingDay(office.now(), guessFormats(null, null)).text);
      expect(read).toContain('Linus Okafor');
      expect(signatureFields.filter((field) => field.page === page + 1)).toHaveLength(6);
    }
    const certificate = squeezed(await readAloud(journey.sealed));
    for (const name of ['Grace Lindqvist', 'Linus Okafor', 'Ada Moreau']) expect(certificate).toContain(name);
  });

  test.each([
    ['poppler', drawnByPoppler],
    ['PDFium', drawnByPdfium],
  ])('%s renders something in every box, and nothing outside the boxes has changed', async (_, draw) => {
    const { base, sealed, document } = journey;
    const [before, after] = [await draw(base, pages.length, 100), await draw(sealed, pages.length, 100)];
    expect([before.length, after.length]).toEqual([pages.length, pages.length]);
    for (const [index, page] of pages.entries()) {
      const boxes = document.signatureFields.filter((field) => field.page === index + 1);
      const found = comparePages(before[index]!, after[index]!, document.pages[index]!, boxes);
      expect({ page: page.name, outside: found.outside }).toEqual({ page: page.name, outside: 0 });
      const empty = boxes.filter((_box, at) => (found.inside[at] ?? 0) < 20).map(({ type }) => type);
      expect({ page: page.name, empty }).toEqual({ page: page.name, empty: [] });
    }
  });

  test('our verifier detects a changed byte at any position', async () => {
    const { sealed } = journey;
    const roots = office.ports.key.chain.slice(-1);
    expect(await verifyPdf(sealed, { roots })).toMatchObject({ verdict: 'sealed-unchanged' });
    const unnoticed: number[] = [];
    for (const offset of sampledOffsets(sealed)) {
      const { verdict } = await verifyPdf(changedAt(sealed, offset), { roots });
      if (verdict === 'sealed-unchanged') unnoticed.push(offset);
    }
    expect(unnoticed).toEqual([]);
  });

  test('pdfsig detects a changed byte in the content', async () => {
    const { sealed } = journey;
    const [, before, behind] = byteRange(sealed);
    for (const offset of [20, Math.floor(before / 2), before - 2, behind + 30, sealed.length - 8]) {
      const judged = await inFile(changedAt(sealed, offset), (file) => judgeWithPdfsig(file, rootPem));
      const trusted = judged.some(
        ({ signature, totalDocumentSigned }) => signature === 'Signature is Valid.' && totalDocumentSigned,
      );
      expect({ offset, trusted }).toEqual({ offset, trusted: false });
    }
  });
});

/** Returns the same six fields for every page, so that a wrong rotation shows on each kind of page. */
function fields(sizes: { width: number; height: number }[], ids: string[]): FieldInput[] {
  return sizes.flatMap(({ width, height }, index) => {
    const field = (type: FieldInput['type'], x: number, y: number, box: [number, number], who = 0) => ({
      type,
      page: index + 1,
      x: x * width,
      y: y * height,
      width: box[0],
      height: box[1],
      recipientId: ids[who]!,
      required: true,
      label: '',
    });
    return [
      field('signature', 0.1, 0.2, [150, 40]),
      field('initial', 0.6, 0.2, [60, 30]),
      field('date', 0.1, 0.45, [100, 20]),
      field('checkbox', 0.6, 0.45, [18, 18]),
      field('text', 0.1, 0.6, [190, 24]),
      field('signature', 0.1, 0.8, [170, 44], 1),
    ];
  });
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ');

function changedAt(bytes: Uint8Array, offset: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[offset] = changed[offset]! ^ 0x01;
  return changed;
}

/** Returns the start and length of the range before the signature, then of the range after it. */
function byteRange(sealed: Uint8Array): [number, number, number, number] {
  const found = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/.exec(
    Buffer.from(sealed).toString('latin1'),
  );
  return found!.slice(1).map(Number) as [number, number, number, number];
}

/** Returns offsets around all structural boundaries, and several hundred spread evenly over the rest. */
function sampledOffsets(sealed: Uint8Array): number[] {
  const [, before, behind] = byteRange(sealed);
  const edges = [0, before, behind, sealed.length].flatMap((edge) =>
    Array.from({ length: 16 }, (_, step) => edge - 8 + step),
  );
  const many = longRun ? 400 : 100;
  const spread = Array.from({ length: many }, (_, step) => Math.floor((step * sealed.length) / many));
  const signature = Array.from({ length: 100 }, (_, step) =>
    Math.floor(before + (step * (behind - before)) / 100),
  );
  return [...new Set([...edges, ...spread, ...signature])].filter((at) => at >= 0 && at < sealed.length);
}
