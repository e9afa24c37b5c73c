import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inkPicture, inkSha256, type Ink } from './ink.ts';
import { packInk, readKeptInk, unpackInk, writeInkFile, type PackedInk } from './packed-ink.ts';
import { writePng } from './png.ts';

const anyInk = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height, maxLength: width * height })
      .map((opacity): Ink => ({ width, height, opacity })),
  );
const ink: Ink = { width: 3, height: 2, opacity: Uint8Array.of(0, 255, 90, 1, 0, 255) };
const kept = writeInkFile(packInk(ink));

describe('stored drawn signatures', () => {
  test('the stored file contains the exact ink with the same hash', () => {
    fc.assert(
      fc.property(anyInk, (any) => {
        const read = unpackInk(readKeptInk(writeInkFile(packInk(any))));
        expect({ ...read, opacity: [...read.opacity] }).toEqual({ ...any, opacity: [...any.opacity] });
        expect(inkSha256(read)).toBe(inkSha256(any));
      }),
    );
  });

  test('a PNG, as stored before 2026-11-22, gives the same ink', () => {
    fc.assert(
      fc.property(anyInk, (any) => {
        expect(readKeptInk(writePng(inkPicture(any)))).toEqual(packInk(any));
      }),
    );
  });

  test('the stored ink is embedded unchanged in the sealed file, and its samples have the hash of docs/evidence.md', () => {
    expect(readKeptInk(kept).packed).toEqual(Uint8Array.from(packInk(ink).packed));
    const hashed = createHash('sha256')
      .update(Uint8Array.of(0, 0, 0, 3, 0, 0, 0, 2))
      .update(ink.opacity);
    expect(inkSha256(unpackInk(readKeptInk(kept)))).toBe(hashed.digest('hex'));
  });

  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a picture in another format', Buffer.from('<svg/>')],
    ['no width', changed((file) => file.writeUInt32BE(0, 4))],
    ['a width beyond the maximum', changed((file) => file.writeUInt32BE(40_000, 4))],
  ])('%s is not a picture', (_, bytes) => {
    expect(() => readKeptInk(bytes)).toThrow('not a readable picture of a signature');
  });

  test.each<[string, PackedInk]>([
    ['a truncated file', { ...packInk(ink), packed: packInk(ink).packed.subarray(0, 6) }],
    ['a file with fewer pixels than its header says', { ...packInk(ink), height: 3 }],
    ['a decompression bomb', { ...packInk(ink), packed: deflateSync(Buffer.alloc(9e6)) }],
    ['a file with trailing text', { ...packInk(ink), packed: Buffer.concat([packInk(ink).packed, kept]) }],
  ])('%s is never accepted as ink', (_, packed) => {
    expect(() => unpackInk(packed)).toThrow();
  });
});

function changed(change: (file: Buffer) => void): Uint8Array {
  const file = Buffer.from(kept);
  change(file);
  return file;
}
