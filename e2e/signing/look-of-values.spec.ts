import { PNG } from 'pngjs';
import { grace } from '#testing/cast.ts';
import { openRenderer } from '#pdf/render/pdfium.ts';
import { review } from '../support/ceremony.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendByProgram, signByProgram } from '../support/sent-by-program.ts';

const place = (at: number, width = 160, height = 30) => ({ x: 320, y: 160 + at * 50, width, height });
const common = { required: true, properties: {} };

/** Each field has a default value. */
const fields = [
  { type: 'text', ...place(0), properties: { value: 'Quay 4, berth 12', readOnly: true } },
  {
    type: 'text',
    ...place(1),
    properties: { value: '1.234,56 EUR', readOnly: true, size: 9, align: 'right', color: 'blue' },
  },
  { type: 'name', ...common, ...place(2), properties: { size: 16, align: 'center', weight: 'bold' } },
  { type: 'date', ...common, ...place(3, 110, 40), properties: { size: 'fit', color: 'black' } },
  { type: 'email', ...common, ...place(4, 90, 16), properties: { size: 14 } },
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

test('values look the same on the signing page and in the sealed file', async ({ ada, newPhone, server }) => {
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
  const values = phone.locator('.field-paper > span > svg.printed');
  await expect(values).toHaveCount(fields.length, { timeout: 30_000 });
  await phone.screenshot({ path: test.info().outputPath('values.png') });
  await phone.addStyleTag({
    content: `.pdf-page canvas, .textLayer, .first-page, .printed-cells { visibility: hidden }
      .pdf-page, .field .field-paper { background: #fff !important; border-color: #fff !important; box-shadow: none !important }`,
  });
  const density = await phone.evaluate(() => devicePixelRatio);
  const shown: { picture: PNG; left: number; top: number }[] = [];
  const paper = (await phone.locator('[data-page="1"]').boundingBox())!;
  /** Pixels per point */
  const scale = (paper.width * density) / 595;
  for (const value of await values.all()) {
    // A screenshot of the element itself would scroll it inside its frame.
    const { x, y, width, height } = (await value.boundingBox())!;
    const clip = {
      x: Math.floor(x),
      y: Math.floor(y),
      width: Math.ceil(width) + 1,
      height: Math.ceil(height) + 1,
    };
    const picture = PNG.sync.read(await phone.screenshot({ clip }));
    const [left, top] = [clip.x - paper.x, clip.y - paper.y].map((length) => Math.round(length * density));
    shown.push({ picture, left: left!, top: top! });
  }

  await signByProgram(phone.request, link, grace.name);
  const file = `/api/documents/${sent.id}/download`;
  await expect.poll(async () => (await ada.page.request.get(file)).status(), { timeout: 60_000 }).toBe(200);
  const sealed = await openRenderer(new Uint8Array(await (await ada.page.request.get(file)).body()));
  if ('failed' in sealed) throw new Error(sealed.failed);
  const page = sealed.renderPage(0, scale);
  for (const [at, { picture, left, top }] of shown.entries()) {
    const edges = edgesOf(inkOf(picture.data, picture.width), picture);
    const printed = edgesOf(inkOf(page.rgba, page.width, left, top), picture);
    const aside = edges.map((edge, side) => Math.abs(edge - printed[side]!) / scale);
    // Points. A pixel is a third of a point.
    expect(Math.max(...aside), `field ${at}: ${edges.join()} and ${printed.join()}`).toBeLessThan(0.8);
  }
  const letters = sealed
    .pageLetters(0)
    .map(({ sign }) => sign)
    .join('');
  expect(letters.replaceAll(/\s/g, '')).toMatch(/GraceLindqvist·[^·]+\d\d:\d\d[^·]*·[0-9a-f]{8}/);
  sealed.close();
});

type Ink = (x: number, y: number) => boolean;

/** The dark pixels of a picture, relative to a corner. */
function inkOf(rgba: Uint8Array, width: number, left = 0, top = 0): Ink {
  return (x, y) => {
    const at = ((top + y) * width + left + x) * 4;
    return Math.min(rgba[at]!, rgba[at + 1]!) < 128;
  };
}

/** The first and last column and row with ink, in pixels */
function edgesOf(ink: Ink, { width, height }: PNG): number[] {
  const columns: number[] = [];
  const rows: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!ink(x, y)) continue;
      columns.push(x);
      rows.push(y);
    }
  }
  return [Math.min(...columns), Math.max(...columns), Math.min(...rows), Math.max(...rows)];
}
