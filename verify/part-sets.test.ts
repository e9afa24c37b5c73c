import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { signedFiles, sealedFiles } from '#testing/documents/signed-files.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { compareSet } from './compare-set.ts';
import type { Report } from './report.ts';
import { verifyFile } from './verify-file.ts';

const at = Date.UTC(2026, 10, 28, 3);
const COUNT = 10;
type Given = { name: string; report: Report };

/** The ten files of a document, and files that Mallory can substitute for them. */
let own: Given[];
let whole: Given;
let strange: Record<'other document' | 'sent again' | 'changed' | 'no part', Given[]>;

beforeAll(async () => {
  const key = await makeSealChain();
  const judge = (pdf: Uint8Array) => verifyFile(pdf, { roots: [key.root], now: at });
  const judged = async (kind: string, pdfs: readonly Uint8Array[]) =>
    Promise.all(pdfs.map(async (pdf, index) => ({ name: `${kind} ${index + 1}`, report: await judge(pdf) })));
  const make = (...of: Parameters<typeof signedFiles>) =>
    sealedFiles({ key, at, record: signedFiles(...of) });
  const sealed = await make(undefined, { count: COUNT });
  own = await judged('own', sealed.parts);
  whole = (await judged('whole', [sealed.whole]))[0]!;
  const other = await make('0195550a-0000-7000-8000-00000000002a', { count: COUNT });
  // The same document with one file fewer, so that the agreement and the commitments differ.
  const again = await make(undefined, { count: COUNT - 1 });
  const changed = sealed.parts.map((part) => {
    const bytes = Uint8Array.from(part);
    bytes[bytes.length - 30_000]! ^= 1;
    return bytes;
  });
  strange = {
    'other document': await judged('other document', other.parts),
    'sent again': await judged('sent again', again.parts),
    changed: await judged('changed', changed),
    'no part': await judged('no part', [new TextEncoder().encode('Mandate')]),
  };
}, 120_000);

const codes = {
  'other document': 'set-mixed',
  'sent again': 'set-differs',
  changed: 'set-not-vouched',
  'no part': 'set-not-vouched',
} as const;

/** Selects some of the ten files, replaces some of them with unrelated files, and chooses the order. */
const gatherings = fc.record({
  kept: fc.subarray([...Array(COUNT).keys()], { minLength: 6 }),
  swapped: fc.array(
    fc.record({
      kind: fc.constantFrom(...(Object.keys(codes) as (keyof typeof codes)[])),
      at: fc.nat(COUNT - 2),
    }),
    { maxLength: 3 },
  ),
  twice: fc.subarray([...Array(COUNT).keys()], { maxLength: 2 }),
  seed: fc.nat(),
});

test('swapped, missing, mixed, repeated and changed files are all found, and nothing else is reported', () => {
  fc.assert(
    fc.property(gatherings, ({ kept, swapped, twice, seed }) => {
      const replaced = new Map(swapped.map(({ kind, at: index }) => [index, kind]));
      const given = kept.map((index) => {
        const kind = replaced.get(index);
        return kind
          ? { ...(strange[kind][index] ?? strange[kind][0])!, name: `${index} ${kind}` }
          : own[index]!;
      });
      const left = kept.filter((index) => !replaced.has(index));
      const again = twice.filter((index) => left.includes(index));
      const all = shuffled([...given, ...again.map((index) => own[index]!)], seed);
      fc.pre(left.length > swapped.length);
      const result = compareSet(all)!;
      const missing = own.flatMap((_, index) => (left.includes(index) ? [] : [index + 1]));
      const problems = [
        ...kept.flatMap((index) => {
          const kind = replaced.get(index);
          return kind ? [`${codes[kind]} ${index} ${kind}`] : [];
        }),
        ...again.map((index) => `set-twice ${own[index]!.name}`),
      ];
      expect(result.problems.map(({ code, name }) => `${code} ${name}`).sort()).toEqual(problems.sort());
      expect(result).toMatchObject({ of: COUNT, missing });
      expect(result.complete).toBe(missing.length === 0 && problems.length === 0);
    }),
    { numRuns: 300 },
  );
});

test('the sealed file with all files vouches only for its own files', () => {
  expect(compareSet([whole, ...own])).toMatchObject({ complete: true, missing: [] });
  expect(compareSet([own[3]!, whole])).toMatchObject({ complete: true, missing: [] });
  for (const kind of ['other document', 'sent again'] as const) {
    const result = compareSet([whole, own[0]!, strange[kind][4]!]);
    expect(result).toMatchObject({ complete: false, problems: [{ code: codes[kind] }] });
  }
});

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const order = list.map((one, index) => ({
    one,
    key: (seed * 2_654_435_761 + index * 40_503 * (seed + 7)) % 997,
  }));
  return order.sort((a, b) => a.key - b.key).map(({ one }) => one);
}
