import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { opensslTsVerify } from '#testing/judges/openssl-ts.ts';
import { judgeWithPdfsig } from '#testing/judges/pdfsig.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { missingTools, runTool, withFolder } from '#testing/judges/run-tool.ts';
import { saveTimestampToken } from '#testing/pki/keep-token.ts';
import { makeForgedTokens } from '#testing/pki/forge-tokens.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { makeTimestampAuthority, type TestAuthority } from '#testing/pki/timestamp-authority.ts';
import { dict, textString } from '../objects/objects.ts';
import { appendRevision } from '../stamp/append-revision.ts';
import { join } from '../verify/bytes.ts';
import { verifyPdf } from '../verify/verify-pdf.ts';
import { readAugmentations } from '../verify/augmentation/read-augmentations.ts';
import { issueCrl } from './issue-crl.ts';
import { sealPdf } from './seal-pdf.ts';
import { augmentSeal } from './augment-seal.ts';

const at = Date.UTC(2026, 10, 22, 18, 0);
const year = 365 * 86_400_000;
const missing = missingTools('pdfsig', 'certutil', 'qpdf', 'openssl');

let key: TestSealer;
let authority: TestAuthority;
let sealed: Uint8Array;
let once: Uint8Array;

beforeAll(async () => {
  key = await makeSealChain({ intermediate: true });
  authority = await makeTimestampAuthority();
  sealed = await sealPdf({ at, name: 'Harbour', reason: 'Signed by Grace', pdf: sampleLease(2), key });
  const life = { thisUpdate: at, nextUpdate: at + 7 * 86_400_000 };
  const list = await issueCrl({ issuer: key.root, issuerKey: key.rootKey, ...life });
  once = await augmented(sealed, at + 60_000, [list]);
});

async function augmented(pdf: Uint8Array, when: number, crls: Uint8Array[] = []): Promise<Uint8Array> {
  const timestamps = {
    tokenBytes: 1500,
    stamp: (bytes: Uint8Array) => saveTimestampToken(authority, bytes, when),
  };
  return join([pdf, (await augmentSeal({ pdf, certificates: [], crls, timestamps }))!]);
}

const verify = (bytes: Uint8Array) =>
  verifyPdf(bytes, { roots: [key.root], timestampRoots: [authority.root] });

describe('sealed files with long-term validation data added later', () => {
  test('the file remains valid, contains the timestamp, and is accepted by third-party programs', async () => {
    expect(once.subarray(0, sealed.length)).toEqual(sealed);
    expect(await verify(once)).toMatchObject({
      verdict: 'sealed-unchanged',
      problems: [],
      originalLength: sealed.length,
      timestamps: [{ over: 'document', at: at + 60_000, trusted: true }],
    });
    expect(await verify(sealed)).toMatchObject({ verdict: 'sealed-unchanged', timestamps: [] });
    if (missing.length > 0) return;
    expect((await inFile(once, qpdfCheck)).clean).toBe(true);
    const { augmentations } = (await readAugmentations(once))!;
    const { gap, token } = augmentations[0]!;
    const covered = join([once.subarray(0, gap.start), once.subarray(gap.end)]);
    expect(await opensslTsVerify(token, covered, authority.rootPem, at + 60_000)).toBe('OK');
    const [seal, stamp] = await inFile(once, (file) => judgeWithPdfsig(file, key.rootPem));
    expect(seal).toMatchObject({ signature: 'Signature is Valid.', certificate: 'Certificate is Trusted.' });
    // pdfsig does not support document timestamps, but lists them.
    expect(stamp).toMatchObject({ subFilter: 'unknown' });
  });

  test('the file can be verified manually with the commands in docs/verify.md, even in its original form', async () => {
    if (missingTools('bash', 'xxd', 'openssl').length > 0) return;
    const readme = await readFile(resolve(import.meta.dirname, '../../docs/verify.md'), 'utf8');
    const lines = /```sh\n(set -- .*?)```/s.exec(readme)?.[1];
    const changed = Buffer.from(once);
    changed[sealed.indexOf(0x25, 20)]! ^= 1;
    const output = (pdf: Uint8Array) =>
      withFolder(async (folder) => {
        await writeFile(resolve(folder, 'sealed.pdf'), pdf);
        await writeFile(resolve(folder, 'root.pem'), key.rootPem);
        const { stderr } = await runTool('bash', ['-c', `cd '${folder}'\n${lines}`]);
        return stderr;
      });
    expect(await output(sealed)).toContain('CAdES Verification successful');
    expect(await output(once)).toContain('CAdES Verification successful');
    expect(await output(changed)).not.toContain('successful');
  });

  test('the file can be renewed repeatedly, and each renewal covers all earlier revisions', async () => {
    let file = once;
    for (let years = 1; years <= 3; years += 1) file = await augmented(file, at + years * year);
    const { verdict, timestamps } = await verify(file);
    expect({ verdict, count: timestamps.length }).toEqual({ verdict: 'sealed-unchanged', count: 4 });
    if (missing.length > 0) return;
    expect((await inFile(file, qpdfCheck)).clean).toBe(true);
  });

  test('the file gets no revision if no timestamp is available', async () => {
    const timestamps = { tokenBytes: 1500, stamp: () => Promise.resolve(undefined) };
    expect(await augmentSeal({ pdf: sealed, certificates: [], crls: [], timestamps })).toBeUndefined();
  });
});

describe('tampering by Mallory with long-term validation data', () => {
  test('changing any single byte is detected', async () => {
    const unnoticed: number[] = [];
    for (let offset = sealed.length; offset < once.length; offset += 37) {
      const changed = Uint8Array.from(once);
      changed[offset] = changed[offset]! ^ 1;
      if ((await verify(changed)).verdict === 'sealed-unchanged') unnoticed.push(offset);
    }
    expect(unnoticed).toEqual([]);
  });

  test.each<[string, (file: string) => string]>([
    [
      'making the timestamp field visible is detected',
      (file) => file.replace('[0 0 0 0] /P', '[9 9 9 9] /P'),
    ],
    ['making it printable is detected', (file) => file.replace('/F 130', '/F 132')],
    ['adding scripts to the catalog is detected', (file) => file.replace('/AcroForm', '/OpenForm')],
    ['appending a space is detected', (file) => `${file} `],
    ['appending a second end is detected', (file) => `${file}%%EOF\n`],
    ['removing the end is detected', (file) => file.slice(0, -20)],
  ])('%s', async (_, change) => {
    const tail = Buffer.from(once.subarray(sealed.length)).toString('latin1');
    const changed = change(tail);
    expect(changed).not.toBe(tail);
    expect((await verify(join([sealed, Buffer.from(changed, 'latin1')]))).verdict).not.toBe(
      'sealed-unchanged',
    );
  });

  test('adding content to a page is detected, before and after a genuine timestamp', async () => {
    const note = new Map([[4, dict({ Title: textString('Not what was agreed') })]]);
    const before = appendRevision(sealed, note);
    await expect(augmented(before, at + 60_000).then(verify)).resolves.toMatchObject({
      verdict: 'changed-after-sealing',
      sealedLength: sealed.length,
    });
    expect(await verify(appendRevision(once, note))).toMatchObject({
      verdict: 'changed-after-sealing',
      sealedLength: once.length,
      originalLength: sealed.length,
    });
  });

  test('moving a timestamp from one file to another is detected', async () => {
    const other = await sealPdf({ at, name: 'Harbour', reason: 'Signed by Linus', pdf: sampleLease(2), key });
    const moved = join([other, once.subarray(sealed.length)]);
    expect((await verify(moved)).verdict).not.toBe('sealed-unchanged');
  });

  test('omitting a renewal or swapping two renewals is detected', async () => {
    const twice = await augmented(once, at + year);
    const [first, second] = [twice.subarray(sealed.length, once.length), twice.subarray(once.length)];
    for (const file of [join([sealed, second]), join([sealed, second, first])]) {
      expect((await verify(file)).verdict).not.toBe('sealed-unchanged');
    }
    expect((await verify(await augmented(await augmented(sealed, at + year), at))).problems).toContain(
      'timestamp-order',
    );
  });

  test('a time before that of the seal is detected', async () => {
    expect(await verify(await augmented(sealed, at - 86_400_000))).toMatchObject({
      verdict: 'changed-after-sealing',
      problems: ['bytes-after-seal', 'timestamp-order'],
    });
  });

  test('each kind of forged token is detected', async () => {
    const stamps: Uint8Array[] = [];
    const timestamps = {
      tokenBytes: 4000,
      stamp: (bytes: Uint8Array) => (stamps.push(bytes), saveTimestampToken(authority, bytes, at)),
    };
    const revision = (await augmentSeal({ pdf: sealed, certificates: [], crls: [], timestamps }))!;
    const file = Buffer.from(join([sealed, revision])).toString('latin1');
    const from = file.indexOf('/Contents <', sealed.length) + '/Contents <'.length;
    const actual: { [name: string]: string | undefined } = {};
    const wanted: { [name: string]: string } = {};
    for (const { name, token, problem } of await makeForgedTokens(authority, stamps[0]!, at)) {
      const hex = Buffer.from(token).toString('hex').toUpperCase().padEnd(8000, '0');
      const forged = Buffer.from(file.slice(0, from) + hex + file.slice(from + 8000), 'latin1');
      const { verdict, problems } = await verify(forged);
      actual[name] = verdict === 'changed-after-sealing' ? problems[1] : verdict;
      wanted[name] = problem;
    }
    expect(actual).toEqual(wanted);
  });
});
