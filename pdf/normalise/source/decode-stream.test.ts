import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { dict, latin1Bytes, latin1Text, name, stream } from '../../objects/objects.ts';
import type { PdfObject, PdfStream } from '../../objects/objects.ts';
import { decodeAscii85, decodeRunLength } from './decode-simple.ts';
import { decodeStream } from './decode-stream.ts';
import { InflateBudget, TooComplex } from './inflate-budget.ts';

const direct = (object: PdfObject | undefined): PdfObject => object ?? null;

const decoded = (source: PdfStream): string | undefined => {
  const bytes = decodeStream(source, direct, new InflateBudget());
  return bytes === undefined ? undefined : latin1Text(bytes);
};

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('decoding of filters', () => {
  test.each([
    ['none', {}, latin1Bytes('plain'), 'plain'],
    ['Flate', { Filter: name('FlateDecode') }, deflateSync('packed'), 'packed'],
    [
      'two, in order',
      { Filter: [name('AHx'), name('Fl')] },
      latin1Bytes(deflateSync('both').toString('hex')),
      'both',
    ],
    // The example of §7.4.4.2.
    ['LZW', { Filter: name('LZWDecode') }, hex('80 0B 60 50 22 0C 0C 85 01'), '-----A---B'],
    ['ASCII 85', { Filter: name('ASCII85Decode') }, latin1Bytes('87cURD]i,"Ebo80~>'), 'Hello World!'],
    ['ASCII 85 with zeros', { Filter: name('A85') }, latin1Bytes('z~>'), '\0\0\0\0'],
    ['run length', { Filter: name('RunLengthDecode') }, hex('02 61 62 63 FD 7A 80'), 'abczzzz'],
  ] as const)('%s', (_, entries, bytes, text) => {
    expect(decoded(stream(structuredCloneOf(entries), bytes))).toBe(text);
  });

  test('decodes each kind of PNG predictor', () => {
    const rows = [
      [0, 1, 2, 3],
      [1, 1, 1, 1],
      [2, 1, 1, 1],
      [3, 1, 1, 1],
      [4, 1, 1, 1],
    ];
    const source = stream(
      { Filter: name('FlateDecode'), DecodeParms: dict({ Predictor: 15, Columns: 3 }) },
      deflateSync(Uint8Array.from(rows.flat())),
    );
    expect([...(decodeStream(source, direct, new InflateBudget()) ?? [])]).toEqual([
      ...[1, 2, 3],
      ...[1, 2, 3],
      ...[2, 3, 4],
      ...[2, 3, 4],
      ...[3, 4, 5],
    ]);
  });

  test('an image filter prevents decoding', () => {
    expect(decoded(stream({ Filter: name('DCTDecode') }, new Uint8Array(3)))).toBeUndefined();
  });
});

describe('damaged data and decompression bombs', () => {
  const text = 'The quick brown fox jumps over the lazy dog. '.repeat(200);

  test('truncated data give the part before the end', () => {
    const whole = deflateSync(text);
    const output =
      decoded(stream({ Filter: name('FlateDecode') }, whole.subarray(0, whole.length - 20))) ?? '';
    expect(text.startsWith(output)).toBe(true);
    expect(output.length).toBeGreaterThan(1000);
  });

  test('data with an error in the middle give the part before it', () => {
    const noise = Array.from({ length: 40_000 }, (_, i) => String.fromCharCode(33 + ((i * i) % 89))).join('');
    const broken = Uint8Array.from(deflateSync(noise));
    broken.fill(0xff, broken.length >> 1, (broken.length >> 1) + 40);
    const output = decoded(stream({ Filter: name('FlateDecode') }, broken)) ?? '';
    expect(output.length).toBeGreaterThan(100);
    expect(noise.startsWith(output.slice(0, 100))).toBe(true);
  });

  test('refuses 300 MB of zeros', () => {
    const bomb = deflateSync(new Uint8Array(300 * 1024 * 1024), { level: 1 });
    expect(() => decoded(stream({ Filter: name('FlateDecode') }, bomb))).toThrow(TooComplex);
  });
});

/** `as const` makes arrays readonly, which the object model does not support. */
const structuredCloneOf = (entries: object): Record<string, PdfObject> => ({ ...entries });

describe('refusal of a few bytes that decode to gigabytes', () => {
  /** Runs of the maximum length. Decoded twice, they grow by 64 × 64. */
  const runs = new Uint8Array(900_000).fill(0x81);
  test('refuses run-length data before decoding any of it', () => {
    expect(() => decodeRunLength(runs, 1_000_000)).toThrow(TooComplex);
    expect(decodeRunLength(runs, 100_000_000).length).toBe(450_000 * 128);
  });

  test('refuses run-length data inside run-length data inside 900 bytes of Flate data', () => {
    const bytes = deflateSync(runs, { level: 9 });
    expect(bytes.length).toBeLessThan(1000);
    const filters = ['FlateDecode', 'RunLengthDecode', 'RunLengthDecode', 'RunLengthDecode'].map(name);
    expect(() => decoded(stream({ Filter: filters }, bytes))).toThrow(TooComplex);
  });

  test('refuses ASCII85 data that consist only of zeros', () => {
    expect(() => decodeAscii85(new Uint8Array(1000).fill(0x7a), 3999)).toThrow(TooComplex);
    expect(decodeAscii85(new Uint8Array(1000).fill(0x7a), 4000)).toEqual(new Uint8Array(4000));
  });
});
