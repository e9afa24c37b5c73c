import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sealedLease } from '#testing/documents/sealed-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { brokenRule } from '#testing/seal-by-the-text.ts';
import { tamperings } from '#testing/tamper/tamperings.ts';
import { verifyFile } from './verify-file.ts';

const at = Date.UTC(2026, 10, 20, 13, 30, 0);
const families = ['range', 'contents', 'cms', 'cut', 'around', 'words', 'revision'];

describe('a verifier written only from the text of docs/evidence.md', () => {
  let key: TestSealer;
  let root: X509Certificate;
  let sealed: Uint8Array;
  beforeAll(async () => {
    key = await makeSealChain();
    root = new X509Certificate(key.root);
    sealed = await sealedLease({ key, at });
  });

  test.each(['P-256', 'P-384', 'RSA-2048'] as const)('accepts a seal with %s', async (kind) => {
    for (const intermediate of [false, true]) {
      const own = await makeSealChain({ key: kind, intermediate });
      const file = await sealedLease({ key: own, at });
      expect(brokenRule(file, new X509Certificate(own.root))).toBeUndefined();
    }
  });

  test('rejects a seal under another root, and a seal with an expired certificate', async () => {
    const other = await makeSealChain({ organization: 'Quill' });
    expect(brokenRule(sealed, new X509Certificate(other.root))).toBe(11);
    const old = await makeSealChain({ notBefore: at - 2e9, notAfter: at - 1e9 });
    expect(brokenRule(await sealedLease({ key: old, at }), new X509Certificate(old.root))).toBe(11);
  });

  longTest(
    'rejects every change to the byte range, the gap or the signature that the product rejects',
    async () => {
      const accepted: string[] = [];
      // Leaves space for the longer encodings.
      const roomy = await sealedLease({ key, at, tokenBytes: 2000 });
      expect(brokenRule(roomy, root)).toBeUndefined();
      const tried = tamperings.filter(({ family }) => families.includes(family));
      expect(tried.length).toBeGreaterThan(40);
      for (const { family, name, make } of tried) {
        const file = await make({ sealed: roomy, sealAgain: (lie) => sealedLease({ key, at, ...lie }) });
        const { verdict } = await verifyFile(file, { roots: [key.root], now: at });
        if (verdict !== 'genuine' && brokenRule(file, root) === undefined)
          accepted.push(`${family}: ${name}`);
      }
      expect(accepted).toEqual([]);
    },
  );

  const respellings: [string, (cms: Buffer) => Buffer][] = [
    ['a long-form length', (cms) => withHeader(cms, [0x30, 0x83, 0x00])],
    [
      'an indefinite length',
      (cms) => Buffer.concat([Buffer.from([0x30, 0x80]), contentOf(cms), Buffer.alloc(2)]),
    ],
    [
      'trailing bytes after the last part',
      (cms) => wrap(Buffer.concat([contentOf(cms), Buffer.from([0x05, 0x00])])),
    ],
    ['an additional part', (cms) => Buffer.concat([cms, Buffer.from([0x05, 0x00])])],
    ['an empty unsigned attribute', (cms) => growSigner(cms, Buffer.from([0xa1, 0x00]))],
    ['NULL after the signature', (cms) => growSigner(cms, Buffer.from([0x05, 0x00]))],
  ];
  test.each(respellings)('rejects a CMS with a non-canonical encoding: %s', async (_, respell) => {
    const file = withCms(sealed, respell);
    expect(brokenRule(file, root)).toBeDefined();
    expect((await verifyFile(file, { roots: [key.root], now: at })).verdict).not.toBe('genuine');
  });
});

/** Returns the same file with a different CMS. */
function withCms(file: Uint8Array, respell: (cms: Buffer) => Buffer): Buffer {
  const text = Buffer.from(file).toString('latin1');
  const from = text.indexOf('/Contents <3082') + '/Contents <'.length;
  const room = text.slice(from, text.indexOf('>', from));
  const bytes = Buffer.from(room, 'hex');
  const cms = bytes.subarray(0, 4 + bytes.readUInt16BE(2));
  const changed = respell(cms).toString('hex').toUpperCase();
  const whole = `${text.slice(0, from)}${changed.padEnd(room.length, '0')}${text.slice(from + room.length)}`;
  return Buffer.from(
    changed.length > room.length ? moved(whole, changed.length - room.length) : whole,
    'latin1',
  );
}

/** A larger gap shifts the following bytes, so the byte range has to change too. */
function moved(text: string, by: number): string {
  return text
    .replace(/\/ByteRange \[0 (\d+) (\d+) (\d+)/, (_, a, b, c) => `/ByteRange [0 ${a} ${Number(b) + by} ${c}`)
    .replace(/startxref\n(\d+)\n%%EOF\n$/, (_, place) => `startxref\n${Number(place) + by}\n%%EOF\n`);
}

const contentOf = (cms: Buffer): Buffer => cms.subarray(4);
const withHeader = (cms: Buffer, head: number[]): Buffer =>
  Buffer.concat([Buffer.from(head), cms.subarray(2)]);
function wrap(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x30, 0x82, content.length >> 8, content.length & 0xff]), content]);
}

/**
 * Appends a part to the SignerInfo and corrects the length of every enclosing element, each of which is the last
 * part of its parent.
 */
function growSigner(cms: Buffer, part: Buffer): Buffer {
  const grown = Buffer.concat([cms, part]);
  const grow = (at: number): void => {
    if (grown[at + 1] === 0x82) grown.writeUInt16BE(grown.readUInt16BE(at + 2) + part.length, at + 2);
    else if (grown[at + 1] === 0x81) grown[at + 2]! += part.length;
    else grown[at + 1]! += part.length;
  };
  const next = (at: number): [number, number] => {
    const count = grown[at + 1]! < 0x80 ? 0 : grown[at + 1]! & 0x7f;
    return [at + 2 + count, count === 0 ? grown[at + 1]! : grown.readUIntBE(at + 2, count)];
  };
  let [at, end] = [0, cms.length];
  for (let depth = 0; depth < 5; depth += 1) {
    const [inside] = next(at);
    grow(at);
    let last = inside;
    for (let place = inside; place < end;) {
      last = place;
      const [content, length] = next(place);
      place = content + length;
    }
    [at, end] = [last, cms.length];
  }
  grow(at);
  return grown;
}
