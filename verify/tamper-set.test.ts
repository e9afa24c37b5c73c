import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { writeTrustedKeys, type TrustedLogKey } from '#core/log/trusted-keys.ts';
import { sealedLease } from '#testing/documents/sealed-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { makeForgedTokens } from '#testing/pki/forge-tokens.ts';
import { reencodeSeal, withToken } from '#testing/pki/respell-seal.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { makeTimestampAuthority } from '#testing/pki/timestamp-authority.ts';
import type { Lie, Tampering } from '#testing/tamper/tampering.ts';
import { tamperings } from '#testing/tamper/tamperings.ts';
import { logProof } from '#testing/tamper/with-key.ts';
import { writeVerifyCommand } from '#testing/verify-command.ts';
import { verifyFile } from './verify-file.ts';

const at = Date.UTC(2026, 10, 20, 13, 30, 0);
/** `npm test` tries a few alterations of each kind, and the long run tries all. */
const tried = longRun
  ? tamperings
  : tamperings.filter(({ family }, index) => index % 12 === 0 || family === 'log');

let key: TestSealer;
let sealed: Uint8Array;
/** The log started later, so files without a proof are complete. */
let logKeys: TrustedLogKey[];
beforeAll(async () => {
  key = await makeSealChain();
  sealed = await sealedLease({ key, at, tokenBytes: 2000, logProofs: [await logProof()] });
  const { log } = await verifyFile(sealed, { roots: [key.root], now: at });
  logKeys = [{ key: log!.key, since: at + 1 }];
});

/** Findings that do not indicate an alteration. */
const aboutTheLog = new Set<string>(['log-not-checked', 'log-unknown']);

const judge = (bytes: Uint8Array) => verifyFile(bytes, { roots: [key.root], logKeys, now: at });
const sealAgain = (lie: Lie): Promise<Uint8Array> => sealedLease({ key, at, ...lie });

/** Returns how an alteration went undetected, or undefined if it was detected and named. */
async function slipped({ family, name, make }: Tampering): Promise<string | undefined> {
  const file = await make({ sealed, sealAgain });
  const { verdict, checks } = await judge(file);
  const isNamed =
    verdict === 'not-a-pdf' ||
    checks.some(({ findings }) => findings.some(({ code }) => !aboutTheLog.has(code)));
  if (Buffer.from(file).equals(Buffer.from(sealed))) return `${family}: ${name} changes nothing`;
  if (/^(changed|contradicts|no-seal|not-a-pdf)$/.test(verdict) && isNamed) return undefined;
  return `${family}: ${name} is ${verdict}`;
}

test('an unmodified file raises no alarm, with and without a log proof', async () => {
  for (const file of [sealed, await sealedLease({ key, at })]) {
    const { verdict, checks } = await judge(file);
    expect(verdict).toBe('genuine');
    expect(checks.flatMap(({ findings }) => findings)).toEqual([]);
  }
});

test('more than 370 alterations of a file, its evidence or its trail are each detected and named', async () => {
  expect(new Set(tamperings.map(({ family, name }) => `${family}: ${name}`)).size).toBe(tamperings.length);
  expect(tamperings.length).toBeGreaterThan(370);
  const slips: string[] = [];
  for (const tampering of tried) {
    const slip = await slipped(tampering);
    if (slip !== undefined) slips.push(slip);
  }
  expect(slips).toEqual([]);
}, 300_000);

if (longRun)
  test('a forged timestamp or one from another file is detected and named', async () => {
    const authority = await makeTimestampAuthority();
    const bare = await sealedLease({ key, at, tokenBytes: 8000 });
    let signature = new Uint8Array();
    reencodeSeal(bare, (parts) => ((signature = Uint8Array.from(parts.signature)), {}));
    const forged = await makeForgedTokens(authority, signature, at);
    for (const { name, token, problem } of forged) {
      const { verdict, checks } = await judge(withToken(bare, token));
      const codes = checks.flatMap(({ findings }) => findings.map(({ code }) => code));
      expect({ name, verdict, codes }).toEqual({
        name,
        verdict: 'changed',
        codes: expect.arrayContaining([problem]),
      });
    }
  });

if (longRun)
  test('the command gives the same result as the library for every third alteration', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tampered-'));
    const path = (name: string) => join(folder, name);
    await writeVerifyCommand(folder);
    writeFileSync(path('root.pem'), key.rootPem);
    writeFileSync(path('log-keys.txt'), writeTrustedKeys(logKeys));
    const given = [
      'countersign-verify.mjs',
      'file.pdf',
      '--root',
      'root.pem',
      '--log-key',
      'log-keys.txt',
      '--json',
    ];
    const unlike: string[] = [];
    for (const { family, name, make } of tamperings.filter((_, at) => at % 3 === 0)) {
      const file = await make({ sealed, sealAgain });
      writeFileSync(path('file.pdf'), file);
      const { code, stdout } = await promisify(execFile)(process.execPath, given, { cwd: folder }).then(
        (done) => ({ code: 0, ...done }),
        (error: { code: number; stdout: string }) => error,
      );
      const reported = JSON.parse(stdout) as unknown;
      const same = JSON.stringify(reported) === JSON.stringify(await judge(file));
      if (code !== 1 || !same) unlike.push(`${family}: ${name}`);
    }
    rmSync(folder, { recursive: true });
    expect(unlike).toEqual([]);
  }, 600_000);
