import { beforeAll, expect, test } from 'vitest';
import { numberedFiles } from '#core/document/sealed-files.ts';
import { readAttachment } from '#pdf/read/read-attachment.ts';
import { confirmedBy } from '#testing/documents/confirms-guess.ts';
import { sealedFiles, signedFiles } from '#testing/documents/signed-files.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { compareSet } from './compare-set.ts';
import { verifyFile } from './verify-file.ts';

const at = Date.UTC(2026, 10, 28, 3);
let key: TestSealer;
let whole: Uint8Array;
let parts: Uint8Array[];
/** The same files in a different document. */
let other: Uint8Array[];
beforeAll(async () => {
  key = await makeSealChain();
  ({ whole, parts } = await sealedFiles({ key, at }));
  const record = signedFiles('0195550a-0000-7000-8000-00000000002a');
  ({ parts: other } = await sealedFiles({ key, at, record }));
});

const judge = (bytes: Uint8Array) => verifyFile(bytes, { roots: [key.root], now: at });
const codesOf = async (bytes: Uint8Array) => {
  const { verdict, checks } = await judge(bytes);
  const codes = checks.flatMap(({ findings }) => findings.map(({ code }) => code));
  return { verdict, codes: codes.filter((code) => code !== 'log-not-checked') };
};

test('each file can be verified alone, with its position and who signed, and shows nothing of the others', async () => {
  for (const [index, part] of parts.entries()) {
    const report = await judge(part);
    expect(await codesOf(part)).toEqual({ verdict: 'genuine', codes: [] });
    expect(report.set).toMatchObject({ number: index + 1, of: 3, test: false });
    expect(report.story).toMatchObject({
      title: ['Mandate', 'Salary of Grace', 'Terms'][index],
      parties: [{ name: 'Grace Lindqvist', act: 'signed' }],
    });
  }
  const set = (await judge(whole)).set!;
  const own = (await judge(parts[0]!)).set!;
  expect([set.number, set.files, set.agreementSha256]).toEqual([undefined, own.files, own.agreementSha256]);
});

test('a file contains no text, value or title of another file', async () => {
  const [mandate, salary] = parts as [Uint8Array, Uint8Array];
  const secrets = ['Salary', 'Bonus', '4000', '1200', 'Lease: Harbour'];
  const texts = await everythingIn(mandate);
  for (const secret of secrets) expect(texts).not.toContain(secret);
  expect(texts).toContain('Harbour Lane 7');
  expect(await everythingIn(salary)).toContain('Bonus 1200');
  // The condition of the bonus refers to the value of a field in the mandate.
  expect(await everythingIn(salary)).not.toContain('Harbour Lane 7');
  const certificate = await readAloud(mandate, 3);
  expect(certificate).toContain('Certificate of signing, file 1 of 3');
  expect(certificate).toContain('This PDF contains only file 1 of 3.');
});

test('a single file does not confirm even an exact guess of another file', async () => {
  const { document } = signedFiles();
  for (const one of numberedFiles(document.id, document.files!)) {
    const { originalSize } = document.files![one.number - 1]!;
    const guess = { ...one, joinedSha256: document.baseSha256, originalSize, mediaKind: 'pdf' };
    for (const [index, part] of parts.entries()) {
      const confirmed = await confirmedBy(part, guess);
      if (index + 1 === one.number) expect(confirmed).not.toEqual([]);
      else expect(confirmed).toEqual([]);
    }
  }
});

test('files whose actions contain the unsalted hash of the joined file are still verified', async () => {
  const record = signedFiles(undefined, { old: true });
  const { parts: old } = await sealedFiles({ key, at, record });
  for (const part of old) expect(await codesOf(part)).toEqual({ verdict: 'genuine', codes: [] });
  const lie = (evidence: Record<string, unknown>) => (evidence['signedSha256'] = OPEN);
  const { parts: forged } = await sealedFiles({ key, at, record, lie });
  expect((await codesOf(forged[0]!)).codes).toContain('other-base');
});

test('a set is complete, or its missing, repeated, mixed and changed files are named', async () => {
  const [one, two, three] = parts as [Uint8Array, Uint8Array, Uint8Array];
  const compared = async (...files: Uint8Array[]) => {
    const given = await Promise.all(
      files.map(async (file, index) => ({ name: `${index}`, report: await judge(file) })),
    );
    const { complete, missing, problems } = compareSet(given)!;
    return { complete, missing, problems: problems.map(({ code, name }) => `${code} ${name}`) };
  };
  expect(await compared(three, one, two)).toEqual({ complete: true, missing: [], problems: [] });
  expect(await compared(whole)).toMatchObject({ complete: true });
  expect(await compared(whole, two)).toMatchObject({ complete: true });
  expect(await compared(one, three)).toEqual({ complete: false, missing: [2], problems: [] });
  const mixed = await compared(one, other[1]!, three);
  expect(mixed).toEqual({ complete: false, missing: [2], problems: ['set-mixed 1'] });
  expect(await compared(one, one, two, three)).toMatchObject({ problems: ['set-twice 1'] });
  const changed = Uint8Array.from(two);
  changed[changed.length - 30_000]! ^= 1;
  expect(await compared(one, changed, three)).toMatchObject({
    missing: [2],
    problems: ['set-not-vouched 1'],
  });
  expect(
    compareSet([
      { name: 'lease', report: { verdict: 'genuine', sealedSha256: undefined, story: undefined } },
    ]),
  ).toBeUndefined();
});

type Evidence = Record<string, unknown> & {
  file: Record<string, unknown>;
  files: string[];
  fields: Record<string, unknown>[];
  events: { body: string; values: { name: string; value: string }[] }[];
};

const OPEN = 'e'.repeat(64);

/** An operator with the key puts an untrue statement into the first file. */
const lies: [string, string, (evidence: Evidence) => void][] = [
  ['a different number', 'file-place-differs', (own) => (own['number'] = 2)],
  ['a smaller set', 'file-place-differs', ({ files }) => files.pop()],
  ['swapped files', 'file-place-differs', ({ files }) => files.reverse()],
  ['a different title', 'file-place-differs', ({ file }) => (file['title'] = 'Order')],
  ['a different prepared file', 'file-place-differs', ({ file }) => (file['baseSha256'] = 'a'.repeat(64))],
  ['a different salt', 'file-place-differs', (own) => (own['salt'] = 'b'.repeat(64))],
  ['a different document', 'event-of-other-document', (own) => (own['documentId'] = 'c')],
  ['a different agreement', 'agreement-differs', (own) => (own['agreementSha256'] = 'd'.repeat(64))],
  [
    'the unsalted hash of a file',
    'other-base',
    (own) => Object.assign(own, { version: 1, signedSha256: OPEN }),
  ],
  ['a different value', 'field-differs', ({ fields }) => (fields[0]!['value'] = 'Harbour Lane 8')],
  ['a field on a different page', 'field-differs', ({ fields }) => (fields[0]!['page'] = 3)],
  ['a different name', 'value-differs', ({ events }) => (events.at(-2)!.values[0]!.value = 'Mallory')],
  ['a trail without its end', 'ending-differs', ({ events }) => events.pop()],
  ['a missing event', 'event-misplaced', ({ events }) => events.splice(1, 1)],
  ['an additional property', 'evidence-form', (own) => (own['note'] = 'All is well')],
  ['no list of files', 'evidence-form', (own) => (own.files = [])],
];

test.each(lies)('an operator’s false statement is detected: %s', async (_, code, harm) => {
  const lie = (evidence: Record<string, unknown>, number: number) => {
    if (number === 1) harm(evidence as Evidence);
  };
  const { parts: forged } = await sealedFiles({ key, at, lie });
  const { verdict, codes } = await codesOf(forged[0]!);
  expect([verdict, codes]).toEqual(['contradicts', expect.arrayContaining([code])]);
});

/** Returns all text of a file: its pages, its evidence and its metadata, such as a title in UTF-16. */
async function everythingIn(pdf: Uint8Array): Promise<string> {
  const evidence = Buffer.from(readAttachment(pdf, 'file-evidence.json') ?? []).toString('utf8');
  const details = Buffer.from(pdf).toString('latin1').replaceAll('\0', '');
  return [await readAloud(pdf), evidence, details].join('\n');
}
