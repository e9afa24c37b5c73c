import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '#core/field/field.ts';
import { inkPicture, inkSha256 } from '#pdf/image/ink.ts';
import { unpackInk, writeInkFile } from '#pdf/image/packed-ink.ts';
import { writePng } from '#pdf/image/png.ts';
import { PdfStream } from '#pdf/objects/objects.ts';
import { openPdf } from '#pdf/read/open-pdf.ts';
import { openInProcessEngine } from '#server/adapters/pdf-engine/in-process.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { signedLease } from '#testing/documents/signed-lease.ts';
import { memoryFileStore } from '#testing/fakes/memory-file-store.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { sampleInk } from '../preflight/sample-record.ts';
import { makeSealedFile } from './seal-document.ts';
import type { SigningRecord } from '../record/signing-record.ts';

/**
 * Grace draws her name. When she adopts the drawing, it is converted to the format of the sealed file and
 * never decoded again. Drawings from before 2026-11-22 are stored as PNG and sealed in the same format.
 */
const ink = sampleInk();
const hash = inkSha256(unpackInk(ink));
const pdf = openInProcessEngine();
const files = memoryFileStore();
let key: TestSealer;

beforeAll(async () => {
  key = await makeSealChain();
  await files.put(sampleLease(1));
});

describe('a drawn signature', () => {
  test('the sealed file contains the drawing once, with exactly the stored bytes', async () => {
    const { masks } = await sealed(writeInkFile(ink));
    expect(masks.map(({ bytes }) => Buffer.from(bytes))).toEqual([Buffer.from(ink.packed)]);
    expect(masks[0]?.dict.get('Width')).toBe(ink.width);
    expect(masks[0]?.dict.get('Height')).toBe(ink.height);
  });

  test('a drawing stored as PNG (before 2026-11-22) is sealed if its ink matches the recorded hash', async () => {
    const { masks } = await sealed(writePng(inkPicture(unpackInk(ink))));
    const opacity = inflateSync(masks[0]!.bytes);
    expect(inkSha256({ width: ink.width, height: ink.height, opacity })).toBe(hash);
  });

  test('a drawing whose ink does not match the recorded hash is not sealed, in any stored format', async () => {
    const other = { ...unpackInk(ink), opacity: unpackInk(ink).opacity.toReversed() };
    for (const kept of [writePng(inkPicture(other)), writeInkFile({ ...ink, height: ink.height - 1 })]) {
      await expect(sealed(kept)).rejects.toThrow(/ink of recipient|ink that it says|buffer/i);
    }
  });
});

async function sealed(kept: Uint8Array): Promise<{ masks: PdfStream[] }> {
  const record = drawn(await files.put(kept));
  const services = { files, pdf, key, clock: () => Date.UTC(2026, 10, 22) };
  const file = openPdf((await makeSealedFile(services, record)).bytes);
  const objects = Array.from({ length: file.size }, (_, num) => file.object(num));
  const streams = objects.filter((value) => value instanceof PdfStream);
  const named = new Set(streams.map(({ dict }) => file.resolve(dict.get('SMask'))));
  return { masks: streams.filter((value) => named.has(value)) };
}

/** Returns the lease with the drawing in a field on the page and on the certificate. */
function drawn(imageSha256: string): SigningRecord {
  const record = signedLease();
  const [signature] = record.signatures;
  const box: Field = {
    ...record.fields[0]!,
    id: '0195550a-0000-7000-8000-0000000000aa',
    type: 'signature',
    label: '',
    y: 700,
  };
  return {
    ...record,
    fields: [...record.fields, box],
    values: new Map([...record.values, [box.id, '']]),
    signatures: [{ ...signature!, kind: 'drawn', imageSha256, text: null, typeface: null }],
    events: record.events.map((event) =>
      event.type === 'document_signed'
        ? { ...event, event: { ...event.event, data: { ...event.event.data, inkSha256: hash } } }
        : event,
    ),
  };
}
