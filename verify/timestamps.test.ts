import { execFile } from 'node:child_process';
import { createHash, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dict, textString } from '#pdf/objects/objects.ts';
import { issueCrl } from '#pdf/sign/issue-crl.ts';
import { augmentSeal } from '#pdf/sign/augment-seal.ts';
import { appendRevision } from '#pdf/stamp/append-revision.ts';
import { sealedLease } from '#testing/documents/sealed-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { makeForgedTokens, type ForgedToken } from '#testing/pki/forge-tokens.ts';
import { saveTimestampToken } from '#testing/pki/keep-token.ts';
import { reencodeSeal, withToken } from '#testing/pki/respell-seal.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { makeTimestampAuthority, type TestAuthority } from '#testing/pki/timestamp-authority.ts';
import { writeVerifyCommand } from '#testing/verify-command.ts';
import { verifyFile } from './verify-file.ts';

const at = Date.UTC(2026, 10, 22, 18, 0);
const checkMjs = readFileSync('docs/check.mjs', 'utf8');
let folder = '';
let key: TestSealer;
let authority: TestAuthority;
let bare: Uint8Array;
let stamped: Uint8Array;
let forged: ForgedToken[];

/** Creates a folder that contains only the command, the published script, two roots and a file. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timestamps-'));
  await writeVerifyCommand(folder);
  [key, authority] = [await makeSealChain(), await makeTimestampAuthority()];
  bare = await sealedLease({ key, at, tokenBytes: 4000 });
  stamped = withToken(bare, await saveTimestampToken(authority, signatureOf(bare), at + 1000));
  forged = await makeForgedTokens(authority, signatureOf(bare), at);
  writeFileSync(join(folder, 'check.mjs'), checkMjs);
  writeFileSync(join(folder, 'root.pem'), key.rootPem);
  writeFileSync(join(folder, 'time.pem'), authority.rootPem);
});
afterAll(() => rmSync(folder, { recursive: true }));

function signatureOf(sealed: Uint8Array): Uint8Array {
  let result = new Uint8Array();
  reencodeSeal(sealed, ({ signature }) => ((result = Uint8Array.from(signature)), {}));
  return result;
}

const judge = (bytes: Uint8Array, timestampRoots = [authority.root], now = at) =>
  verifyFile(bytes, { roots: [key.root], timestampRoots, now });

async function outside(bytes: Uint8Array): Promise<{ command: string; exit: number; script: string }> {
  writeFileSync(join(folder, 'file.pdf'), bytes);
  const [command, script] = await Promise.all([
    runNode('countersign-verify.mjs', 'file.pdf', '--root', 'root.pem', '--timestamp-root', 'time.pem'),
    runNode('check.mjs', 'file.pdf', 'root.pem'),
  ]);
  return { command: command.output, exit: command.exit, script: script.output };
}

async function runNode(...given: string[]): Promise<{ exit: number; output: string }> {
  return promisify(execFile)(process.execPath, given, { cwd: folder }).then(
    ({ stdout }) => ({ exit: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      exit: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

describe('seals with a timestamp', () => {
  test('the page, the command and the published script report the authority and level B-T', async () => {
    const report = await judge(stamped);
    expect(report).toMatchObject({ verdict: 'genuine', seal: { level: 'B-T' } });
    expect(report.checks.find(({ name }) => name === 'timestamps')?.result).toBe('holds');
    const { command, exit, script } = await outside(stamped);
    expect(exit).toBe(0);
    expect(command).toContain('PAdES B-T');
    expect(command).toMatch(/6:00:01.PM UTC, by O=Harbour Time, CN=Harbour Time Clock/);
    expect(script).toContain('genuine');
    expect(script).toContain('Time: 2026-11-22T18:00:01.000Z, confirmed by O=Harbour Time');
  });

  test('a timestamp from an unknown authority does not affect the seal', async () => {
    const report = await judge(stamped, []);
    expect(report).toMatchObject({ verdict: 'genuine', seal: { level: 'B-B' } });
    expect(report.checks.find(({ name }) => name === 'timestamps')).toMatchObject({
      result: 'unknown',
      findings: [{ code: 'timestamp-authority-unknown', name: 'O=Harbour Time, CN=Harbour Time Clock' }],
    });
  });

  test('after the seal certificate expires, the timestamp proves that the seal is older, until the timestamp expires too', async () => {
    const short = await makeSealChain({ notAfter: Date.UTC(2028, 0, 1) });
    const file = await sealedLease({ key: short, at, tokenBytes: 4000 });
    const timed = withToken(file, await saveTimestampToken(authority, signatureOf(file), at + 1000));
    const sub = async (bytes: Uint8Array, timestampRoots: Uint8Array[], now: number) =>
      (await verifyFile(bytes, { roots: [short.root], timestampRoots, now })).indication?.sub;
    const [later, last] = [Date.UTC(2031, 0, 1), Date.UTC(2046, 0, 1)];
    expect(await sub(file, [authority.root], later)).toBe('OUT_OF_BOUNDS_NO_POE');
    expect(await sub(timed, [authority.root], later)).toBe('TRY_LATER');
    expect(await sub(timed, [], later)).toBe('OUT_OF_BOUNDS_NO_POE');
    expect(await sub(timed, [authority.root], last)).toBe('OUT_OF_BOUNDS_NO_POE');
  });
});

describe('sealed files with long-term validation data added later', () => {
  const behind = async (
    pdf: Uint8Array,
    when: number,
    crls: readonly Uint8Array[] = [],
  ): Promise<Uint8Array> => {
    const timestamps = {
      tokenBytes: 1200,
      stamp: (bytes: Uint8Array) => saveTimestampToken(authority, bytes, when),
    };
    const revision = await augmentSeal({ pdf, certificates: [], crls, timestamps });
    return Buffer.concat([pdf, revision!]);
  };
  const life = { thisUpdate: at, nextUpdate: at + 7 * 86_400_000 };
  const listOf = ({ root, rootKey }: { root: Uint8Array; rootKey: KeyObject }) =>
    issueCrl({ issuer: root, issuerKey: rootKey, ...life });

  test('the file is genuine and keeps its content and emailed hash, in the command and the script too', async () => {
    const lists = [await listOf(key), await listOf(authority)];
    const file = await behind(await behind(bare, at + 60_000, lists), at + 86_400_000, lists);
    const report = await judge(file);
    expect(report).toMatchObject({
      verdict: 'genuine',
      augmented: true,
      bytesAfter: 0,
      sealedSha256: createHash('sha256').update(bare).digest('hex'),
      seal: { level: 'B-LTA' },
      indication: { status: 'TOTAL-PASSED' },
      story: { parties: [{ name: 'Grace Lindqvist' }] },
    });
    const { command, exit, script } = await outside(file);
    expect(exit).toBe(0);
    expect(command).toContain('The only additions after the sealed file are later timestamps');
    expect(script).toMatch(/^genuine/);
    expect(script.match(/^Time: /gm)).toHaveLength(2);
  });

  test('a different appended part is reported as a change (the long run checks all variants)', async () => {
    const file = await behind(bare, at + 60_000);
    const text = Buffer.from(file).toString('latin1');
    const twice = await behind(file, at + 120_000);
    const [first, second] = [file.subarray(bare.length), twice.subarray(file.length)];
    const stranger = await sealedLease({ key, at: at + 1000, tokenBytes: 4000 });
    const noted = appendRevision(bare, new Map([[4, dict({ Title: textString('Other') })]]));
    const harmed = [
      Buffer.concat([file, Buffer.from('\n')]),
      Buffer.from(text.replace('/F 130', '/F 132'), 'latin1'),
      appendRevision(file, new Map([[4, dict({ Title: textString('Other') })]])),
      await behind(noted, at + 60_000),
      // Timestamps from a different file, only the second one, both in reverse order, and the first one twice.
      Buffer.concat([stranger, first]),
      Buffer.concat([bare, second]),
      Buffer.concat([bare, second, first]),
      Buffer.concat([file, first]),
      await behind(bare, at - 86_400_000),
      await behind(bare, at + 60_000, [Buffer.from('<script>')]),
      await behind(bare, at + 60_000, [await listOf(await makeSealChain())]),
    ];
    for (const [index, bytes] of harmed.entries()) {
      expect((await judge(bytes)).verdict).toBe('changed');
      if (!longRun && index % 4 !== 0) continue;
      const { exit, script } = await outside(bytes);
      expect({ exit, script: script.slice(0, 11) }).toEqual({ exit: 1, script: 'NOT GENUINE' });
    }
  });
});

describe('forged or copied timestamp tokens', () => {
  test('the library rejects each token, and in the long run so do the command and the script', async () => {
    const cases = longRun ? forged : forged.filter((_, index) => index % 6 === 0);
    for (const { name, token, problem } of forged) {
      const { verdict, checks } = await judge(withToken(bare, token));
      const codes = checks.flatMap(({ findings }) => findings.map(({ code }) => code));
      expect({ name, verdict, codes }).toEqual({
        name,
        verdict: 'changed',
        codes: expect.arrayContaining([problem]),
      });
    }
    for (const { name, token } of cases) {
      const { exit, script } = await outside(withToken(bare, token));
      expect({ name, exit, script: script.slice(0, 11) }).toEqual({ name, exit: 1, script: 'NOT GENUINE' });
    }
  });
});
