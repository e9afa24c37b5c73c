import { beforeAll, expect, test } from 'vitest';
import { sealedLease } from '#testing/documents/sealed-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { makeForgedTokens } from '#testing/pki/forge-tokens.ts';
import { respellSeal, withToken } from '#testing/pki/respell-seal.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { makeTimestampAuthority } from '#testing/pki/timestamp-authority.ts';
import type { Lie, Tampering } from '#testing/tamper/tampering.ts';
import { logProof, withKey } from '#testing/tamper/with-key.ts';
import { withoutKey } from '#testing/tamper/without-key.ts';
import { verifyFile } from './verify-file.ts';

const at = Date.UTC(2026, 10, 20, 13, 30, 0);
const all = [...withoutKey, ...withKey];
/** Of each family a few in `npm test`, all of them in the long run. */
const tried = longRun ? all : all.filter(({ family }, index) => index % 9 === 0 || family === 'log');

let key: TestSealer;
let sealed: Uint8Array;
beforeAll(async () => {
  key = await makeSealChain();
  sealed = await sealedLease({ key, at, tokenBytes: 2000, logProofs: [await logProof()] });
});

const judge = (bytes: Uint8Array) => verifyFile(bytes, { roots: [key.root], now: at });
const sealAgain = (lie: Lie): Promise<Uint8Array> => sealedLease({ key, at, ...lie });

/** How a tampering slipped through; undefined where it was found, and named. */
async function slipped({ family, name, make }: Tampering): Promise<string | undefined> {
  const file = await make({ sealed, sealAgain });
  const { verdict, checks } = await judge(file);
  const isNamed = verdict === 'not-a-pdf' || checks.some(({ findings }) => findings.length > 0);
  if (Buffer.from(file).equals(Buffer.from(sealed))) return `${family}: ${name} changes nothing`;
  if (/^(changed|contradicts|no-seal|not-a-pdf)$/.test(verdict) && isNamed) return undefined;
  return `${family}: ${name} is ${verdict}`;
}

test('an untouched file raises no alarm, with a proof of the log and without', async () => {
  for (const file of [sealed, await sealedLease({ key, at })]) {
    const { verdict, checks } = await judge(file);
    expect(verdict).toBe('genuine');
    expect(checks.flatMap(({ findings }) => findings)).toEqual([]);
  }
});

test('more than 150 ways to alter a file, its evidence or its trail are each found and named', async () => {
  expect(new Set(all.map(({ family, name }) => `${family}: ${name}`)).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(250);
  const slips: string[] = [];
  for (const tampering of tried) {
    const slip = await slipped(tampering);
    if (slip !== undefined) slips.push(slip);
  }
  expect(slips).toEqual([]);
});

if (longRun)
  test('a forged or foreign timestamp is found and named', async () => {
    const authority = await makeTimestampAuthority();
    const bare = await sealedLease({ key, at, tokenBytes: 8000 });
    let signature = new Uint8Array();
    respellSeal(bare, (parts) => ((signature = Uint8Array.from(parts.signature)), {}));
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
