import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { opensslTsVerify } from './openssl-ts.ts';
import { runTool, withFolder } from './run-tool.ts';

type Signature = {
  readonly end: number;
  readonly isTime: boolean;
  readonly cms: Buffer;
  readonly content: Buffer;
};

/**
 * Returns openssl's verdict on a sealed file whose newest timestamp covers all of it: 'OK' or the first
 * error. openssl's clock is set to `at` (ms UTC). The newest timestamp is verified at that time, each older
 * one at the time of the one that covers it, and the seal at the time of the oldest, with `lists` (PEM) of
 * revoked certificates if given. Finds the signatures by their text and uses no code of this project.
 */
export async function opensslChainVerify(
  pdf: Uint8Array,
  trusted: { readonly rootPem: string; readonly timeRootsPem: string; readonly lists?: string },
  at: number,
): Promise<string> {
  const newestFirst = signaturesOf(pdf).toSorted((one, two) => two.end - one.end);
  if (newestFirst[0]?.end !== pdf.length) return 'bytes behind the last signature';
  let clock = at;
  for (const { isTime, cms, content } of newestFirst) {
    const { token, over } = isTime ? { token: cms, over: content } : tokenIn(cms);
    if (token !== undefined) {
      const tokenVerdict = await opensslTsVerify(token, over, trusted.timeRootsPem, clock);
      if (tokenVerdict !== 'OK') return `timestamp at ${new Date(clock).toISOString()}: ${tokenVerdict}`;
      clock = await timeOf(token);
    }
    if (!isTime) return verifySeal(cms, content, trusted, clock);
  }
  return 'no seal';
}

/**
 * Returns the timestamp token among the unsigned attributes of a CMS with one signer (RFC 5652, 5.3), and the
 * value that it covers.
 */
function tokenIn(cms: Buffer): { token: Buffer | undefined; over: Buffer } {
  const signedData = inside(inside(inside(cms)[1]!)[0]!);
  const signer = inside(inside(signedData.at(-1)!)[0]!);
  const unsigned = signer[6];
  const attribute = unsigned === undefined ? undefined : inside(unsigned)[0];
  return {
    token: attribute === undefined ? undefined : inside(inside(attribute)[1]!)[0],
    over: contentOf(signer[5]!),
  };
}

const contentOf = (der: Buffer): Buffer => der.subarray(headLength(der), derLength(der));

/** Returns the values inside a constructed one, in order. */
function inside(der: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let rest = contentOf(der); rest.length > 0; rest = rest.subarray(derLength(rest)))
    found.push(rest.subarray(0, derLength(rest)));
  return found;
}

function signaturesOf(pdf: Uint8Array): Signature[] {
  const text = Buffer.from(pdf).toString('latin1');
  const objects = text.matchAll(
    /\d+ 0 obj\s*<<(?:(?!endobj)[\s\S])*?\/ByteRange(?:(?!endobj)[\s\S])*?endobj/g,
  );
  return [...objects].map(([object]) => {
    const range = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(object)!.slice(1).map(Number);
    const [start = 0, before = 0, behind = 0, after = 0] = range;
    const padded = Buffer.from(text.slice(start + before + 1, behind - 1), 'hex');
    return {
      end: behind + after,
      isTime: object.includes('/ETSI.RFC3161'),
      cms: padded.subarray(0, derLength(padded)),
      content: Buffer.concat([pdf.subarray(start, start + before), pdf.subarray(behind, behind + after)]),
    };
  });
}

/**
 * Returns the number of bytes of the tag and the length. The second byte says how many bytes the length has
 * (X.690, 8.1.3).
 */
const headLength = (der: Buffer): number => (der[1]! < 0x80 ? 2 : 2 + (der[1]! & 0x7f));

/** Returns the size of the first value in these bytes, including its header. */
function derLength(der: Buffer): number {
  const head = headLength(der);
  return head === 2 ? 2 + der[1]! : head + der.readUIntBE(2, head - 2);
}

/** Returns the time that `openssl ts -reply -text` prints, in ms UTC. */
function timeOf(token: Uint8Array): Promise<number> {
  return withFolder(async (folder) => {
    const file = join(folder, 'token');
    await writeFile(file, token);
    const { stdout } = await runTool('openssl', ['ts', '-reply', '-token_in', '-in', file, '-text']);
    return Date.parse(/^Time stamp: (.+)$/m.exec(new TextDecoder().decode(stdout))![1]!);
  });
}

function verifySeal(
  cms: Uint8Array,
  content: Uint8Array,
  { rootPem, lists }: { rootPem: string; lists?: string },
  at: number,
): Promise<string> {
  return withFolder(async (folder) => {
    const path = (name: string) => join(folder, name);
    await writeFile(path('cms'), cms);
    await writeFile(path('content'), content);
    await writeFile(path('root.pem'), `${rootPem}${lists ?? ''}`);
    const input = ['-inform', 'DER', '-in', path('cms'), '-content', path('content'), '-out', '/dev/null'];
    const trust = ['-CAfile', path('root.pem'), '-purpose', 'any', '-attime', String(Math.floor(at / 1000))];
    const options = lists === undefined ? trust : [...trust, '-crl_check'];
    const { code, stderr } = await runTool('openssl', [
      'cms',
      '-verify',
      '-cades',
      '-binary',
      ...input,
      ...options,
    ]);
    return code === 0 ? 'OK' : `seal at ${new Date(at).toISOString()}: ${stderr}`;
  });
}
