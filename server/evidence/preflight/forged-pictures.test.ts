import { describe, expect, test } from 'vitest';
import { decideSend } from '#core/document/send.ts';
import type { Field } from '#core/field/field.ts';
import type { PageGeometry } from '#core/field/layout/geometry.ts';
import { isRefusal, type RefusalCode } from '#core/refusal.ts';
import { readPng, writePng, type Picture } from '#pdf/image/png.ts';
import { readKeptInk } from '#pdf/image/packed-ink.ts';
import { joinFile } from '#pdf/stamp/append-revision.ts';
import { openRenderer } from '#pdf/render/pdfium.ts';
import { openInProcessEngine } from '#server/adapters/pdf-engine/in-process.ts';
import { grace, linus } from '#testing/cast.ts';
import { memoryFileStore } from '#testing/fakes/memory-file-store.ts';
import { drawnSignature } from '#testing/journey/drawn-signature.ts';
import { plainDocument, plainRecipient } from '#testing/documents/untouched.ts';
import { signedLease } from '#testing/documents/signed-lease.ts';
import { casesOfRun } from '#testing/long-run.ts';
import { makePdf, type PageToMake } from '#testing/pdfs/make-pdf.ts';
import { readSignatureImage } from '../../signing/ceremony/acts/signature-image.ts';
import { placeFields } from '../../documents/draft/place-fields.ts';
import { findDrawingProblem } from './check-drawn.ts';
import { createSealPreflight } from './check-sealable.ts';
import { addedBoxes, stampFields } from '../certificate/stamp-fields.ts';

/**
 * Mallory sends a document and signs last: what the others agreed to must remain on the page. Each attempt is
 * refused while it can still be corrected, or it neither lightens the page nor makes a word unreadable (P-11,
 * P-13).
 */
type Outcome = RefusalCode | 'harmless';
type Color = readonly [number, number, number, number];
type Box = Pick<Field, 'type' | 'x' | 'y' | 'width' | 'height'> & { whose?: 'mallory' | 'grace' };
type Attempt = { page?: PageToMake; boxes: Box[]; picture?: Picture; text?: string; old?: true };

const clear: Color = [0, 0, 0, 0];
const white: Color = [255, 255, 255, 255];
const black: Color = [0, 0, 0, 255];
const clause = 'Agreement: I owe nothing.';
const paragraph = 'The tenant owes the landlord nothing beyond the rent agreed above, whatever else is said.';
/** A box over the clause, which begins 36 points from the top left corner. */
const onClause = { x: 30, y: 24, width: 260, height: 40 };
/** A box over part of the paragraph's line. */
const onParagraph = { x: 120, y: 24, width: 180, height: 40 };
/** The line as it appears in a scan, as marks the size of letters. */
const scannedLine = Array.from(
  { length: 60 },
  (_, at) => `${40 + at * 7} 790 2 8 re ${40 + at * 7} 790 4 2 re f`,
).join('\n');
const pad = { width: 240, height: 64 };
const penStrokes = readPng(Buffer.from(drawnSignature(pad.width, pad.height).split(',')[1]!, 'base64'), pad)!;
const signature = (box: Omit<Box, 'type'>): Box => ({ ...box, type: 'signature' });
const aside = { x: 60, y: 300, width: 190, height: 48 };

const attempts: [string, Outcome, Attempt][] = [
  [
    'an opaque picture with other words, over a clause',
    'field-overlap',
    { page: { text: clause }, boxes: [signature(onClause)], picture: words(white) },
  ],
  [
    'an opaque picture with other words, over part of a paragraph',
    'harmless',
    { page: { text: paragraph }, boxes: [signature(onParagraph)], picture: words(white) },
  ],
  [
    'white ink on transparency, over a paragraph',
    'signature-missing',
    { page: { text: paragraph }, boxes: [signature(onParagraph)], picture: drawn(clear, all, white) },
  ],
  [
    'a white picture with one transparent dot',
    'harmless',
    { page: { text: paragraph }, boxes: [signature(onParagraph)], picture: words(white, clear) },
  ],
  [
    'half-transparent white',
    'signature-missing',
    { page: { text: paragraph }, boxes: [signature(onParagraph)], picture: drawn([255, 255, 255, 128]) },
  ],
  [
    'a photograph on gray paper, with darker handwriting',
    'harmless',
    { page: { text: paragraph }, boxes: [signature(onParagraph)], picture: words([150, 148, 140, 255]) },
  ],
  [
    'white words on black',
    'signature-invalid',
    { page: { text: paragraph }, boxes: [signature(onParagraph)], picture: drawn(black, isWord, white) },
  ],
  [
    'a black block with a transparent margin',
    'signature-invalid',
    { page: { text: paragraph }, boxes: [signature(onParagraph)], picture: drawn(clear, inner, black) },
  ],
  [
    'hatching so fine that it looks solid',
    'signature-invalid',
    {
      page: { text: paragraph },
      boxes: [signature(onParagraph)],
      picture: drawn(clear, (x, y) => inner(x, y) && (x % 3 > 0 || y % 3 > 0), black),
    },
  ],
  [
    'a black block over the words of a scan',
    'signature-invalid',
    { page: { content: scannedLine }, boxes: [signature(onParagraph)], picture: drawn(clear, inner, black) },
  ],
  [
    'a black block over words, with her own text over the same words',
    'signature-invalid',
    {
      page: { text: paragraph },
      boxes: [
        signature({ x: 120, y: 26, width: 180, height: 48 }),
        { type: 'text', x: 118, y: 12, width: 184, height: 26 },
      ],
      picture: drawn(clear, (x, y) => x > 20 && x < 380 && y > 5 && y < 101, black, [400, 107]),
      text: '李雷',
    },
  ],
  [
    'a picture of one pixel',
    'signature-missing',
    { boxes: [signature(aside)], picture: drawn(black, all, black, [1, 1]) },
  ],
  [
    'a box as large as the page',
    'field-off-page',
    {
      page: { text: clause },
      boxes: [signature({ x: 0, y: 0, width: 595, height: 842 })],
      picture: words(white),
    },
  ],
  [
    'a box as large as the page, in an older draft',
    'field-incomplete',
    { boxes: [signature({ x: 0, y: 0, width: 595, height: 842 })], picture: words(white), old: true },
  ],
  [
    'a checkbox over ‘I decline’',
    'field-overlap',
    { page: { text: 'I decline' }, boxes: [{ type: 'checkbox', x: 34, y: 22, width: 48, height: 48 }] },
  ],
  [
    'a text field over a clause',
    'field-overlap',
    { page: { text: clause }, boxes: [{ ...onClause, type: 'text' }] },
  ],
  [
    'initials over an amount',
    'field-overlap',
    { page: { text: 'EUR 1,000' }, boxes: [{ type: 'initial', x: 30, y: 28, width: 70, height: 36 }] },
  ],
  [
    'a number over an amount within a sentence',
    'field-overlap',
    {
      page: { text: 'The rent of EUR 1,000 is due on the first of each month, in advance.' },
      boxes: [{ type: 'number', x: 90, y: 18, width: 104, height: 26 }],
    },
  ],
  [
    'a date over another person’s date',
    'field-overlap',
    {
      boxes: [
        { type: 'date', ...aside, height: 26, whose: 'grace' },
        { type: 'date', ...aside, height: 26, y: aside.y + 3 },
      ],
    },
  ],
  [
    'two people’s signatures over each other',
    'field-overlap',
    { boxes: [{ ...signature(aside), whose: 'grace' }, signature({ ...aside, x: aside.x + 60 })] },
  ],
  [
    'a tick within another person’s signature',
    'field-overlap',
    {
      boxes: [
        { ...signature(aside), whose: 'grace' },
        { type: 'checkbox', x: 100, y: 310, width: 18, height: 18 },
      ],
    },
  ],
  [
    'a signature where the page is black',
    'field-overlap',
    { page: { content: '0 g 0 0 595 842 re f' }, boxes: [signature(aside)] },
  ],
];

describe('ordinary signatures and boxes', () => {
  test.each<[string, Attempt]>([
    [
      'a date over a dotted line',
      { page: { content: '[1 2] 0 d 60 516 m 250 516 l S' }, boxes: [{ ...aside, type: 'date' }] },
    ],
    [
      'a box that overlaps its label',
      { page: { text: 'Signature:' }, boxes: [signature({ ...aside, x: 70, y: 30 })] },
    ],
    [
      'a signature with strokes over lines of text',
      {
        page: { text: Array.from({ length: 12 }, () => paragraph).join('\n') },
        boxes: [signature({ x: 60, y: 60, width: 190, height: 48 })],
        picture: penStrokes,
      },
    ],
    [
      'short strokes over a line of text, on both sides of a date',
      {
        page: { text: paragraph },
        boxes: [
          signature({ x: 120, y: 26, width: 180, height: 48 }),
          { type: 'date', x: 140, y: 12, width: 140, height: 26 },
        ],
        picture: drawn(clear, (x) => x < 38 || x >= 362, black, [400, 107]),
      },
    ],
    [
      'a signature with strokes over a line of a scan',
      { page: { content: scannedLine }, boxes: [signature(onParagraph)], picture: penStrokes },
    ],
    [
      'a black stamp over a ruled line of a scan',
      {
        page: { content: '1 w 100 782 m 320 782 l S' },
        boxes: [signature(onParagraph)],
        picture: drawn(clear, inner, black),
      },
    ],
    ['a signature on its line, with strokes', { boxes: [signature(aside)], picture: words(clear) }],
  ])('accepts %s', async (_, attempt) => {
    expect(await outcomeOf(attempt)).toBe('harmless');
  });
});

describe('Mallory’s pictures and boxes', () => {
  test.each(casesOfRun(attempts, 3))('%s: the outcome is %s', async (_, outcome, attempt) => {
    expect(await outcomeOf(attempt)).toBe(outcome);
  });
});

const page: PageGeometry = { width: 595, height: 842, rotate: 0, crop: [0, 0, 595, 842], userUnit: 1 };
const ids = {
  mallory: '0195550a-0000-7000-8000-0000000000a1',
  grace: '0195550a-0000-7000-8000-0000000000a2',
};

async function outcomeOf({
  page: made = {},
  boxes,
  picture = words(clear),
  text,
  old,
}: Attempt): Promise<Outcome> {
  const [files, pdf] = [memoryFileStore(), openInProcessEngine()];
  const base = makePdf({ pages: [made] });
  const document = {
    ...signedLease().document,
    ...plainDocument,
    baseSha256: await files.put(base),
    status: 'sent' as const,
    pages: [page],
  };
  const recipients = [
    { ...signedLease().signatures[0]!.recipient, ...plainRecipient, ...linus, id: ids.mallory },
    { ...signedLease().signatures[0]!.recipient, ...plainRecipient, ...grace, id: ids.grace },
  ];
  const inputs = boxes.map(({ whose = 'mallory', ...box }) => ({ ...box, page: 1, recipientId: ids[whose] }));
  const asBefore = inputs.map((box, at) => ({ ...box, id: `${at}`, required: true, label: '' }));
  const placed = old ? asBefore : placeFields({ document, recipients }, inputs, 0);
  if (isRefusal(placed)) return placed.refused;
  const draft = { status: 'draft' as const, signingOrder: 'parallel' as const, recipients, fields: placed };
  const sending = decideSend(draft, { expirationDays: 30, recipientLimit: null }, 0);
  if (isRefusal(sending)) return sending.refused;
  const { fields } = sending;
  const sealable = createSealPreflight({ files, pdf, clock: () => 0 });
  const unsealable = await sealable.check({
    document,
    fields,
    recipients,
    senderName: 'Mallory',
    accountName: '',
  });
  if (unsealable) return unsealable.refused;

  const image = readSignatureImage(
    `data:image/png;base64,${Buffer.from(writePng(picture)).toString('base64')}`,
  );
  if (isRefusal(image)) return image.refused;
  const imageSha256 = await files.put(image.file);
  const recipient = recipients[0]!;
  const pictures = new Map([[imageSha256, readKeptInk(image.file)]]);
  const texts = fields.filter(({ type }) => type === 'text' && text !== undefined);
  const entered = new Map(texts.map(({ id }) => [id, text!]));
  const mine = {
    document,
    fields,
    recipient,
    imageSha256,
    initialsSha256: imageSha256,
    pictures,
    values: entered,
  };
  const refused = await findDrawingProblem({ files, pdf }, mine);
  if (refused) return refused.refused;

  const values = new Map(
    fields.map(({ id, type }) => [id, entered.get(id) ?? (type === 'date' ? 'Nov 22, 2026' : '')]),
  );
  const hand = { recipient, signedAt: new Date(0), typeface: null, text: null, initialsText: null };
  const record = {
    document,
    fields,
    values,
    printed: new Map(),
    signatures: [{ ...hand, imageSha256, initialsSha256: imageSha256 }],
  };
  const stamps = stampFields(record, pictures);
  const composition = { base, stamps, appendix: [], attachments: [], info: { title: 'Lease' } };
  const additions = { pages: [page], boxes: addedBoxes(record).map(({ box }) => box) };
  const added = await pdf.add({ composition, additions });
  // Everyone has signed at this point, so no signer could draw again.
  if ('wrong' in added) throw new Error(added.wrong.sentence);
  const [before, after] = [await pixelsOf(base), await pixelsOf(joinFile([base, added.revision]))];
  // The tolerance covers rounding, and ink drawn over black print.
  expect(before.every((value, at) => after[at]! - value < 60)).toBe(true);
  return 'harmless';
}

async function pixelsOf(bytes: Uint8Array): Promise<Uint8Array> {
  const file = await openRenderer(bytes);
  if ('failed' in file) throw new Error(file.failed);
  const { rgba } = file.renderPage(0, 1);
  file.close();
  return rgba;
}

/** Returns pen strokes that look like a line of handwriting. */
function isWord(x: number, y: number): boolean {
  const wave = 40 + 22 * Math.sin(x / 9) * Math.cos(x / 31);
  return x > 12 && x < 388 && Math.abs(y - wave) < 2.5;
}

function all(): boolean {
  return true;
}

function inner(x: number, y: number): boolean {
  return x > 25 && x < 375 && y > 6 && y < 74;
}

function words(paper: Color, corner: Color = paper): Picture {
  const picture = drawn(paper, isWord, [20, 20, 40, 255]);
  picture.rgba.set(corner, 0);
  return picture;
}

function drawn(
  paper: Color,
  isInk: (x: number, y: number) => boolean = () => false,
  ink: Color = black,
  [width, height]: readonly [number, number] = [400, 80],
): Picture {
  const rgba = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    rgba.set(isInk(pixel % width, Math.floor(pixel / width)) ? ink : paper, pixel * 4);
  }
  return { width, height, rgba };
}
