import { beforeAll, describe, expect, test } from 'vitest';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import type { TestSealer } from '#testing/pki/seal-chain.ts';
import { dict, ref, textString } from '../objects/objects.ts';
import { sealPdf } from '../sign/seal-pdf.ts';
import { appendRevision } from '../stamp/append-revision.ts';
import { verifyPdf } from './verify-pdf.ts';

const sealedAt = Date.UTC(2026, 10, 20, 13, 30, 0);
// With zero padding after the signature, where data could be hidden, as in all files sealed before 2026-11-22.
const seal = { at: sealedAt, name: 'Harbour', reason: 'Signed by Grace and Linus', tokenBytes: 12_000 };

let key: TestSealer;
let sealed: Uint8Array;

beforeAll(async () => {
  key = await makeSealChain({ intermediate: true });
  sealed = await sealPdf({ ...seal, pdf: sampleLease(2), key });
});

const verify = (bytes: Uint8Array) => verifyPdf(bytes, { roots: [key.root] });

describe('sealed files', () => {
  test.each(['P-256', 'RSA-2048'] as const)(
    'a sealed file is unchanged, with its sealer and time: %s',
    async (kind) => {
      const own = await makeSealChain({ key: kind });
      const file = await sealPdf({ ...seal, pdf: sampleLease(), key: own });
      expect(await verifyPdf(file, { roots: [own.root] })).toEqual({
        verdict: 'sealed-unchanged',
        sealedAt,
        signer: {
          subject: 'O=Harbour, CN=Harbour Document Seal',
          issuer: 'O=Harbour, CN=Harbour Root',
          serial: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
        chainTrusted: true,
        timestamps: [],
        certificates: own.chain.map((bytes) => expect.objectContaining({ bytes }) as unknown),
        problems: [],
      });
    },
  );

  test('a sealed file is unchanged even if its text mentions byte ranges', async () => {
    const words = textString('/ByteRange [0 10 20 30] and /Contents <00>');
    const pdf = appendRevision(sampleLease(), new Map([[4, dict({ Title: words })]]));
    expect((await verify(await sealPdf({ ...seal, pdf, key }))).verdict).toBe('sealed-unchanged');
  });

  test('a file that was sealed outside its certificate’s validity period is not trusted', async () => {
    const expired = await makeSealChain({ notAfter: sealedAt - 1000 });
    const file = await sealPdf({ ...seal, pdf: sampleLease(), key: expired });
    const judged = await verifyPdf(file, { roots: [expired.root] });
    expect(judged).toMatchObject({ verdict: 'sealed-by-unknown', problems: ['chain-untrusted'] });
  });
});

describe('attacks by Mallory on a sealed file', () => {
  test('detects any single changed byte', async () => {
    const unnoticed: number[] = [];
    const places = [...sampleOffsets(sealed)].filter((_, index) => longRun || index % 12 === 0);
    for (const at of places) {
      for (const flip of [0x01, 0x20]) {
        const changed = Uint8Array.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ flip;
        const { verdict } = await verify(changed);
        if (verdict === 'sealed-unchanged' || verdict === 'changed-after-sealing') unnoticed.push(at);
      }
    }
    expect(unnoticed).toEqual([]);
  });

  test('detects the alternative identifier of the algorithm', async () => {
    const rsa = await makeSealChain({ key: 'RSA-2048' });
    const file = await sealPdf({ ...seal, pdf: sampleLease(), key: rsa });
    const text = Buffer.from(file).toString('latin1');
    const at = text.lastIndexOf('06092A864886F70D010101') + '06092A864886F70D0101'.length;
    file.set(ascii('0B'), at);
    const judged = await verifyPdf(file, { roots: [rsa.root] });
    expect(judged).toMatchObject({ verdict: 'seal-broken', problems: ['signature-unreadable'] });
  });

  test('detects that the catalog was redirected', async () => {
    const text = Buffer.from(sealed).toString('latin1');
    const at = text.lastIndexOf('/Root 1 0 R');
    const changed = Uint8Array.from(sealed);
    changed.set(ascii('/Root 5 0 R'), at);
    expect(await verify(changed)).toMatchObject({
      verdict: 'seal-broken',
      problems: ['structure-unreadable'],
    });
  });

  test('detects a file that was truncated anywhere', async () => {
    for (const length of [0, 4, 100, sealed.length >> 1, sealed.length - 2, sealed.length - 1]) {
      expect((await verify(sealed.subarray(0, length))).verdict).not.toBe('sealed-unchanged');
    }
  });

  test('detects an appended update that changes the text (incremental saving)', async () => {
    const changed = appendRevision(sealed, new Map([[4, dict({ Title: textString('Sale of the office') })]]));
    expect(await verify(changed)).toMatchObject({
      verdict: 'changed-after-sealing',
      sealedLength: sealed.length,
      sealedAt,
      chainTrusted: true,
      problems: ['bytes-after-seal'],
    });
  });

  test.each([
    ['line break', '\n'],
    ['comment', '%harmless\n'],
    ['second end', 'startxref\n0\n%%EOF\n'],
  ])('detects an appended %s', async (_, text) => {
    const changed = join(sealed, ascii(text));
    expect(await verify(changed)).toMatchObject({
      verdict: 'changed-after-sealing',
      sealedLength: sealed.length,
    });
  });

  test('detects an appended second signature', async () => {
    const other = await makeSealChain({ organization: 'Mallory' });
    const catalog = dict({ Type: ref(1), Pages: ref(2) });
    const stripped = appendRevision(sealed, new Map([[1, catalog]]));
    const twice = await sealPdf({ ...seal, pdf: stripped, key: other });
    expect(await verify(twice)).toMatchObject({
      verdict: 'changed-after-sealing',
      signer: { subject: 'O=Harbour, CN=Harbour Document Seal' },
    });
  });

  test('detects a seal that was removed by restoring the earlier catalog', async () => {
    const base = sampleLease(2);
    expect(await verify(sealed.subarray(0, base.length))).toMatchObject({ verdict: 'no-seal' });
    const renamed = replace(sealed, '/Perms', '/Perm5');
    expect(await verify(renamed)).toMatchObject({ verdict: 'seal-broken' });
  });

  test('detects a file that was sealed with Mallory’s own key', async () => {
    const other = await makeSealChain({ organization: 'Mallory' });
    const file = await sealPdf({ ...seal, pdf: sampleLease(), key: other });
    expect(await verify(file)).toMatchObject({
      verdict: 'sealed-by-unknown',
      chainTrusted: false,
      problems: ['chain-untrusted'],
    });
  });

  test('detects a self-signed certificate with the name of our root', async () => {
    const twin = await makeSealChain();
    const file = await sealPdf({ ...seal, pdf: sampleLease(), key: twin });
    expect(await verify(file)).toMatchObject({ verdict: 'sealed-by-unknown', chainTrusted: false });
  });

  test("detects our certificates with a signature by Mallory's key", async () => {
    const other = await makeSealChain({ organization: 'Mallory' });
    const thief = { ...key, sign: other.sign };
    const file = await sealPdf({ ...seal, pdf: sampleLease(), key: thief });
    expect(await verify(file)).toMatchObject({ verdict: 'seal-broken', problems: ['signature-wrong'] });
  });

  test('detects an additional certificate outside the chain', async () => {
    const other = await makeSealChain({ organization: 'Mallory' });
    const crowd = { ...key, chain: [...key.chain, other.root] };
    const file = await sealPdf({ ...seal, pdf: sampleLease(), key: crowd });
    expect(await verify(file)).toMatchObject({ verdict: 'seal-broken', problems: ['certificate-stray'] });
  });

  test('rejects a certificate as an issuer if it may not issue others', async () => {
    const fake = await makeSealChain({ organization: 'Mallory' });
    const bent = { ...fake, chain: [...fake.chain.slice(0, 1), ...key.chain] };
    const file = await sealPdf({ ...seal, pdf: sampleLease(), key: bent });
    expect((await verify(file)).chainTrusted).toBe(false);
  });
});

describe('byte ranges forged by Mallory', () => {
  test.each([
    ['covers nothing', () => '[0 0 0 0]', 'byte-range-form'],
    ['starts later', (a: number, b: number, c: number) => `[9 ${a - 9} ${b} ${c}]`, 'byte-range-form'],
    ['overlaps', (a: number, b: number, c: number) => `[0 ${b} ${a} ${c}]`, 'byte-range-form'],
    ['is negative', (a: number, b: number, c: number) => `[0 ${a} ${b} -${c}]`, 'byte-range-form'],
    ['has two numbers', (a: number) => `[0 ${a}]`, 'byte-range-form'],
    ['has six numbers', (a: number, b: number, c: number) => `[0 ${a} ${b} 1 2 ${c}]`, 'byte-range-form'],
    ['is not an array', () => 'null', 'byte-range-form'],
    ['omits more', (a: number, b: number, c: number) => `[0 ${a - 8} ${b} ${c}]`, 'byte-range-gap'],
    [
      'has a gap that ends later',
      (a: number, b: number, c: number) => `[0 ${a} ${b + 4} ${c - 4}]`,
      'byte-range-gap',
    ],
    ['omits the end', (a: number, b: number, c: number) => `[0 ${a} ${b} ${c - 1}]`, 'bytes-after-seal'],
    ['exceeds the file', (a: number, b: number, c: number) => `[0 ${a} ${b} ${c + 1}]`, 'bytes-after-seal'],
  ])('detects a byte range that %s', async (_, forge, problem) => {
    const changed = replaceRange(sealed, forge);
    expect(await verify(changed)).toMatchObject({ verdict: 'seal-broken', problems: [problem] });
  });

  test('detects a signature that was moved to another place', async () => {
    const { start, end } = gapOf(sealed);
    const contents = sealed.subarray(start, end);
    const hole = new Uint8Array(contents.length).fill(0x20);
    const moved = join(sealed.subarray(0, start), hole, sealed.subarray(end), ascii('%'), contents);
    expect((await verify(moved)).verdict).toBe('seal-broken');
  });

  test('detects the old file inside a stream of a new one', async () => {
    const wrapped = join(ascii('%PDF-1.7\n1 0 obj\n<<>>\nstream\n'), sealed, ascii('endstream endobj\n'));
    expect((await verify(wrapped)).verdict).toBe('seal-broken');
  });

  test('detects bytes hidden in the reserved space after the signature', async () => {
    const { end } = gapOf(sealed);
    const changed = Uint8Array.from(sealed);
    changed.set(ascii('2F4A53'), end - 9);
    expect(await verify(changed)).toMatchObject({ verdict: 'seal-broken', problems: ['contents-form'] });
  });

  test('detects a signature that includes the zeros after it', async () => {
    const { start } = gapOf(sealed);
    const changed = Uint8Array.from(sealed);
    changed[start + 5] = 0x31;
    expect(await verify(changed)).toMatchObject({
      verdict: 'seal-broken',
      problems: ['signature-unreadable'],
    });
  });

  test.each([
    ['no signature', '<>'],
    ['a null signature', '<00>'],
    ['white space in the signature', '<30 03 02 01 05>'],
  ])('detects %s in the reserved space', async (_, contents) => {
    const { start, end } = gapOf(sealed);
    const changed = Uint8Array.from(sealed);
    changed.set(ascii(contents.padEnd(end - start)), start);
    expect((await verify(changed)).verdict).toBe('seal-broken');
  });

  test('detects two overlapping objects', async () => {
    const text = Buffer.from(sealed).toString('latin1');
    const table = text.indexOf('xref\n0 ');
    const entries = [...text.slice(table).matchAll(/\d{10} 00000 n \n/g)].map(({ 0: entry }) => entry);
    const changed = replace(sealed, entries[1] ?? '', entries[0] ?? '');
    expect(await verify(changed)).toMatchObject({
      verdict: 'seal-broken',
      problems: ['structure-unreadable'],
    });
  });

  test('detects a duplicate /Contents or /ByteRange', async () => {
    const changed = replace(sealed, '/Name (Harbour)', '/Contents <0000');
    expect((await verify(changed)).verdict).toBe('seal-broken');
  });
});

describe('unsealed files', () => {
  test('an ordinary PDF has no seal', async () => {
    expect(await verify(sampleLease())).toMatchObject({ verdict: 'no-seal', problems: ['no-seal'] });
  });

  test('other bytes are not recognized as a PDF', async () => {
    expect(await verify(ascii('hello'))).toMatchObject({ verdict: 'not-a-pdf' });
    expect(await verify(new Uint8Array())).toMatchObject({ verdict: 'not-a-pdf' });
  });
});

/** Yields every byte of the seal's dictionary outside the zero padding, and every 23rd byte of the rest. */
function* sampleOffsets(bytes: Uint8Array): Generator<number> {
  const { start, end } = gapOf(bytes);
  for (let at = 0; at < start - 200; at += 23) yield at;
  for (let at = start - 200; at < start + 60; at += 1) yield at;
  for (let at = start + 60; at < end - 20; at += 97) yield at;
  for (let at = end - 20; at < bytes.length; at += at < end + 300 ? 1 : 7) yield at;
}

function gapOf(bytes: Uint8Array): { start: number; end: number } {
  const range = /\/ByteRange \[0 (\d+) (\d+) /.exec(Buffer.from(bytes).toString('latin1'));
  return { start: Number(range?.[1]), end: Number(range?.[2]) };
}

/** Returns the same file with a different byte range, without moving anything else. */
function replaceRange(bytes: Uint8Array, forge: (a: number, b: number, c: number) => string): Uint8Array {
  const match = /\/ByteRange (\[0 (\d+) (\d+) (\d+) *\])/.exec(Buffer.from(bytes).toString('latin1'));
  const [, room = '', ...numbers] = match ?? [];
  const [a = 0, b = 0, c = 0] = numbers.map(Number);
  return replace(bytes, room, forge(a, b, c).padEnd(room.length));
}

function replace(bytes: Uint8Array, old: string, next: string): Uint8Array {
  expect(next).toHaveLength(old.length);
  const text = Buffer.from(bytes).toString('latin1');
  expect(text).toContain(old);
  return Uint8Array.from(Buffer.from(text.replace(old, next), 'latin1'));
}

const ascii = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));
