import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typefaces } from '#core/ceremony/typeface.ts';
import { decideSend } from '#core/document/send.ts';
import { valueProblem } from '#core/field/check-value.ts';
import { fieldTypes, isTickType, isWritten, type Field, type WrittenType } from '#core/field/field.ts';
import type { PageGeometry } from '#core/field/layout/geometry.ts';
import { attachedFileText } from '#core/field/attached-file.ts';
import { hasChoices, isOfSender, isPicture, kindOf } from '#core/field/kinds.ts';
import { printedTexts } from '#core/field/printed-texts.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { writeInkFile } from '#pdf/image/packed-ink.ts';
import { packPicture, writePictureFile } from '#pdf/image/packed-picture.ts';
import { openInProcessEngine } from '#server/adapters/pdf-engine/in-process.ts';
import { memoryFileStore } from '#testing/fakes/memory-file-store.ts';
import { makePdf, type PageToMake } from '#testing/pdfs/make-pdf.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { placeFields } from '../../documents/draft/place-fields.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import { createSealPreflight } from '../preflight/check-sealable.ts';
import { sampleInk, sampleRecord } from '../preflight/sample-record.ts';
import { scriptsOf } from '../preflight/sample-texts.ts';
import { makeSealedFile } from './seal-document.ts';
import type { SigningRecord } from '../record/signing-record.ts';

/** A normal run tests a few layouts, and `npm run layouts` two thousand. */
const layouts = Number(process.env.LAYOUTS ?? 12);
const seed = 20_261_122;

const people = [
  'Grace Lindqvist',
  'Ωμέγα Παπαδόπουλος',
  'Щербаков Юлия',
  'שלום כהן',
  'محمد العربي',
  'प्रिया शर्मा',
  'สมชาย ใจดี',
  '李雷',
  '홍길동',
];

type Sheet = {
  rotate: 0 | 90 | 180 | 270;
  cropped: boolean;
  userUnit: number;
  ground: 'text' | 'bare' | 'dark' | 'lines';
};
type Box = {
  type: Field['type'];
  page: number;
  left: number;
  top: number;
  wide: number;
  high: number;
  owner: number;
  required: boolean;
  comb: boolean;
  near: boolean;
};

// By default, fast-check prefers extreme numbers, which never fit on the page.
const share = fc.noBias(fc.integer({ min: 0, max: 999 })).map((part) => part / 1000);
const sheet: fc.Arbitrary<Sheet> = fc.record({
  rotate: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
  cropped: fc.boolean(),
  userUnit: fc.constantFrom(1, 1, 1, 2),
  ground: fc.constantFrom(
    'text' as const,
    'bare' as const,
    'bare' as const,
    'lines' as const,
    'dark' as const,
  ),
});
const box: fc.Arbitrary<Box> = fc.record({
  type: fc.constantFrom(...fieldTypes),
  page: fc.integer({ min: 0, max: 1 }),
  left: share,
  top: share,
  wide: share,
  high: share,
  owner: fc.integer({ min: 0, max: 2 }),
  required: fc.boolean(),
  comb: fc.boolean(),
  near: fc.integer({ min: 0, max: 7 }).map((part) => part === 0),
});
const layout = fc.record({
  sheets: fc.array(sheet, { minLength: 1, maxLength: 2 }),
  boxes: fc.array(box, { minLength: 1, maxLength: 7 }),
  names: fc.array(fc.constantFrom(...people), { minLength: 3, maxLength: 3 }),
  drawn: fc.boolean(),
});
type Bench = { files: FileStore; pdf: PdfEngine };
type Layout = typeof layout extends fc.Arbitrary<infer Value> ? Value : never;

test(
  `each of ${layouts} random layouts is refused before sending or sealed at the first attempt`,
  { timeout: 3_600_000 },
  async () => {
    const seals = await openBench();
    const outcomes = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(layout, async (made) => {
        const outcome = await seals(made);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }),
      { seed, numRuns: layouts, endOnFailure: layouts > 100 },
    );
    if (process.env.LAYOUTS) console.info(Object.fromEntries(outcomes));
    // Without this minimum, the test would pass if every layout were refused.
    expect(outcomes.get('sealed')).toBeGreaterThan(layouts / 10);
    expect(outcomes.size).toBeGreaterThan(1);
  },
);

async function openBench(): Promise<(made: Layout) => Promise<string>> {
  const [files, pdf, clock] = [memoryFileStore(), openInProcessEngine(), () => Date.UTC(2026, 10, 22)];
  const key = await makeSealChain();
  const sealable = createSealPreflight({ files, pdf, clock });
  return async ({ sheets, boxes, names, drawn }) => {
    const base = makePdf({ pages: sheets.map(pageOf) });
    const baseSha256 = await files.put(base);
    const pages = sheets.map(geometryOf);
    const recipients = names.map((name, at) => ({
      id: idOf(at),
      name,
      email: `signer${at}@harbour.example`,
      role: 'signer' as const,
      turn: 1,
      status: 'waiting' as const,
      position: at,
    }));
    const document = {
      accountId: idOf(90),
      id: idOf(91),
      title: names.join(', '),
      originalSha256: '',
      baseSha256,
      pages,
    };
    const placed = placeFields({ document, recipients }, inputsOf(boxes, pages), 0);
    if (isRefusal(placed)) return sentence(placed);
    const draft = { status: 'draft' as const, signingOrder: 'parallel' as const, recipients, fields: placed };
    const sending = decideSend(draft, { expirationDays: 30, recipientLimit: null }, 0);
    if (isRefusal(sending)) return sentence(sending);
    const from = { senderName: 'Ada', accountName: '' };
    const refused = await sealable.check({ document, fields: sending.fields, recipients, ...from });
    if (refused) return sentence(refused);
    const agreed = { document, fields: sending.fields, recipients, drawn };
    const record = await signed(agreed, { files, pdf });
    await makeSealedFile({ files, pdf, key, clock }, record);
    return 'sealed';
  };
}

const words = 'The tenant pays on the first of each month, and keeps the quay clean.\n';

function pageOf({ rotate, cropped, userUnit, ground }: Sheet): PageToMake {
  const lines = Array.from({ length: 40 }, (_, at) => `30 ${40 + at * 20} m 560 ${40 + at * 20} l S`);
  const content = {
    text: '',
    bare: '',
    lines: `[1 3] 0 d ${lines.join(' ')}`,
    dark: '0.1 0.1 0.15 rg 0 0 595 421 re f',
  }[ground];
  return {
    rotate,
    userUnit,
    content,
    ...(cropped && { cropBox: [31, 47, 540, 790] }),
    ...(ground === 'text' && { text: words.repeat(12) }),
  };
}

function geometryOf({ rotate, cropped, userUnit }: Sheet): PageGeometry {
  const crop = cropped ? ([31, 47, 540, 790] as const) : ([0, 0, 595, 842] as const);
  const [across, up] = [(crop[2] - crop[0]) * userUnit, (crop[3] - crop[1]) * userUnit];
  const turned = rotate === 90 || rotate === 270;
  return { width: turned ? up : across, height: turned ? across : up, rotate, crop, userUnit };
}

function inputsOf(boxes: readonly Box[], pages: readonly PageGeometry[]) {
  let last = { page: 1, x: 40, y: 40 };
  return boxes.flatMap(({ type, page, left, top, wide, high, owner, required, comb, near }, at) => {
    const number = Math.min(pages.length, page + 1);
    const { width, height } = pages[number - 1]!;
    const largest = kindOf(type).largest;
    const tick = isTickType(type);
    const smallest = tick ? { width: 9, height: 9 } : { width: 60, height: 14 };
    const size = {
      width: Math.min(width - 4, sizeBetween(smallest.width, largest.width, wide)),
      height: Math.min(height - 4, sizeBetween(smallest.height, largest.height, high)),
    };
    const within = (at: number, most: number): number => Math.min(at, Math.max(0, most));
    const free = { page: number, x: left * (width - size.width), y: top * (height - size.height) };
    const beside = { ...last, x: last.x + left * 6, y: last.y + top * 6 };
    const place =
      near && last.page === number
        ? { page: number, x: within(beside.x, width - size.width), y: within(beside.y, height - size.height) }
        : free;
    last = place;
    const properties = {
      ...(hasChoices(type) && { choices: ['Berth 1', 'Berth 22'] }),
      ...(type === 'note' && { value: 'M' }),
      ...(type === 'radio' && { group: `Group ${at}` }),
      ...(type === 'text' && comb && { comb: 8 }),
    };
    const recipientId = isOfSender(type) ? null : idOf(owner);
    const field = { type, ...place, ...size, recipientId, required, label: '', properties };
    // A radio button needs another one in its group.
    const other = { ...field, x: within(place.x + size.width + 3, width - size.width) };
    return type === 'radio' ? [field, other] : [field];
  });
}

/** Most boxes have a usual size. Some are too small for any text, or larger than allowed. */
function sizeBetween(smallest: number, largest: number, share: number): number {
  if (share < 0.02) return 8 + share * 100;
  return share > 0.995 ? largest + 1 : smallest + share ** 3 * (largest - smallest) * 0.6;
}

type Draft = Pick<SigningRecord, 'fields'> & {
  document: Parameters<typeof sampleRecord>[0]['document'];
  recipients: { id: string; name: string; email: string; role: 'signer' }[];
  drawn: boolean;
};

/** Returns values of the three signers, each in another script and as long as the fields accept. */
async function signed(
  { document, fields, recipients, drawn }: Draft,
  { files, pdf }: Pick<Bench, 'files' | 'pdf'>,
): Promise<SigningRecord> {
  const values = new Map<string, string>();
  for (const field of fields) {
    const { name = '' } = recipients.find(({ id }) => id === field.recipientId) ?? {};
    const value = isPicture(field.type) ? await uploaded(files) : await maxDuration(field, name, pdf);
    if (value !== undefined) values.set(field.id, value);
  }
  const scripts = scriptsOf(recipients.map(({ name }) => name));
  const record = sampleRecord({ document, fields, recipients, scripts }, values);
  const imageSha256 = drawn ? await files.put(writeInkFile(sampleInk())) : null;
  return {
    ...record,
    signatures: record.signatures.map((signature, at) => {
      const { name } = recipients[at]!;
      const text = drawn ? null : name;
      const typeface = typefaces[at % typefaces.length]!;
      const recipient = { ...signature.recipient, name };
      return { ...signature, recipient, imageSha256, text, typeface, initialsText: [...name][0]! };
    }),
  };
}

/** Returns the value of a field with a black picture. */
async function uploaded(files: FileStore): Promise<string> {
  const rgba = new Uint8Array(8 * 8 * 4);
  const png = writePictureFile(packPicture({ width: 8, height: 8, rgba }));
  const file = { name: 'image.png', mediaType: 'image/png', size: png.length, width: 8, height: 8 };
  return attachedFileText({ ...file, sha256: await files.put(png) });
}

async function maxDuration(field: Field, name: string, pdf: Bench['pdf']): Promise<string | undefined> {
  const { type, properties = {} } = field;
  if (type === 'signature' || type === 'initial') return '';
  if (type === 'date') return 'Nov 22, 2026';
  if (isTickType(type)) return 'true';
  if (!isWritten(type)) return undefined;
  if (hasChoices(type)) return properties.choices?.at(-1);
  const whole = writings[type] ?? `${name} 2026 `.repeat(60);
  for (
    let length = Math.min(whole.length, properties.comb ?? 1000);
    length > 0;
    length = Math.floor(length * 0.8)
  ) {
    const value = [...whole].slice(0, length).join('').trim();
    if (value === '' || valueProblem({ type, properties }, value)) continue;
    const fits = await pdf.fit(printedTexts(field, value, undefined));
    if (fits.every(({ fits: fitting, unprintable }) => fitting && unprintable.length === 0)) return value;
  }
  return undefined;
}

/** Texts for fields that accept only one format. */
const writings: Readonly<Partial<Record<WrittenType, string>>> = {
  number: '-987654321098765',
  email: 'w@w.eu',
  phone: '+49 40 1234 5678 901',
  dateEntry: '2026-11-22',
};

function sentence({ refused, detail }: Refusal): string {
  if (process.env.LAYOUTS_TOLD) console.info(detail);
  if (!/^\p{Lu}.*\.$|^‘/u.test(detail)) throw new Error(`No sentence: ${detail}`);
  return refused;
}

const idOf = (at: number): string => `0195550a-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`;
