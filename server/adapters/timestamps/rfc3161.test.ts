import { beforeAll, describe, expect, test } from 'vitest';
import { opensslTsVerify } from '#testing/judges/openssl-ts.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { makeTimestampAuthority, testPolicy } from '#testing/pki/timestamp-authority.ts';
import type { Lie, TestAuthority } from '#testing/pki/timestamp-authority.ts';
import { openTimestampServer, type Mood, type TimestampServer } from '#testing/servers/timestamp-server.ts';
import { checkTimestamp } from '#pdf/verify/timestamp/check-timestamp.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { openTimestampAuthorities, type AuthorityAddress } from './rfc3161.ts';

const bytes = new TextEncoder().encode('the signature of the seal');
const now = Date.UTC(2026, 10, 22, 18, 0);
const missing = missingTools('openssl');

let authority: TestAuthority;
beforeAll(async () => {
  authority = await makeTimestampAuthority();
});

const open = (addresses: AuthorityAddress[], roots = [authority.root], reports: string[] = []) =>
  openTimestampAuthorities(addresses, roots, {
    clock: () => now,
    report: (problem) => void reports.push(problem.replace(/127\.0\.0\.1:\d+/, 'tsa')),
    limits: { hurryMs: 300, patientMs: 300 },
  });

const server = (of = authority): Promise<TimestampServer> => openTimestampServer(of, () => now);

async function problemOf(token: Uint8Array, about = bytes): Promise<string | undefined> {
  return (await checkTimestamp(token, about, [readCertificate(authority.root)])).problem;
}

describe('an honest authority', () => {
  test.each([
    { key: 'P-256', hash: 256, oldName: false },
    { key: 'P-256', hash: 512, oldName: true },
    { key: 'RSA-2048', hash: 384, oldName: true },
  ] as const)('returns a token that both we and openssl accept: $key, SHA-$hash', async (options) => {
    const own = await makeTimestampAuthority(options);
    const { url } = await server(own);
    const token = await open([{ url, policy: testPolicy }], [own.root]).stamp(bytes, { hurry: true });
    const checked = await checkTimestamp(token!, bytes, [readCertificate(own.root)]);
    expect(checked).toMatchObject({ problem: undefined, timestamp: { at: now }, chain: { trusted: true } });
    if (missing.length === 0) expect(await opensslTsVerify(token!, bytes, own.rootPem, now)).toBe('OK');
  });

  test('rejects a token over other bytes or under an untrusted root', async () => {
    const { url } = await server();
    const token = (await open([{ url }]).stamp(bytes, { hurry: true }))!;
    expect(await problemOf(token, new TextEncoder().encode('other'))).toBe('timestamp-of-other');
    const { problem, chain } = await checkTimestamp(token, bytes, []);
    expect({ problem, trusted: chain?.trusted }).toEqual({ problem: undefined, trusted: false });
  });

  test('the reserved space grows to the longest token received', async () => {
    const { url } = await server();
    const authorities = open([{ url }]);
    const guess = authorities.maxTokenLength();
    const token = await authorities.stamp(bytes, { hurry: true });
    expect(authorities.maxTokenLength()).toBeLessThan(guess);
    expect(authorities.maxTokenLength()).toBeGreaterThan(token!.length);
  });
});

const forgeries: [Lie | Mood, RegExp][] = [
  ['wrong-nonce', /nonce/],
  ['no-nonce', /nonce/],
  ['wrong-hash', /another hash/],
  ['sha1-imprint', /cannot be read/],
  ['wrong-policy', /policy 1\.3\.6\.1\.4\.1\.99999\.2/],
  ['wrong-signature', /timestamp-signature-wrong/],
  ['wrong-message-digest', /timestamp-signature-wrong/],
  ['other-certificate-named', /TSA_ROOTS_FILE/],
  ['no-certificate-named', /cannot be read/],
  ['no-certificate', /TSA_ROOTS_FILE/],
  ['long-ago', /time is far/],
  ['refused', /refused/],
  ['bytes-behind', /cannot be read/],
  ['other-content', /cannot be read/],
  ['two-signers', /cannot be read/],
  ['critical-extension', /cannot be read/],
  ['off', /tsa gave no timestamp/],
  ['silent', /too long/],
  ['redirecting', /redirect/],
  ['endless', /too long/],
  ['web-page', /text\/html/],
  ['no-answer', /cannot be read/],
];

describe('a dishonest or forged authority', () => {
  test.each(forgeries)('%s: the token is not trusted, and the next authority is asked', async (mood, why) => {
    const [liar, honest] = [await server(), await server()];
    liar.be(mood);
    const reports: string[] = [];
    const token = await open(
      [{ url: liar.url, policy: testPolicy }, { url: honest.url }],
      [authority.root],
      reports,
    ).stamp(bytes, { hurry: mood !== 'silent' });
    expect(reports).toEqual([expect.stringMatching(why)]);
    expect(await problemOf(token!)).toBeUndefined();
  });

  test.each([
    ['its certificate has expired', { notAfter: now - 1000 }],
    ['its certificate is not valid yet', { notBefore: now + 1000 }],
    ['its certificate is for another purpose', { uses: ['1.3.6.1.5.5.7.3.36'] }],
    ['its certificate is not only for timestamps', { uses: ['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.4'] }],
    ['its extended key usage is not critical', { critical: false }],
  ])('%s: the token is not trusted', async (_, options) => {
    const own = await makeTimestampAuthority(options);
    const { url } = await server(own);
    const reports: string[] = [];
    expect(await open([{ url }], [own.root], reports).stamp(bytes, { hurry: true })).toBeUndefined();
    expect(reports).toEqual([expect.stringMatching(/TSA_ROOTS_FILE/)]);
  });

  test('an authority under an unknown root is not trusted', async () => {
    const other = await makeTimestampAuthority({ name: 'Mallory Time' });
    const { url } = await server(other);
    expect(await open([{ url }]).stamp(bytes, { hurry: true })).toBeUndefined();
  });

  test('a failed authority is skipped for a while, but only if a person is waiting', async () => {
    const off = await server();
    off.be('off');
    const authorities = open([{ url: off.url }]);
    await authorities.stamp(bytes, { hurry: true });
    await authorities.stamp(bytes, { hurry: true });
    expect(off.asked()).toBe(1);
    off.be(undefined);
    expect(await authorities.stamp(bytes, { hurry: false })).toBeDefined();
    expect(await authorities.stamp(bytes, { hurry: true })).toBeDefined();
  });
});
