import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachedFileText } from '#core/field/attached-file.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import { inkSha256 } from '#pdf/image/ink.ts';
import { packInk, unpackInk } from '#pdf/image/packed-ink.ts';
import { packPicture, writePictureFile } from '#pdf/image/packed-picture.ts';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { evidenceFile } from '#server/evidence/certificate/evidence.ts';
import { sha256 } from '#server/foundation/crypto/sha256.ts';
import {
  joined,
  flip,
  flipStream,
  addNote,
  replaceText,
  retitle,
  signAgain,
  otherS,
  rewrite,
} from '#testing/documents/harm-sealed.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { leaseEvidence, sealedLease, type LeaseEvidence } from '#testing/documents/sealed-lease.ts';
import { address, signedLease, signedRecord } from '#testing/documents/signed-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { reencodeSeal } from '#testing/pki/respell-seal.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import type { Lie as Lying } from '#testing/tamper/tampering.ts';
import { withKeyAndFile } from '#testing/tamper/with-key-and-file.ts';
import { writeVerifyCommand } from '#testing/verify-command.ts';
import type { Finding, Report, Verdict } from './report.ts';
import { verifyFile } from './verify-file.ts';

const at = Date.UTC(2026, 10, 20, 13, 30, 0);
const checkMjs = readFileSync('docs/check.mjs', 'utf8');
let folder = '';
let key: TestSealer;
let mallory: TestSealer;
let sealed: Uint8Array;

/**
 * Creates a folder that contains only the command, the published script and a file, without node_modules above
 * it.
 */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  await writeVerifyCommand(folder);
  [key, mallory] = [await makeSealChain(), await makeSealChain({ organization: 'Quill' })];
  sealed = await sealedLease({ key, at });
  writeFileSync(join(folder, 'check.mjs'), checkMjs);
  writeFileSync(join(folder, 'root.pem'), key.rootPem);
});
afterAll(() => rmSync(folder, { recursive: true }));

const picture = packPicture({ width: 2, height: 2, rgba: new Uint8Array(16) });
const uploaded = attachedFileText({
  ...{ name: 'image.png', mediaType: 'image/png', size: 9, sha256: 'a'.repeat(64), width: 2, height: 2 },
});

/** A log that started later, so that no file here needs to be in it. */
const logKeys = [{ key: `harbour.example/log/1+0a1b2c3d+${'AQID'.repeat(11)}`, since: at + 1 }];
const judge = (bytes: Uint8Array, roots = [key.root]) => verifyFile(bytes, { roots, logKeys, now: at });
const findings = ({ checks }: Report): Finding[] => checks.flatMap((check) => check.findings);
const codes = (report: Report): string[] => findings(report).map(({ code }) => code);
const failing = ({ checks }: Report) =>
  checks.filter(({ result }) => result === 'fails').map(({ name }) => name);

/** Runs the command and the published script on the same bytes, in that folder and without network access. */
async function judgeOutside(bytes: Uint8Array): Promise<{ exit: number; output: string; script: string }> {
  writeFileSync(join(folder, 'file.pdf'), bytes);
  const [command, script] = await Promise.all([
    runNode('countersign-verify.mjs', 'file.pdf', '--root', 'root.pem'),
    runNode('check.mjs', 'file.pdf', 'root.pem'),
  ]);
  return {
    exit: command.exit,
    output: command.output,
    script: script.exit === 0 ? 'genuine' : 'not genuine',
  };
}

let harmedFiles = 0;

/** Running the command and the script requires two processes, so `npm test` runs them on every fourth file. */
async function expectRejectedOutside(harmed: Uint8Array): Promise<void> {
  harmedFiles += 1;
  if (!longRun && harmedFiles % 4 !== 1) return;
  expect(await judgeOutside(harmed)).toMatchObject({ exit: 1, script: 'not genuine' });
}

async function runNode(...given: string[]): Promise<{ exit: number; output: string }> {
  const run = promisify(execFile)(process.execPath, given, { cwd: folder });
  return run.then(
    ({ stdout }) => ({ exit: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      exit: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

describe('unmodified files', () => {
  test.each(['P-256', 'P-384', 'RSA-2048'] as const)(
    'a file sealed with %s raises no alarm',
    async (kind) => {
      const own = await makeSealChain({ key: kind, intermediate: true });
      const report = await judge(await sealedLease({ key: own, at }), [own.root]);
      expect(report).toMatchObject({
        verdict: 'genuine',
        indication: { status: 'INDETERMINATE', sub: 'TRY_LATER' },
      });
      expect(findings(report)).toEqual([]);
    },
  );

  test('the command and the published script report an unmodified file as genuine and show who signed', async () => {
    const { exit, output, script } = await judgeOutside(sealed);
    expect({ exit, script }).toEqual({ exit: 0, script: 'genuine' });
    expect(output).toMatch(/^Genuine: sealed by Harbour and not changed since\./);
    expect(output).toContain('Grace Lindqvist <grace@harbour.example>');
    expect(output).toContain('Signed on Mar 2, 2026, 9:04:00 AM UTC');
    expect(output).toContain('Identified by: link in their email');
    expect(output, 'no passkey was used').not.toContain('Passkeys');
  });

  test('a file is accepted if its signer drew initials that no field uses', async () => {
    const evidence = leaseEvidence();
    const initials = { initialsInkSha256: 'a'.repeat(64), inkSha256: null };
    rewrite(evidence, 'document_signed', (data) => ({ ...data, ...initials }));
    const file = await sealedLease({ key, at, evidence });
    expect(findings(await judge(file))).toEqual([]);
    expect(await judgeOutside(file)).toMatchObject({ exit: 0, script: 'genuine' });
  });

  test('a file under an unknown root is not trusted, and the root’s fingerprint is shown', async () => {
    const report = await judge(sealed, []);
    expect(report).toMatchObject({
      verdict: 'unknown-root',
      indication: { sub: 'NO_CERTIFICATE_CHAIN_FOUND' },
    });
    expect(report.seal?.certificates.at(-1)?.sha256).toBe(sha256(key.root));
    writeFileSync(join(folder, 'file.pdf'), sealed);
    expect(await runNode('countersign-verify.mjs', 'file.pdf')).toMatchObject({ exit: 2 });
  });

  test('a file from Mallory’s own installation is not mistaken for one of this installation', async () => {
    const report = await judge(await sealedLease({ key: mallory, at }));
    expect(report).toMatchObject({ verdict: 'unknown-root' });
    expect((await judgeOutside(await sealedLease({ key: mallory, at }))).exit).toBe(2);
  });

  test('a file with an expired certificate is reported as such, and as unchanged', async () => {
    const own = await makeSealChain({ notAfter: at + 1000 });
    const report = await verifyFile(await sealedLease({ key: own, at }), {
      roots: [own.root],
      now: at + 2000,
    });
    expect(report).toMatchObject({ verdict: 'genuine', indication: { sub: 'OUT_OF_BOUNDS_NO_POE' } });
  });

  test('a file that was sealed outside its certificate’s validity period is not trusted, even under a known root', async () => {
    const own = await makeSealChain({ notAfter: at - 1000 });
    const report = await judge(await sealedLease({ key: own, at }), [own.root]);
    expect(report).toMatchObject({
      verdict: 'unknown-root',
      indication: { sub: 'CHAIN_CONSTRAINTS_FAILURE' },
    });
    expect(codes(report)).toEqual(['root-not-for-this']);
  });
});

type Harm = [string, (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>, Verdict, string[], number[]?];

describe('attacks by Mallory without a key', () => {
  test.for<Harm>([
    ['cannot add a line after the end', (bytes) => joined(bytes, 'x\n'), 'changed', ['loose-bytes']],
    ['cannot add a note to page 1', addNote, 'changed', ['notes-added', 'pages-changed'], [1]],
    ['cannot change the text on page 1', replaceText, 'changed', ['pages-changed'], [1]],
    ['cannot change the title of the file', retitle, 'changed', ['title-changed']],
    ['cannot sign it again', signAgain, 'changed', ['signed-again']],
    [
      'cannot flip a byte of the lease',
      (bytes) => flip(bytes, 'Lease'),
      'changed',
      ['digest-differs', 'base-differs'],
    ],
    [
      'cannot flip a byte of the evidence',
      (bytes) => flipStream(bytes, 'EmbeddedFile'),
      'changed',
      ['digest-differs'],
    ],
    [
      'cannot change the time of the seal',
      (bytes) => flip(bytes, '/M (D:2026'),
      'changed',
      ['digest-differs'],
    ],
    ['cannot remove the end', (bytes) => bytes.subarray(0, -200), 'changed', ['structure-unreadable']],
    [
      'cannot truncate the file in the middle',
      (bytes) => bytes.subarray(0, sampleLease(1).length - 9),
      'no-seal',
      ['no-seal'],
    ],
    ['cannot revert the file to the base', () => sampleLease(1), 'no-seal', ['no-seal']],
    [
      'cannot write the signature in lowercase',
      (bytes) =>
        reencodeSeal(
          bytes,
          () => ({}),
          (hex) => hex.toLowerCase(),
        ),
      'changed',
      ['contents-form'],
    ],
    ['cannot use the alternative ECDSA signature', otherS, 'changed', ['signature-spelling']],
    [
      'cannot add an unverified timestamp',
      async () => reencodeSeal(await sealedLease({ key, at, tokenBytes: 200 }), withUnsigned),
      'changed',
      ['unsigned-attributes'],
    ],
    ['cannot pass off a text file', () => Buffer.from('Genuine, I swear.'), 'not-a-pdf', []],
    ['cannot pass off an empty file', () => new Uint8Array(), 'not-a-pdf', []],
  ])('%s', async ([, harm, verdict, expected, pages]) => {
    const harmed = await harm(sealed);
    const report = await judge(harmed);
    expect(report.verdict).toBe(verdict);
    expect(codes(report)).toEqual(expect.arrayContaining(expected));
    if (pages) expect(findings(report).flatMap((finding) => finding.pages ?? [])).toEqual(pages);
    const byServer = await verifyPdf(harmed, { roots: [key.root] });
    expect(byServer.verdict).not.toMatch(/sealed-unchanged|sealed-by-unknown/);
    await expectRejectedOutside(harmed);
  });
});

const withUnsigned = () => ({ unsigned: [Uint8Array.of(0x30, 0)] });

/** Writes other text at the last occurrence of `written` and corrects the positions after it. */
function respelled(composed: Uint8Array, written: string, other: string): Uint8Array {
  const text = Buffer.from(composed).toString('latin1');
  const place = text.lastIndexOf(written);
  if (place < 0) throw new Error(`${written} is not in the file`);
  const longer = other.length - written.length;
  const table = text.lastIndexOf('\nxref\n');
  const moved = (digits: string): string => {
    const offset = Number(digits);
    return String(offset > place ? offset + longer : offset).padStart(digits.length, '0');
  };
  const rest = text
    .slice(table)
    .replaceAll(/(\d{10})(?= \d{5} n)/g, moved)
    .replace(/(?<=startxref\n)\d+/, moved);
  const body = text.slice(0, place) + other + text.slice(place + written.length, table);
  return Buffer.from(body + rest, 'latin1');
}

type Lie = [string, (all: LeaseEvidence) => unknown, string[]];

describe('attacks by Mallory with the seal key', () => {
  /** The seal is valid, so only comparing the evidence with itself and with the file can reveal the lie. */
  test.for<Lie>([
    [
      'cannot edit an event',
      (all) => (all.events[3]!.body = all.events[3]!.body.replace('typed', 'drawn')),
      ['event-altered'],
    ],
    ['cannot remove an event', (all) => all.events.splice(1, 1), ['event-misplaced']],
    [
      'cannot reorder events',
      (all) => all.events.push(...all.events.splice(1, 1)),
      ['event-misplaced', 'head-differs'],
    ],
    ['cannot truncate the trail', (all) => all.events.pop(), ['head-differs']],
    [
      'cannot remove the opened event, even with a repaired chain',
      (all) => rewrite(all, 'document_opened'),
      ['acted-without-opening'],
    ],
    [
      'cannot remove the consent, even with a repaired chain',
      (all) => rewrite(all, 'consent_given'),
      ['acted-without-consent'],
    ],
    ['cannot withhold a name', (all) => all.events[3]!.values.splice(0, 1), ['value-missing']],
    [
      'cannot remove the signature, even with a repaired chain',
      (all) => rewrite(all, 'document_signed'),
      ['part-missing'],
    ],
    ['cannot change a value', (all) => (all.events[2]!.values[0]!.value = 'Mallory'), ['value-differs']],
    ['cannot lengthen a salt', (all) => (all.events[0]!.values[0]!.salt += '0'), ['value-form']],
    [
      'cannot attach the evidence to another document',
      (all) => (all.document.id = 'other'),
      ['event-of-other-document'],
    ],
    [
      'cannot name a missing drawn signature',
      (all) => rewrite(all, 'document_signed', (data) => ({ ...data, inkSha256: 'a'.repeat(64) })),
      ['drawing-missing'],
    ],
    [
      'cannot change the typeface',
      (all) => rewrite(all, 'document_signed', (data) => ({ ...data, typeface: 'great-vibes' })),
      ['typeface-stray'],
    ],
    [
      'cannot name an uploaded picture that is missing',
      (all) => Object.assign(all.fields[0]!, { type: 'image', value: uploaded }),
      ['picture-missing'],
    ],
    ['cannot change a field', (all) => (all.fields[0]!.value = 'Elsewhere 1'), ['field-differs']],
    ['cannot move a field', (all) => (all.fields[0]!.y = 100), ['agreement-differs']],
    ['cannot change the title', (all) => (all.document.title = 'Sale'), ['title-differs']],
    [
      'cannot name a different base file',
      (all) => (all.document.baseSha256 = 'f'.repeat(64)),
      ['base-differs', 'other-base'],
    ],
    ['cannot rename the signer', (all) => (all.recipients[0]!.name = 'Mallory Quill'), ['agreement-differs']],
    [
      'cannot change the disclosure',
      (all) => (all.disclosures[0]!.text += ' You owe me.'),
      ['disclosure-differs'],
    ],
    [
      'cannot add a disclosure',
      (all) => all.disclosures.push({ ...all.disclosures[0]!, language: 'de' }),
      ['disclosure-stray'],
    ],
    ['cannot omit the agreement', (all) => (all.agreement = null), ['agreement-missing']],
    ['cannot add a property', (all) => Object.assign(all, { note: 'All is well' }), ['evidence-form']],
    ['cannot name a future version', (all) => Object.assign(all, { version: 9 }), ['evidence-newer']],
  ])('%s', async ([, harm, expected]) => {
    const evidence = leaseEvidence();
    harm(evidence);
    const harmed = await sealedLease({ key, at, evidence, reason: 'Sealed' });
    const report = await judge(harmed);
    expect(report.verdict).toBe('contradicts');
    expect(codes(report)).toEqual(expect.arrayContaining(expected));
    await expectRejectedOutside(harmed);
  });

  test('Mallory cannot append a page or evidence', async () => {
    const ways = withKeyAndFile.filter(({ family }) => family === 'two truths');
    const sealAgain = (lie: Lying) => sealedLease({ key, at, ...lie });
    for (const [index, { name, make }] of ways.entries()) {
      const harmed = await make({ sealed, sealAgain });
      expect({ name, verdict: (await judge(harmed)).verdict }).toEqual({ name, verdict: 'contradicts' });
      if (!longRun && index % 8 !== 0) continue;
      expect({ name, ...(await judgeOutside(harmed)) }).toMatchObject({
        name,
        exit: 1,
        script: 'not genuine',
      });
    }
  });

  test('Mallory cannot print a picture that no one uploaded', async () => {
    const place = { page: 0, matrix: [1, 0, 0, 1, 50, 50], width: 40, height: 40 } as const;
    const harmed = await sealedLease({ key, at, stamps: [{ ...place, kind: 'picture', picture }] });
    const report = await judge(harmed);
    expect(report.verdict).toBe('contradicts');
    expect(codes(report)).toEqual(['drawing-stray']);
    await expectRejectedOutside(harmed);
  });

  test('Mallory cannot draw an uploaded picture in a different way', async () => {
    const png = writePictureFile(picture);
    const value = attachedFileText({
      ...{ name: 'image.png', mediaType: 'image/png', size: png.length, sha256: sha256(png) },
      ...{ width: 2, height: 2 },
    });
    const { document } = signedLease();
    const record = signedRecord(document, [{ ...address, type: 'image' }], { [address.id]: value });
    const evidence = Buffer.from(evidenceFile(record).bytes).toString('utf8');
    const place = { page: 0, matrix: [1, 0, 0, 1, 72, 216], width: 40, height: 26 } as const;
    const stamps = [{ ...place, kind: 'picture', picture }] as const;
    const print = (harm: (composed: Uint8Array) => Uint8Array) =>
      sealedLease({ key, at, evidence: JSON.parse(evidence) as LeaseEvidence, stamps, harm });
    const honest = await print((composed) => composed);
    expect(await judge(honest)).toMatchObject({ verdict: 'genuine' });
    expect(await judgeOutside(honest)).toMatchObject({ exit: 0, script: 'genuine' });
    for (const [written, other] of [
      ['/DeviceRGB', '/DeviceRGB /Decode [1 0 1 0 1 0]'],
      ['/DeviceRGB', '[/CalRGB << /WhitePoint [1 1 1] /Gamma [9 9 9] >>]'],
      ['/DeviceRGB', '/DeviceRGB /Mask [0 9 0 9 0 9]'],
      ['/Colors 3', '/Colors 1'],
      ['/Predictor 15', '/Predictor 1'],
    ] as const) {
      const harmed = await print((composed) => respelled(composed, written, other));
      expect({ other, codes: codes(await judge(harmed)) }).toEqual({
        ...{ other, codes: ['picture-missing', 'drawing-stray'] },
      });
      expect({ other, ...(await judgeOutside(harmed)) }).toMatchObject({ exit: 1, script: 'not genuine' });
    }
  });

  test('Mallory cannot print a drawn signature differently from how it was drawn', async () => {
    const ink = packInk({
      width: 8,
      height: 1,
      opacity: Uint8Array.from([0, 90, 255, 255, 255, 255, 90, 0]),
    });
    const evidence = leaseEvidence();
    const hash = inkSha256(unpackInk(ink));
    rewrite(evidence, 'document_signed', (data) => ({ ...data, inkSha256: hash }));
    const stamps = [
      { kind: 'image', page: 0, matrix: [1, 0, 0, 1, 72, 216], width: 40, height: 26, ink },
    ] as const;
    const print = (harm: (composed: Uint8Array) => Uint8Array) =>
      sealedLease({ key, at, evidence, stamps, harm });
    const honest = await print((composed) => composed);
    expect(await judge(honest)).toMatchObject({ verdict: 'genuine' });
    expect(await judgeOutside(honest)).toMatchObject({ exit: 0, script: 'genuine' });
    const bits = (value: number): string => deflateSync(Uint8Array.of(value)).toString('latin1');
    const ways = [
      ['/DeviceGray', '/DeviceGray /Decode [1 0]'],
      ['/DeviceGray', '/DeviceGray /Matte [1 1 1]'],
      ['/DeviceGray', '/DeviceGray /SMask null'],
      ['/DeviceRGB 0 <0F1433>', '/DeviceRGB 0 <FFFFFF>'],
      ['/Indexed /DeviceRGB', '/Indexed /DeviceBGR'],
      ['/BitsPerComponent 1', '/BitsPerComponent 1 /Decode [1 0]'],
      ['/BitsPerComponent 1', '/BitsPerComponent 1 /Mask [0 0]'],
      [bits(0), bits(255)],
    ] as const;
    for (const [index, [written, other]] of ways.entries()) {
      const harmed = await print((composed) => respelled(composed, written, other));
      expect({ other, codes: codes(await judge(harmed)) }).toEqual({
        ...{ other, codes: ['drawing-missing', 'drawing-stray'] },
      });
      if (!longRun && index % 4 !== 0) continue;
      expect({ other, ...(await judgeOutside(harmed)) }).toMatchObject({ exit: 1, script: 'not genuine' });
    }
  });

  test('Mallory cannot print the end of a different trail on the certificate or name it in the seal', async () => {
    const printed = await judge(await sealedLease({ key, at, printed: 'f'.repeat(64) }));
    expect(failing(printed)).toEqual(['certificate']);
    const named = await judge(await sealedLease({ key, at, reason: `Trail ${'f'.repeat(64)}` }));
    expect(codes(named)).toEqual(['seal-names-other-head']);
    expect([printed.verdict, named.verdict]).toEqual(['contradicts', 'contradicts']);
  });

  test('Mallory cannot duplicate a property or use a non-canonical form', async () => {
    const text = canonicalJson(leaseEvidence());
    for (const lie of [
      text.replace('{"agreement"', '{"version":2,"agreement"'),
      text.replace(':', ' :'),
      '[]',
      '{',
    ]) {
      expect(codes(await judge(await sealedLease({ key, at, evidence: lie })))).toContain('evidence-form');
    }
  });
});

test('a file with any single byte flipped or truncated anywhere gets a report and is never genuine', async () => {
  const [many, last] = longRun ? [160, 40] : [25, 6];
  const places = Array.from({ length: many }, (_, index) => Math.floor((index * sealed.length) / many));
  const ends = Array.from({ length: last }, (_, index) => sealed.length - 1 - index * 97);
  for (const place of [...places, ...ends]) {
    const flipped = Uint8Array.from(sealed);
    flipped[place]! ^= 1 << (place % 7);
    expect((await judge(flipped)).verdict, `byte ${place}`).toMatch(/^(changed|no-seal|not-a-pdf)$/);
    const cut = await judge(sealed.subarray(0, place));
    expect(cut.verdict, `cut at ${place}`).toMatch(/^(changed|no-seal|not-a-pdf)$/);
  }
});

test('the command prints its usage and the input that it cannot read', async () => {
  writeFileSync(join(folder, 'file.pdf'), sealed);
  for (const given of [
    [],
    ['file.pdf', 'file.pdf', '--evidence', 'evidence.json'],
    ['file.pdf', '--root'],
    ['file.pdf', '--language', 'xx'],
  ])
    expect(await runNode('countersign-verify.mjs', ...given)).toMatchObject({
      exit: 2,
      output: expect.stringMatching(/^usage: /),
    });
  expect(await runNode('countersign-verify.mjs', 'none.pdf')).toMatchObject({ exit: 2 });
  expect(await runNode('countersign-verify.mjs', 'file.pdf', 'none.pdf')).toMatchObject({ exit: 2 });
  expect(await runNode('countersign-verify.mjs', 'file.pdf', '--root', 'file.pdf')).toMatchObject({
    exit: 2,
  });
  const german = await runNode(
    'countersign-verify.mjs',
    'file.pdf',
    '--root',
    'root.pem',
    '--language',
    'de',
  );
  expect(german.output).toMatch(/^Echt: von Harbour versiegelt/);
});

test('the command compares a separate evidence file with the one in the file', async () => {
  writeFileSync(join(folder, 'file.pdf'), sealed);
  const given = ['countersign-verify.mjs', 'file.pdf', '--root', 'root.pem', '--evidence', 'evidence.json'];
  const evidence = leaseEvidence();
  writeFileSync(join(folder, 'evidence.json'), canonicalJson(evidence));
  expect(await runNode(...given)).toMatchObject({ exit: 0 });
  evidence.recipients[0]!.name = 'Mallory';
  writeFileSync(join(folder, 'evidence.json'), canonicalJson(evidence));
  const { exit, output } = await runNode(...given);
  expect({ exit, output }).toEqual({
    exit: 1,
    output: expect.stringContaining('The separate evidence file doesn’t match'),
  });
});

test('the command is a single file that imports only Node modules and uses no network', () => {
  const text = readFileSync(join(folder, 'countersign-verify.mjs'), 'utf8');
  expect(text.match(/\bfrom ["'][^"']+["']|\bimport\(|\brequire\(/g)).toEqual(['from "node:fs/promises"']);
  expect(text).not.toMatch(/\bfetch\(|XMLHttpRequest|WebSocket/);
});
