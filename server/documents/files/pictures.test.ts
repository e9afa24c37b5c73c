import { deflateSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { pngOf } from '#pdf/image/png.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { exifSegment, makeJpeg } from '#testing/pdfs/make-jpeg.ts';

describeOnOneDatabase('pictures as documents', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  const shades = Array.from({ length: 40 }, (_, y) =>
    Array.from({ length: 30 }, (__, x) => [(x * 8 + y) % 256, 128, 128]),
  );
  const photo = makeJpeg({ blocks: shades, segments: [exifSegment({ 274: 6 }, 'PhoneModel 52.5200N')] });
  const scan = Buffer.from(
    pngOf({ width: 8, height: 8, depth: 1, color: 0 }, deflateSync(Buffer.alloc(16, 0))),
  );

  test('a photo is sent, signed and sealed with the same pixels and without its metadata', async () => {
    const { body: document } = await ada.upload(photo, 'Lease on paper.jpg');
    expect(document).toMatchObject({ title: 'Lease on paper', pageCount: 1, fileNotes: [] });
    expect(document.pages).toMatchObject([{ width: 841.89, height: 595.28 }]);
    await ada.put(`/api/documents/${document.id}/recipients`, [grace]);
    const [recipient] = (await ada.read(document.id)).recipients;
    const box = { page: 1, x: 60, y: 500, width: 180, height: 50 };
    await ada.put(`/api/documents/${document.id}/fields`, [
      { type: 'signature', recipientId: recipient!.id, ...box },
    ]);
    expect((await ada.send(document.id)).status).toBe(200);
    await office.settled();
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    const { seal } = await ada.read(document.id);
    expect(seal).not.toBeNull();
    const sealed = (await ada.ask(`/api/documents/${document.id}/download`)).bytes;
    const pixels = photo.subarray(photo.indexOf(Buffer.from([0xff, 0xda])));
    expect([sealed.includes(pixels), sealed.includes('PhoneModel')]).toEqual([true, false]);
    const original = (await ada.ask(`/api/documents/${document.id}/original`)).bytes;
    expect(Buffer.compare(original, photo)).toBe(0);
    const trail = await ada.ask<{ events: { data: object }[] }>(`/api/documents/${document.id}/trail`);
    expect(trail.body.events[0]).toMatchObject({ data: { kind: 'jpeg', pages: 1 } });
  });

  test('a picture can replace a file and become a template, and a damaged one changes nothing', async () => {
    const { body: document } = await ada.upload(photo, 'photo.jpeg');
    const replaceBy = (name: string, bytes: Uint8Array) =>
      ada.ask(`/api/documents/${document.id}/file`, { method: 'PUT', ...multipartForm([{ name, bytes }]) });
    expect((await replaceBy('scan.png', scan.subarray(0, -4))).body).toMatchObject({
      code: 'upload-refused',
      parameters: { reason: 'picture-damaged' },
    });
    expect((await ada.read(document.id)).fileName).toBe('photo.jpeg');
    expect((await replaceBy('scan.png', scan)).status).toBe(200);
    expect((await ada.read(document.id)).fileName).toBe('scan.png');
    const template = await ada.ask('/api/templates/upload', {
      method: 'POST',
      ...multipartForm([{ name: 'scan.png', bytes: scan }], { name: 'Scan', description: 'A scan' }),
    });
    expect(template).toMatchObject({ status: 201 });
  });
});
