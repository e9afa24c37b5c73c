import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '#core/trail/canonical.ts';
import { readSealCertificates } from '#pdf/verify/read-seal-certificates.ts';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { leaseEvidence, sealedLease } from '#testing/documents/sealed-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { checkEvidence } from './check-evidence.ts';
import { verifyFile } from './verify-file.ts';

const at = Date.UTC(2026, 10, 20, 13, 30, 0);
let key: TestSealer;
let sealed: Buffer;
beforeAll(async () => {
  key = await makeSealChain();
  sealed = Buffer.from(await sealedLease({ key, at }));
});

/** A generator with a seed, so that every run uses the same numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
}

/**
 * Calls the parts of the verifier without their common error handling, so that unexpected errors are not hidden.
 */
async function judgeInParts(bytes: Uint8Array): Promise<void> {
  await verifyPdf(bytes, { roots: [key.root] });
  const [sealCertificate] = await readSealCertificates(bytes);
  await checkEvidence(bytes, { logKeys: [], sealedAt: at, sealCertificate });
}

/** Keywords that the file structure depends on. Changes near them have the most effect. */
const words = [
  ...['ByteRange', 'Contents', 'Perms', 'AcroForm', 'Fields', 'Names', 'AF', 'Kids', 'Pages', 'startxref'],
  ...['trailer', '/Root', '/Prev', 'obj', 'stream', 'FlateDecode', 'EmbeddedFiles', 'EF', 'DocMDP', '/V '],
];
const signs = Buffer.from(' /<>[]()09%');

describe('the verifier never throws', () => {
  test('does not throw for truncated files or changed bytes', { timeout: 120_000 }, async () => {
    const next = numbers(20_261_127);
    const text = sealed.toString('latin1');
    const cms = text.lastIndexOf('/Contents <') + 11;
    for (let round = 0; round < (longRun ? 5000 : 150); round += 1) {
      const place = next(sealed.length);
      const file = Buffer.from(sealed);
      const near = text.lastIndexOf(words[next(words.length)]!);
      if (round % 4 === 1) file[place] = next(256);
      if (round % 4 === 2)
        for (let count = 0; count < 3; count += 1) file[near + next(60)] = signs[next(11)]!;
      if (round % 4 === 3) file[cms + next(3000)] = '0123456789ABCDEF'.charCodeAt(next(16));
      await judgeInParts(round % 4 === 0 ? file.subarray(0, place) : file);
    }
  });

  test('does not throw for evidence with any single value changed', { timeout: 120_000 }, async () => {
    const evidence = leaseEvidence();
    const places = placesIn(evidence);
    const values = [null, 0, -1, '', 'x', [], {}, [null], true];
    const step = longRun ? 1 : 23;
    for (let index = 0; index < places.length; index += step) {
      const changed = JSON.parse(JSON.stringify(evidence)) as Holder;
      const path = places[index]!;
      const holder = path.slice(0, -1).reduce<Holder>((inner, part) => inner[part] as Holder, changed);
      holder[path.at(-1)!] = values[index % values.length];
      // Some properties already have that value.
      if (canonicalJson(changed as never) === canonicalJson(evidence)) continue;
      const file = await sealedLease({ key, at, evidence: canonicalJson(changed as never) });
      await judgeInParts(file);
      const { verdict } = await verifyFile(file, { roots: [key.root], now: at });
      expect(verdict, path.join('.')).toBe('contradicts');
    }
  });

  test('reports an unreadable structure without any statement about the evidence', async () => {
    const broken = Buffer.from(sealed);
    broken[sealed.lastIndexOf('startxref') + 2] = 0x20;
    const { verdict, checks } = await verifyFile(broken, { roots: [key.root], now: at });
    expect(verdict).toBe('changed');
    const codes = checks.flatMap(({ findings }) => findings.map(({ code }) => code));
    expect(codes).toEqual(expect.arrayContaining(['structure-unreadable', 'evidence-unreadable']));
    expect(codes).not.toContain('evidence-missing');
  });
});

type Holder = { [part: string]: unknown };

/** Returns the paths to all properties and items. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return [path];
  const inner = Object.entries(value).flatMap(([part, one]) => placesIn(one, [...path, part]));
  return path.length === 0 ? inner : [path, ...inner];
}
