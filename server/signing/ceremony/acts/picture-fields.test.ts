import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';
import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail, FieldInput } from '#contract/documents/documents.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { drawnByPdfium, drawnByPoppler } from '#testing/journey/compare-pages.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { exifSegment, makeJpeg } from '#testing/pdfs/make-jpeg.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { sha256 } from '../../../foundation/crypto/sha256.ts';

/** An empty area of the sample lease, in points. */
const free = { page: 1, x: 60, y: 640, width: 120, height: 60 };

/** A picture with a dark half and a light half side by side, whose metadata says to rotate it clockwise. */
const photo = makeJpeg({
  blocks: [
    [
      [40, 128, 128],
      [200, 90, 170],
    ],
  ],
  segments: [exifSegment({ 274: 6 }, 'PhoneModel 52.5200N')],
});
const blue = (x: number, y: number) => Math.hypot(x - 20, y - 20) < 18;
const seal = pngOf((x, y) => (blue(x, y) ? [20, 50, 150, 255] : [0, 0, 0, 0]));
const meter = pngOf((x, y) => [x * 6, y * 6, 90, 255]);

describeOnOneDatabase('pictures that recipients upload into fields', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  test('pictures are sealed as shown, without location and device data, and listed by hash', async () => {
    const lease = await sent(ada, office, [
      { ...free, type: 'image', label: 'Meter' },
      { ...free, x: 240, width: 60, type: 'stamp' },
    ]);
    const signer = ada.signer(grace.email);
    const [image, stamp] = [idOf(lease, 'image'), idOf(lease, 'stamp')];
    const [uploaded, stamped] = [
      await upload(ada, signer.token, image, photo, 'IMG_1.jpg'),
      await upload(ada, signer.token, stamp, seal, 'seal.png'),
    ];
    expect(uploaded).toMatchObject({ status: 201, body: { name: 'image.png', width: 8, height: 16 } });
    const shown = await ada.ask(`/api/sign/${signer.token}/marks/${image}?sha256=${uploaded.body.sha256}`);
    expect(sha256(shown.bytes)).toBe(uploaded.body.sha256);
    expect(shown.bytes.includes('PhoneModel')).toBe(false);
    const fields = [
      { id: image, value: uploaded.body.sha256 },
      { id: stamp, value: stamped.body.sha256 },
    ];
    expect(await signer.sign({ fields })).toMatchObject({ status: 200 });
    await office.settled();
    expect(await ada.read(lease.id)).toMatchObject({ status: 'completed', sealProblem: null });

    const sealed = (await ada.ask(`/api/documents/${lease.id}/download`)).bytes;
    const engines = missingTools('pdftoppm').length > 0 ? [drawnByPdfium] : [drawnByPdfium, drawnByPoppler];
    for (const draw of engines) {
      const [page] = await draw(sealed, 1, 144);
      const { width, data } = page!;
      const channels = data.length / (width * page!.height);
      const pixelAt = (x: number, y: number) => [
        ...data.subarray((y * 2 * width + x * 2) * channels, (y * 2 * width + x * 2) * channels + 3),
      ];
      // Upright, with the right proportions: 30 points wide, in the middle of a box of 120 by 60, with the
      // dark half on top.
      const [upper, lower] = [pixelAt(120, 650), pixelAt(120, 690)];
      expect(Math.max(...upper)).toBeLessThan(60);
      expect(lower[0]).toBeGreaterThan(180);
      expect(pixelAt(80, 670)).toEqual([255, 255, 255]);
      expect(pixelAt(270, 670)).toEqual([20, 50, 150]);
      expect(pixelAt(243, 643)).toEqual([255, 255, 255]);
    }
    if (missingTools('pdftotext').length === 0) {
      const text = (await readAloud(sealed)).replaceAll(/\s/g, '');
      for (const size of ['Image,8×16pixels,SHA-256', 'Stamp,40×40pixels,SHA-256'])
        expect(text).toContain(size);
      for (const { body } of [uploaded, stamped]) expect(text).toContain(body.sha256);
      expect(text).toContain('Itdoesnotprovethecompany');
    }
    const { checks } = await verifyFile(sealed, { roots: [], now: office.now() });
    expect(checks.filter(({ result }) => result === 'fails')).toMatchObject([]);
    const file = join(temporaryFolder(), 'sealed.pdf');
    writeFileSync(file, sealed);
    const script = fileURLToPath(new URL('../../../../docs/check.mjs', import.meta.url));
    expect((await promisify(execFile)(process.execPath, [script, file])).stdout).toContain('genuine: ');
  });

  test('Grace seals the picture that she saw, not one that was uploaded afterwards', async () => {
    const lease = await sent(ada, office, [{ ...free, type: 'image' }]);
    const signer = ada.signer(grace.email);
    const id = idOf(lease, 'image');
    const seen = await upload(ada, signer.token, id, meter, 'meter.png');
    const later = await upload(ada, signer.token, id, seal, 'other.png');
    expect(await signer.sign({ fields: [{ id, value: seen.body.sha256 }] })).toMatchObject({
      status: 422,
      body: { code: 'field-value-invalid', parameters: { reason: 'no-file' } },
    });
    const old = await ada.ask(`/api/sign/${signer.token}/marks/${id}?sha256=${seen.body.sha256}`);
    expect(old.status).toBe(404);
    expect((await signer.sign({ fields: [{ id, value: later.body.sha256 }] })).status).toBe(200);
  });

  test.each<[string, Buffer, string]>([
    ['a transparent picture', pngOf(() => [0, 0, 0, 0]), 'This picture is blank'],
    ['a white picture', pngOf(() => [255, 255, 255, 255]), 'This picture is blank'],
    ['a PDF', Buffer.from(sampleLease(1)), 'must be a PNG or JPG'],
    ['a page with a script', Buffer.from('<svg onload="alert(1)"/>'), 'must be a PNG or JPG'],
    ['half a picture', meter.subarray(0, 90), 'damaged or incomplete'],
  ])('%s is refused, and a required field remains unanswered', async (_, bytes, reason) => {
    const lease = await sent(ada, office, [{ ...free, type: 'stamp', required: true }]);
    const signer = ada.signer(grace.email);
    const id = idOf(lease, 'stamp');
    expect(await upload(ada, signer.token, id, bytes, 'picture.png')).toMatchObject({
      status: 422,
      body: { code: 'attachment-refused', detail: expect.stringContaining(reason) },
    });
    expect(await signer.sign({ fields: [] })).toMatchObject({ body: { code: 'field-missing' } });
    expect(await ada.read(lease.id)).toMatchObject({ status: 'sent', actedCount: 0 });
  });

  test.each(['image', 'stamp'] as const)('%s cannot be sent over words or another field', async (type) => {
    const lease = await ada.prepare(sampleLease(1), [grace], ([recipientId]) => [
      { ...free, y: 500, type: 'text', recipientId },
      { ...free, x: 72, y: 100, type, recipientId },
    ]);
    const refused = { status: 422, body: { code: 'field-overlap' } };
    expect(await ada.send(lease.id)).toMatchObject(refused);
    const { covers } = (await ada.ask<{ covers: unknown[] }>(`/api/documents/${lease.id}/overlaps`)).body;
    expect(covers).toMatchObject([
      { over: 'text', blocks: true, text: expect.stringMatching(/^Lease of the/) },
    ]);
    const moved = lease.signatureFields.map((field) => (field.type === type ? { ...field, y: 540 } : field));
    await ada.put(`/api/documents/${lease.id}/fields`, moved);
    expect(await ada.send(lease.id)).toMatchObject(refused);
  });

  test('a dark picture at the edge of a line of text is sealed and hides no text', async () => {
    const lease = await sent(ada, office, [{ ...free, y: 130, x: 72, type: 'image' }]);
    const signer = ada.signer(grace.email);
    const id = idOf(lease, 'image');
    const { body } = await upload(
      ada,
      signer.token,
      id,
      pngOf((x) => (x < 4 ? [255, 255, 255, 255] : [0, 0, 0, 255])),
      'dark.png',
    );
    expect((await signer.sign({ fields: [{ id, value: body.sha256 }] })).status).toBe(200);
    await office.settled();
    expect(await ada.read(lease.id)).toMatchObject({ status: 'completed', sealProblem: null });
  });

  test('until the recipient who uploaded a picture has signed, no one else can request it', async () => {
    const lease = await sent(ada, office, [{ ...free, type: 'image' }], [grace, linus]);
    const [graces, linuses] = [ada.signer(grace.email), ada.signer(linus.email)];
    const id = idOf(lease, 'image');
    const { body } = await upload(ada, graces.token, id, meter, 'meter.png');
    const byLinus = (query: string) => ada.ask(`/api/sign/${linuses.token}/marks/${id}${query}`);
    expect((await byLinus(`?sha256=${body.sha256}`)).status).toBe(404);
    expect(await upload(ada, linuses.token, id, seal, 'seal.png')).toMatchObject({
      body: { code: 'field-not-yours' },
    });
    expect((await graces.sign({ fields: [{ id, value: body.sha256 }] })).status).toBe(200);
    const { others } = (await linuses.view()).body;
    const shown = others.find(({ type }) => type === 'image');
    expect(shown).toMatchObject({ state: 'signed', value: '', pictureUrl: expect.stringContaining(id) });
    expect(sha256((await byLinus('')).bytes)).toBe(body.sha256);
  });
});

async function sent(
  ada: Desk,
  office: Office,
  fields: readonly Omit<FieldInput, 'recipientId'>[],
  people = [grace],
): Promise<DocumentDetail> {
  const lease = await ada.prepare(sampleLease(1), people, (ids) => [
    ...ids.map((recipientId, at): FieldInput => {
      return { type: 'signature', page: 1, x: 40, y: 300 + at * 60, width: 150, height: 30, recipientId };
    }),
    ...fields.map((field): FieldInput => ({ ...field, recipientId: ids[0]! })),
  ]);
  const answer = await ada.send(lease.id);
  expect(answer).toMatchObject({ status: 200 });
  await office.settled();
  return lease;
}

function idOf({ signatureFields }: DocumentDetail, type: FieldInput['type']): string {
  return signatureFields.find((field) => field.type === type)!.id;
}

function upload(ada: Desk, token: string, fieldId: string, bytes: Buffer, name: string) {
  return ada.ask<{ sha256: string }>(`/api/sign/${token}/attachments/${fieldId}`, {
    method: 'POST',
    body: multipartBody([{ name, bytes }]),
    headers: { cookie: '', 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

function pngOf(colorAt: (x: number, y: number) => number[]): Buffer {
  const png = new PNG({ width: 40, height: 40 });
  for (let at = 0; at < 1600; at += 1) png.data.set(colorAt(at % 40, Math.floor(at / 40)), at * 4);
  return PNG.sync.write(png);
}
