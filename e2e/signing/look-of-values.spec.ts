import { PNG } from 'pngjs';
import { grace } from '#testing/cast.ts';
import { openRenderer } from '#pdf/render/pdfium.ts';
import { review } from '../support/ceremony.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendByProgram, signByProgram } from '../support/sent-by-program.ts';

const place = (at: number, width = 160, height = 30) => ({ x: 320, y: 160 + at * 50, width, height });
const given = { required: true, properties: {} };

/** Each has a value before the recipient signs. */
const fields = [
  { type: 'text', ...place(0), properties: { value: 'Quay 4, berth 12', readOnly: true } },
  {
    type: 'text',
    ...place(1),
    properties: { value: '1.234,56 EUR', readOnly: true, size: 9, align: 'right', color: 'blue' },
  },
  { type: 'name', ...given, ...place(2), properties: { size: 16, align: 'center', weight: 'bold' } },
  { type: 'date', ...given, ...place(3, 110, 40), properties: { size: 'fit', color: 'black' } },
  { type: 'email', ...given, ...place(4, 90, 16), properties: { size: 14 } },
  {
    type: 'text',
    ...place(5, 160, 60),
    properties: {
      value: 'The harbour master’s office\nNorth Basin, Pier of the Lighthouse 4 to 19',
      readOnly: true,
      multiline: true,
    },
  },
  { type: 'text', ...place(7, 180, 24), properties: { value: 'KI4711', readOnly: true, comb: 8 } },
  { type: 'text', ...place(8), properties: { value: 'ليلى الأحمد', readOnly: true, align: 'left' } },
];

test('values look on the signing page as in the sealed file', async ({ ada, newPhone, server }) => {
  const title = 'Lease of berth 12';
  const sent = await sendByProgram(ada.page.request, server.dataDir, {
    title,
    people: [{ name: grace.name, email: grace.email }],
    body: { formats: { look: { size: 10 }, signatureLine: true } },
    fields,
  });
  const link = await sent.linkOf(grace.email);
  const phone = await newPhone();
  await phone.setViewportSize({ width: 1000, height: 1400 });
  await review(phone, link, title);
  await expect(phone.locator('.field-lined')).toContainText(/Grace Lindqvist · .+ --:-- · [0-9a-f]{8}$/);
  const values = phone.locator('.field-paper > svg.printed');
  await expect(values).toHaveCount(fields.length, { timeout: 30_000 });
  await phone.screenshot({ path: test.info().outputPath('values.png') });
  await phone.addStyleTag({
    content: `.pdf-page canvas, .textLayer, .first-page, .printed-cells { visibility: hidden }
      .pdf-page, .field .field-paper { background: #fff !important; border-color: #fff !important; box-shadow: none !important }`,
  });
  const density = await phone.evaluate(() => devicePixelRatio);
  const shown: { picture: PNG; left: number; top: number }[] = [];
  let scale = 0;
  for (const [at, value] of (await values.all()).entries()) {
    const picture = PNG.sync.read(await value.screenshot());
    const { x, y, width } = (await value.boundingBox())!;
    // Pixels per point.
    scale = (width * density) / fields[at]!.width;
    // A picture begins at a whole CSS pixel.
    const [left, top] = [
      fields[at]!.x * scale - (x % 1) * density,
      fields[at]!.y * scale - (y % 1) * density,
    ];
    shown.push({ picture, left: Math.round(left), top: Math.round(top) });
  }

  await signByProgram(phone.request, link, grace.name);
  const file = `/api/documents/${sent.id}/download`;
  await expect.poll(async () => (await ada.page.request.get(file)).status(), { timeout: 60_000 }).toBe(200);
  const sealed = await openRenderer(new Uint8Array(await (await ada.page.request.get(file)).body()));
  if ('failed' in sealed) throw new Error(sealed.failed);
  const page = sealed.renderPage(0, scale);
  for (const [at, { picture, left, top }] of shown.entries()) {
    const printed = inkOf(page.rgba, page.width, left, top);
    const there = inkOf(picture.data, picture.width);
    for (const [one, other] of [
      [printed, there],
      [there, printed],
    ] as const)
      expect(shareAlone(one, other, picture), `field ${at}`).toBeLessThan(0.03);
  }
  const letters = sealed
    .pageLetters(0)
    .map(({ sign }) => sign)
    .join('');
  expect(letters.replaceAll(/\s/g, '')).toMatch(/GraceLindqvist·[^·]+\d\d:\d\d[^·]*·[0-9a-f]{8}/);
  sealed.close();
});

type Ink = (x: number, y: number) => boolean;

/** The dark pixels of a picture, seen from a corner. */
function inkOf(rgba: Uint8Array, width: number, left = 0, top = 0): Ink {
  return (x, y) => {
    const at = ((top + y) * width + left + x) * 4;
    return Math.min(rgba[at]!, rgba[at + 1]!) < 128;
  };
}

/** The share of ink that has none of the other picture within a pixel. */
function shareAlone(one: Ink, other: Ink, { width, height }: PNG): number {
  let ink = 0;
  let alone = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      if (!one(x, y)) continue;
      ink++;
      const near = [-1, 0, 1].some((dy) => [-1, 0, 1].some((dx) => other(x + dx, y + dy)));
      if (!near) alone++;
    }
  }
  expect(ink).toBeGreaterThan(20);
  return alone / ink;
}
