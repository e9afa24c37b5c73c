import { PNG } from 'pngjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '#core/refusal.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { deleteUnusedFiles } from '../../documents/files/delete-unused-files.ts';
import { readPhoto } from './photo-routes.ts';
import { stripJpeg } from './strip-jpeg.ts';

/** A black eight-pixel square with camera metadata. */
const place = 'GPS 51.5007 N, 0.1246 W';
const jpeg = Buffer.concat([
  Buffer.from('ffd8', 'hex'),
  segment(0xe1, Buffer.from(`Exif\0\0${place}`)),
  segment(0xfe, Buffer.from('a comment')),
  segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
  segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
  segment(0xc4, Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(15), Buffer.from([0])])),
  segment(0xc4, Buffer.concat([Buffer.from([0x10, 1]), Buffer.alloc(15), Buffer.from([0])])),
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x3f]),
  Buffer.from('ffd9', 'hex'),
]);

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

function png(side: number): Buffer {
  const picture = new PNG({ width: side, height: side });
  picture.data.fill(200);
  return PNG.sync.write(picture);
}

describe('photo files', () => {
  test('camera metadata is removed, and the image is kept', () => {
    const read = stripJpeg(jpeg, 2048)!;
    expect(Buffer.from(read).includes(place)).toBe(false);
    expect(Buffer.from(read).includes('comment')).toBe(false);
    expect(Buffer.from(read).includes(segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])))).toBe(true);
    expect(stripJpeg(read, 2048)).toEqual(read);
  });

  test('data hidden after the end of the image is removed', () => {
    const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]);
    expect(Buffer.from(stripJpeg(polyglot, 2048)!).includes('script')).toBe(false);
  });

  test.each([
    ['a page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', Buffer.from('GIF89a..............')],
    ['a JPEG without an end', jpeg.subarray(0, -2)],
    ['a JPEG with wrong segment lengths', Buffer.from('ffd8ffe1ffff00', 'hex')],
    ['a JPEG without image data', Buffer.from('ffd8ffd9', 'hex')],
    ['nothing', Buffer.alloc(0)],
  ])('rejects %s', (_name, bytes) => expect(readPhoto(bytes)).toMatchObject({ refused: 'photo-invalid' }));

  test('an image that is too large is rejected', () => {
    expect(stripJpeg(jpeg, 7)).toBeUndefined();
  });
});

describeOnOneDatabase('the photo of a member', (open) => {
  let office: Office;
  let [ada, mallory]: Desk[] = [];
  const send = (desk: Desk, body: Buffer, type = 'image/png') =>
    desk.ask<{ photo: string }>('/api/user/photo', {
      method: 'PUT',
      body,
      headers: { 'content-type': type },
    });
  const addressOf = async (desk: Desk) => (await desk.ask<{ photo: string }>('/api/auth/user')).body.photo;
  beforeAll(async () => {
    office = await openOffice(await open());
    [ada, mallory] = [await office.desk(), await office.desk()];
  });

  test('the photo is stored, shown only to its owner, and gets a new URL when replaced', async () => {
    const first = (await send(ada!, png(16))).body.photo;
    expect(await addressOf(ada!)).toBe(first);
    const shown = await ada!.ask(first);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png' });
    expect(String(shown.headers['content-security-policy'])).toContain('sandbox');
    expect(PNG.sync.read(shown.bytes)).toMatchObject({ width: 16, height: 16 });
    expect((await mallory!.ask(first)).status).toBe(404);
    const second = (await send(ada!, jpeg, 'image/jpeg')).body.photo;
    expect(second).not.toBe(first);
    expect((await ada!.ask(first)).status).toBe(404);
    expect((await ada!.ask(second)).headers).toMatchObject({ 'content-type': 'image/jpeg' });
  });

  test('the type of a photo is detected from its bytes, not from its declared type', async () => {
    expect((await send(ada!, Buffer.from('<script>'), 'image/png')).body).toMatchObject({
      code: 'photo-invalid',
    });
    expect((await send(ada!, png(8), 'image/svg+xml')).status).toBe(415);
    expect((await send(ada!, Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413);
  });

  test("a removed photo's file is deleted a day after the last member stopped using it", async () => {
    const square = png(24);
    await send(ada!, square);
    const address = (await send(mallory!, square)).body.photo;
    expect((await ada!.delete('/api/user/photo')).status).toBe(204);
    expect(await addressOf(ada!)).toBeNull();
    expect((await mallory!.ask(address)).status).toBe(200);
    const { db } = office.ports.database;
    const { sha256 } = await db.selectFrom('member_photos').select('sha256').executeTakeFirstOrThrow();
    const { log } = office.product.services;
    const services = { db, files: office.ports.files, log, clock: () => office.now() + 2 * 86_400_000 };
    await deleteUnusedFiles(services);
    expect(await office.ports.files.has(sha256)).toBe(true);
    await mallory!.delete('/api/user/photo');
    await deleteUnusedFiles(services);
    expect(await office.ports.files.has(sha256)).toBe(false);
  });

  test('removing a photo keeps the file if it is also a signed attachment', async () => {
    const box = { page: 1, x: 40, width: 180, height: 44 };
    const lease = await ada!.sent(sampleLease(1), [grace], ([id]) => [
      { ...box, type: 'signature', y: 640, recipientId: id! },
      { ...box, type: 'attachment', y: 560, recipientId: id! },
    ]);
    await office.settled();
    const passport = readPhoto(png(31));
    if (isRefusal(passport)) throw new Error(passport.detail);
    const { id: fieldId } = lease.signatureFields.find(({ type }) => type === 'attachment')!;
    const signer = ada!.signer(grace.email);
    await signer.opened();
    const form = multipartForm([{ name: 'passport.png', bytes: passport.bytes }]);
    const attachedFiles = await signer.ask<{ sha256: string }>(`/attachments/${fieldId}`, {
      method: 'POST',
      ...form,
    });
    const { sha256 } = attachedFiles.body;
    expect((await send(mallory!, Buffer.from(passport.bytes))).status).toBe(200);
    await mallory!.delete('/api/user/photo');
    const fields = [{ id: fieldId, value: sha256 }];
    expect((await signer.sign({ fields })).status).toBe(200);
    await office.settled();
    expect(await ada!.read(lease.id)).toMatchObject({ status: 'completed', sealProblem: null });
    expect((await ada!.ask(`/api/documents/${lease.id}/attachments/${fieldId}`)).status).toBe(200);
  });
});
