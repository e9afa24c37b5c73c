import { X509Certificate } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { exportRootKey, renewKey, withdrawKey } from './manage-authority.ts';
import { openOwnAuthority } from './own-authority.ts';
import { serialOf } from './withdrawn.ts';
import { describeSealKey } from './seal-key.suite.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = join(temporaryFolder(), 'data');
});

describeSealKey('own authority', () => openOwnAuthority(temporaryFolder(), Date.now()));

describe('openOwnAuthority', () => {
  test('key files are readable only by their owner, and the root certificate is public', async () => {
    const key = await open();
    const mode = async (name: string) => (await stat(join(dataDir, 'keys', name))).mode & 0o777;
    expect(await mode('seal.pem')).toBe(0o600);
    expect(await mode('root-key.pem')).toBe(0o600);
    expect(await mode('.')).toBe(0o700);
    expect(await readFile(join(dataDir, 'keys', 'root.pem'), 'utf8')).toBe(key.rootPem);
    expect(key.describe()).toMatchObject({ level: 'self-issued' });
  });

  test('the authority is the same at every start', async () => {
    const [first, second] = [await open(), await open()];
    expect(second.chain).toEqual(first.chain);
  });

  test('concurrent first starts create one authority and leave no temporary files', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, open));
    expect(new Set(keys.map((key) => key.rootPem)).size).toBe(1);
    expect(new Set(keys.map((key) => Buffer.from(key.chain[0] ?? []).toString('hex'))).size).toBe(1);
    expect((await readdir(join(dataDir, 'keys'))).toSorted()).toEqual([
      'root-key.pem',
      'root.pem',
      'seal.pem',
    ]);
  });

  test('every installation has a different issuer name', async () => {
    const first = await open();
    dataDir = temporaryFolder();
    expect((await open()).describe().issuer).not.toBe(first.describe().issuer);
  });

  test('certificates contain the operator’s name, and a new name keeps the root and the key', async () => {
    const first = await open();
    const named = (name: string, country: string) =>
      openOwnAuthority(dataDir, Date.now(), { name, country, host: 'sign.harbour.example' });
    const harbour = await named('Harbour Notary Ltd', 'GB');
    if ('problem' in harbour) throw new Error(harbour.problem);
    expect(harbour.describe().subject).toMatch(
      /^C=GB, O=Harbour Notary Ltd, OU=sign\.harbour\.example, CN=Harbour Notary Ltd Document Seal [0-9a-f]{8}$/,
    );
    expect(harbour.rootPem).toBe(first.rootPem);
    const keyIn = (der: Uint8Array | undefined) =>
      new X509Certificate(der!).publicKey.export({ format: 'jwk' });
    expect(keyIn(harbour.chain[0])).toEqual(keyIn(first.chain[0]));
    expect(new X509Certificate(harbour.chain[0]!).verify(new X509Certificate(first.rootPem).publicKey)).toBe(
      true,
    );
    // An unchanged name does not create a new certificate, and a long name is shortened to the limit for
    // certificates.
    const again = await named('Harbour Notary Ltd', 'GB');
    expect('chain' in again && again.chain[0]).toEqual(harbour.chain[0]);
    const long = await named('ß'.repeat(200), 'DE');
    expect('describe' in long && long.describe().subject.length).toBeLessThan(200);
  });

  test('a damaged key is not replaced, since sealed files depend on it', async () => {
    await open();
    await writeFile(join(dataDir, 'keys', 'seal.pem'), 'nothing');
    expect(await openOwnAuthority(dataDir, Date.now())).toEqual({
      problem: 'The seal key in DATA_DIR (keys/seal.pem) is damaged. Restore it from a backup.',
    });
  });

  test('an expired certificate is reported', async () => {
    await open();
    // Nothing can be renewed without the root key.
    await exportRootKey(dataDir, join(dataDir, 'put-away.pem'), Date.now());
    const later = Date.now() + 4 * 366 * 86_400_000;
    expect(await openOwnAuthority(dataDir, later)).toMatchObject({
      problem: expect.stringContaining('expired'),
    });
  });

  test('sealing the same file twice produces the same bytes', async () => {
    const key = await open();
    const toSeal = { pdf: sampleLease(), key, at: Date.now(), name: 'Harbour', reason: 'Signed by Grace' };
    expect(await sealPdf(toSeal)).toEqual(await sealPdf(toSeal));
  });

  test('the key is valid for three years and replaced earlier, and previous seals remain valid', async () => {
    const first = await open();
    const sealed = await sealedBy(first);
    expect(first.describe().notAfter - Date.now()).toBeLessThan(3 * 366 * 86_400_000);
    const later = await openOwnAuthority(dataDir, Date.now() + 1050 * 86_400_000);
    if ('problem' in later) throw new Error(later.problem);
    expect(later.rootPem).toBe(first.rootPem);
    expect(
      new X509Certificate(later.chain[0]!).publicKey.equals(new X509Certificate(first.chain[0]!).publicKey),
    ).toBe(false);
    const roots = later.chain.slice(-1);
    expect(await verifyPdf(sealed, { roots })).toMatchObject({ verdict: 'sealed-unchanged' });
  });

  test('certificates contain the URLs of the revocation list and the issuer', async () => {
    const [lists, issuer] = ['https://sign.harbour.example/l', 'https://sign.harbour.example/r'];
    const key = await openOwnAuthority(dataDir, Date.now(), {
      name: undefined,
      country: undefined,
      host: undefined,
      lists,
      issuer,
    });
    if ('problem' in key) throw new Error(key.problem);
    const certificate = new X509Certificate(key.chain[0]!);
    expect(certificate.infoAccess).toContain(`CA Issuers - URI:${issuer}`);
    expect(Buffer.from(key.chain[0]!).includes(lists)).toBe(true);
    expect(await verifyPdf(await sealedBy(key), { roots: key.chain.slice(-1) })).toMatchObject({
      verdict: 'sealed-unchanged',
    });
  });

  test('the server works without the root key, which can be stored offline and used only for renewals', async () => {
    const first = await open();
    const file = join(dataDir, 'put-away.pem');
    await exportRootKey(dataDir, file, Date.now());
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(join(dataDir, 'keys', 'seal.pem'), 'utf8')).match(/PRIVATE/g)).toHaveLength(2);
    const without = await open();
    expect(without.chain).toEqual(first.chain);
    expect(await without.lists?.(Date.now())).toHaveLength(1);
    await expect(exportRootKey(dataDir, `${file}.2`, Date.now())).rejects.toThrow('already moved offline');
    await expect(renewKey(dataDir, Date.now())).rejects.toThrow('--root-key FILE');
    await renewKey(dataDir, Date.now(), { rootKeyFile: file });
    const renewed = await open();
    expect(renewed.chain[0]).not.toEqual(first.chain[0]);
    expect(renewed.rootPem).toBe(first.rootPem);
    expect((await readFile(join(dataDir, 'keys', 'seal.pem'), 'utf8')).match(/PRIVATE/g)).toHaveLength(2);
  });

  test('an interrupted move of the root key is resumed, and other files are not overwritten (issue 15.6)', async () => {
    await open();
    const file = join(dataDir, 'put-away.pem');
    const [sealFile, rootFile] = [join(dataDir, 'keys', 'seal.pem'), join(dataDir, 'keys', 'root-key.pem')];
    const [before, rootBefore] = [await readFile(sealFile), await readFile(rootFile)];
    await exportRootKey(dataDir, file, Date.now());
    const whole = await readFile(file, 'utf8');
    for (const left of ['', whole.slice(0, 100), whole]) {
      await writeFile(rootFile, rootBefore);
      await writeFile(file, left);
      await exportRootKey(dataDir, file, Date.now());
      expect(await readFile(file, 'utf8')).toBe(whole);
      expect((await readFile(sealFile, 'utf8')).match(/PRIVATE/g)).toHaveLength(2);
    }
    // Simulates a kill at the very end. Running the command again changes nothing.
    await exportRootKey(dataDir, file, Date.now());
    await writeFile(rootFile, rootBefore);
    await writeFile(file, 'a letter');
    await expect(exportRootKey(dataDir, file, Date.now())).rejects.toThrow(
      'already exists with other content',
    );
    expect(await readFile(file, 'utf8')).toBe('a letter');
    expect([await readFile(sealFile), await readFile(rootFile)]).toEqual([before, rootBefore]);
  });

  test('the root key is in a separate file from the first start, and the server reports it once and runs without it', async () => {
    const privateKeys = async (name: string) =>
      (await readFile(join(dataDir, 'keys', name), 'utf8')).match(/BEGIN PRIVATE KEY/g);
    const first = await open();
    expect([await privateKeys('seal.pem'), await privateKeys('root-key.pem')]).toEqual([
      ['BEGIN PRIVATE KEY'],
      ['BEGIN PRIVATE KEY'],
    ]);
    expect(first.advice).toContain('npm run seal-key -- put-away FILE');
    expect((await open()).advice).toBeUndefined();
    // Moving the file by hand has the same effect as the command.
    const file = join(temporaryFolder(), 'root-key.pem');
    await rename(join(dataDir, 'keys', 'root-key.pem'), file);
    expect((await open()).chain).toEqual(first.chain);
    await renewKey(dataDir, Date.now(), { rootKeyFile: file });
    expect((await open()).rootPem).toBe(first.rootPem);
    expect(await readdir(join(dataDir, 'keys'))).not.toContain('root-key.pem');
  });

  test('the root key from an earlier version is moved to its own file, even after a kill at any step', async () => {
    const first = await open();
    const [sealFile, rootFile] = [join(dataDir, 'keys', 'seal.pem'), join(dataDir, 'keys', 'root-key.pem')];
    const [seal, rootKey] = [await readFile(sealFile, 'utf8'), await readFile(rootFile, 'utf8')];
    const blocks = seal.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----\n/g)!;
    const [key, certificate, root] = blocks;
    const together = `${key}${certificate}${rootKey.split('-----BEGIN CERTIFICATE')[0]}${root}`;
    // Simulates a kill before the first step, and one between the two steps.
    for (const left of [undefined, rootKey]) {
      await writeFile(sealFile, together);
      await (left === undefined ? rm(rootFile) : writeFile(rootFile, left));
      const opened = await open();
      expect(opened.chain).toEqual(first.chain);
      expect(opened.advice).toBeDefined();
      expect(await readFile(sealFile, 'utf8')).toBe(seal);
      expect(await readFile(rootFile, 'utf8')).toBe(rootKey);
    }
    // Nothing is deleted while the file of a different root key exists.
    await writeFile(sealFile, together);
    const foreign = temporaryFolder();
    await openOwnAuthority(foreign, Date.now());
    await writeFile(rootFile, await readFile(join(foreign, 'keys', 'root-key.pem')));
    expect(await openOwnAuthority(dataDir, Date.now())).toMatchObject({
      problem: expect.stringContaining('root-key.pem'),
    });
    expect(await readFile(sealFile, 'utf8')).toBe(together);
  });

  test('a first start that was killed after creating the root continues with that root', async () => {
    const first = await open();
    await rm(join(dataDir, 'keys', 'seal.pem'));
    expect((await open()).rootPem).toBe(first.rootPem);
    await rm(join(dataDir, 'keys', 'seal.pem'));
    await writeFile(join(dataDir, 'keys', 'root-key.pem'), 'half of a key');
    expect(await openOwnAuthority(dataDir, Date.now())).toMatchObject({
      problem: expect.stringContaining('is damaged'),
    });
  });

  test('a stolen key is revoked as of the time of the theft, and replaced', async () => {
    const stolen = await open();
    const serial = serialOf(stolen.chain[0]!);
    const since = Date.now() - 86_400_000;
    await expect(withdrawKey(dataDir, Date.now(), { serial, since: Date.now() + 1000 })).rejects.toThrow(
      'time in the past',
    );
    await withdrawKey(dataDir, Date.now(), { serial, since });
    const next = await open();
    expect(next.chain[0]).not.toEqual(stolen.chain[0]);
    const [list] = (await next.lists?.(Date.now())) ?? [];
    expect(Buffer.from(list!).toString('hex')).toContain(serial);
  });

  test('an unwritable folder is reported', async () => {
    await writeFile(dataDir, 'a file where the folder belongs');
    expect(await openOwnAuthority(dataDir, Date.now())).toMatchObject({
      problem: expect.stringContaining('The seal key cannot be stored in DATA_DIR'),
    });
  });
});

const sealedBy = (key: Awaited<ReturnType<typeof open>>): Promise<Uint8Array> =>
  sealPdf({ pdf: sampleLease(), key, at: Date.now(), name: 'Harbour', reason: 'Signed by Grace' });

async function open() {
  const key = await openOwnAuthority(dataDir, Date.now());
  if ('problem' in key) throw new Error(key.problem);
  return key;
}
