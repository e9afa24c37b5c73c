import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOwnAuthority } from './own-authority.ts';
import { describeSealKey } from './seal-key.suite.ts';

let parent: string;
let dataDir: string;
let count = 0;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'countersign-authority-'));
});
beforeEach(() => {
  dataDir = join(parent, String((count += 1)));
});
afterAll(() => rm(parent, { recursive: true }));

describeSealKey('own authority', () => openOwnAuthority(join(parent, 'suite'), Date.now()));

describe('openOwnAuthority', () => {
  test('keeps its keys to their owner and hands the root out', async () => {
    const key = await open();
    const mode = async (name: string) => (await stat(join(dataDir, 'keys', name))).mode & 0o777;
    expect(await mode('seal.pem')).toBe(0o600);
    expect(await mode('.')).toBe(0o700);
    expect(await readFile(join(dataDir, 'keys', 'root.pem'), 'utf8')).toBe(key.rootPem);
    expect(key.describe()).toMatchObject({ level: 'self-issued' });
  });

  test('is the same at every boot', async () => {
    const [first, second] = [await open(), await open()];
    expect(second.chain).toEqual(first.chain);
  });

  test('is one authority when many processes boot at once, and leaves nothing else behind', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, open));
    expect(new Set(keys.map((key) => key.rootPem)).size).toBe(1);
    expect(new Set(keys.map((key) => Buffer.from(key.chain[0] ?? []).toString('hex'))).size).toBe(1);
    expect((await readdir(join(dataDir, 'keys'))).toSorted()).toEqual(['root.pem', 'seal.pem']);
  });

  test('has another name in every installation', async () => {
    const first = await open();
    dataDir = join(parent, 'another');
    expect((await open()).describe().issuer).not.toBe(first.describe().issuer);
  });

  test('names whoever runs the server, and goes by a new name under the same root and with the same key', async () => {
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
    // Asked again with the same name nothing is issued, and a long one is cut where certificates want it.
    const again = await named('Harbour Notary Ltd', 'GB');
    expect('chain' in again && again.chain[0]).toEqual(harbour.chain[0]);
    const long = await named('ß'.repeat(200), 'DE');
    expect('describe' in long && long.describe().subject.length).toBeLessThan(200);
  });

  test('never replaces a damaged key: sealed files depend on it', async () => {
    await open();
    await writeFile(join(dataDir, 'keys', 'seal.pem'), 'nothing');
    expect(await openOwnAuthority(dataDir, Date.now())).toEqual({
      problem: 'DATA_DIR holds a damaged seal key (keys/seal.pem): restore it from a backup.',
    });
  });

  test('says so when it has expired', async () => {
    await open();
    const later = Date.now() + 21 * 366 * 86_400_000;
    expect(await openOwnAuthority(dataDir, later)).toMatchObject({
      problem: expect.stringContaining('expired'),
    });
  });

  test('says so when the folder cannot be written', async () => {
    await writeFile(dataDir, 'a file where the folder belongs');
    expect(await openOwnAuthority(dataDir, Date.now())).toMatchObject({
      problem: expect.stringContaining('DATA_DIR cannot hold the seal key'),
    });
  });
});

async function open() {
  const key = await openOwnAuthority(dataDir, Date.now());
  if ('problem' in key) throw new Error(key.problem);
  return key;
}
