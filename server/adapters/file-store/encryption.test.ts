import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fileStoreSuite } from '#testing/suites/file-store.suite.ts';
import { s3Credentials, startS3Server } from '#testing/servers/s3-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { NoSuchFileError, UnknownFileKeyError, WrongBytesError } from '#server/ports/file-store.ts';
import { diskFileStore } from './disk.ts';
import { encryption, keyIdOf, masterKey, type MasterKey } from './encryption.ts';
import { countByKey, encryptAll, missingKey } from './encrypt-all.ts';
import { openFolderStore } from './open-file-store.ts';
import { s3FileStore } from './s3.ts';

const [ours, older] = [masterKey(Buffer.alloc(32, 1)), masterKey(Buffer.alloc(32, 2))];
const under = (current: MasterKey | undefined, ...previous: MasterKey[]) => encryption({ current, previous });

const piece = 65_536 + 16;
const head = 76;
const lease = Buffer.alloc(200_000, 'The lease of berth 7. ');

function place(folder: string, sha256: string): string {
  return join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

fileStoreSuite('disk, encrypted', async () => {
  const folder = temporaryFolder();
  return {
    store: diskFileStore(folder, under(ours)),
    async spoil(sha256, bytes) {
      await chmod(place(folder, sha256), 0o600);
      await writeFile(place(folder, sha256), bytes);
    },
  };
});

fileStoreSuite('S3, encrypted', async () => {
  const server = await startS3Server();
  const { bucket, endpoint } = server;
  const at = { bucket, endpoint, region: 'us-east-1', credentials: s3Credentials, encryption: undefined };
  const store = s3FileStore(at, under(ours));
  onTestFinished(async () => {
    store.close();
    await server.stop();
  });
  return {
    store,
    async spoil(sha256, bytes) {
      const key = `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
      server.objects.set(key, { bytes: Buffer.from(bytes), at: new Date(), encryption: undefined });
    },
  };
});

describe('encrypted files', () => {
  test.for([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])(
    'a file of %i bytes can be read back unchanged',
    async (length) => {
      const folder = temporaryFolder();
      const store = diskFileStore(folder, under(ours));
      const bytes = lease.subarray(0, length);
      const name = await store.put(bytes);
      expect(name).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(Buffer.from(await store.read(name)).equals(bytes)).toBe(true);
      const { size, stream } = await store.open(name);
      expect(size).toBe(length);
      expect((await buffer(stream)).equals(bytes)).toBe(true);
      const { size: kept } = await stat(place(folder, name));
      expect(kept).toBe(head + length + 16 * Math.max(1, Math.ceil(length / 65_536)));
    },
  );

  test('stored bytes reveal nothing about the file and differ each time', async () => {
    const folder = temporaryFolder();
    const store = diskFileStore(folder, under(ours));
    const name = await store.put(lease);
    const first = await readFile(place(folder, name));
    expect(first.includes('berth')).toBe(false);
    await store.put(lease);
    const second = await readFile(place(folder, name));
    // Apart from the mark and the key id, nothing is the same, because each file has a new key.
    expect(second.subarray(16, 16 + 64).equals(first.subarray(16, 16 + 64))).toBe(false);
    expect(second.subarray(head).equals(first.subarray(head))).toBe(false);
  });
});

describe('attacks by Mallory, who can write to the disk', () => {
  const cut = (from: number, to?: number) => (kept: Buffer) =>
    Buffer.concat([kept.subarray(0, from), ...(to === undefined ? [] : [kept.subarray(to)])]);
  test.for<[string, (kept: Buffer) => Buffer]>([
    ['truncate the file at the end of a piece', cut(head + 2 * piece)],
    ['truncate it in the middle of a piece', cut(head + 2 * piece + 100)],
    ['remove everything except its head', cut(head)],
    ['truncate its head', cut(head - 1)],
    ['omit the first piece', cut(head, head + piece)],
    ['omit a piece in the middle', cut(head + piece, head + 2 * piece)],
    ['repeat a piece', (kept) => Buffer.concat([kept, kept.subarray(head + piece)])],
    [
      'swap two pieces',
      (kept) =>
        Buffer.concat([
          kept.subarray(0, head),
          kept.subarray(head + piece, head + 2 * piece),
          kept.subarray(head, head + piece),
          kept.subarray(head + 2 * piece),
        ]),
    ],
    ['flip one bit', (kept) => Buffer.from(kept.map((byte, at) => (at === head + 5 ? byte ^ 1 : byte)))],
    ['flip one bit of its key', (kept) => Buffer.from(kept.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))],
    ['append bytes', (kept) => Buffer.concat([kept, Buffer.from('more')])],
  ])('detects an attempt to %s', async ([, change]) => {
    const folder = temporaryFolder();
    const store = diskFileStore(folder, under(ours));
    const name = await store.put(lease);
    await writeFile(place(folder, name), change(await readFile(place(folder, name))));
    await expect(store.read(name)).rejects.toThrow(/does not match its name|is encrypted with the key/);
    const { stream } = await store.open(name);
    await expect(buffer(stream)).rejects.toThrow(/does not match its name|is encrypted with the key/);
  });

  test('a file that was replaced with another one is detected', async () => {
    const folder = temporaryFolder();
    const store = diskFileStore(folder, under(ours));
    const name = await store.put(lease);
    const other = await store.put(Buffer.from('Another lease'));
    await writeFile(place(folder, name), await readFile(place(folder, other)));
    await expect(store.read(name)).rejects.toThrow(WrongBytesError);
  });
});

describe('encryption keys', () => {
  test('after a key change, older encrypted and unencrypted files are still readable', async () => {
    const folder = temporaryFolder();
    const bare = await diskFileStore(folder).put(Buffer.from('from before there was a key'));
    const name = await diskFileStore(folder, under(older)).put(lease);
    const store = diskFileStore(folder, under(ours, older));
    expect(Buffer.from(await store.read(name)).equals(lease)).toBe(true);
    expect(Buffer.from(await store.read(bare)).toString()).toBe('from before there was a key');
    expect((await store.open(bare)).size).toBe(27);
    expect([keyIdOf(await store.head(name)), keyIdOf(await store.head(bare))]).toEqual([
      older.id.toString('hex'),
      undefined,
    ]);
    await store.put(lease);
    expect(keyIdOf(await store.head(name))).toBe(ours.id.toString('hex'));
  });

  test('a missing key is reported as missing, not as a corrupt file', async () => {
    const folder = temporaryFolder();
    const name = await diskFileStore(folder, under(older)).put(lease);
    for (const store of [diskFileStore(folder), diskFileStore(folder, under(ours))]) {
      await expect(store.read(name)).rejects.toThrow(UnknownFileKeyError);
      await expect(buffer((await store.open(name)).stream)).rejects.toThrow(older.id.toString('hex'));
    }
  });

  test('a missing key is not reported for Mallory’s file that only starts like an encrypted one', async () => {
    const folder = temporaryFolder();
    const posing = Buffer.concat([Buffer.from('CSGNENC1'), randomBytes(500)]);
    const name = await diskFileStore(folder).put(posing);
    for (const store of [diskFileStore(folder), diskFileStore(folder, under(ours))]) {
      expect(Buffer.from(await store.read(name)).equals(posing)).toBe(true);
      expect((await buffer((await store.open(name)).stream)).equals(posing)).toBe(true);
    }
  });

  test('a key must have 32 bytes, and a missing file is reported when its head is read', async () => {
    expect(() => masterKey(Buffer.alloc(31))).toThrow(RangeError);
    const store = diskFileStore(temporaryFolder(), under(ours));
    await expect(store.head('0'.repeat(64))).rejects.toThrow(NoSuchFileError);
  });
});

describe('encrypting an existing store', () => {
  const keys = (current: number | undefined, ...previous: number[]) => ({
    current: current === undefined ? undefined : Buffer.alloc(32, current),
    previous: previous.map((key) => Buffer.alloc(32, key)),
  });

  test('a store can be encrypted, moved to another key and decrypted, even after interruptions', async () => {
    const folder = temporaryFolder();
    const bare = openFolderStore(folder, keys(undefined));
    const names = await Promise.all(Array.from({ length: 9 }, (_, n) => bare.put(Buffer.from(`file ${n}`))));
    // Simulates an interruption after which some files are already encrypted.
    await openFolderStore(folder, keys(1)).put(Buffer.from('file 3'));
    for (const [now, done] of [
      [keys(1), 8],
      [keys(2, 1), 9],
      [keys(undefined, 2), 9],
    ] as const) {
      const store = openFolderStore(folder, now);
      expect(await encryptAll(store, now)).toEqual({ done, kept: 9 - done, damaged: [] });
      expect(await encryptAll(store, now)).toEqual({ done: 0, kept: 9, damaged: [] });
      const id = now.current ? masterKey(now.current).id.toString('hex') : '';
      expect(await countByKey(store)).toEqual(new Map([[id, 9]]));
      const only = openFolderStore(folder, { ...now, previous: [] });
      for (const [n, name] of names.entries())
        expect(Buffer.from(await only.read(name)).toString()).toBe(`file ${n}`);
    }
  });

  test('corrupt files are not changed, and are reported without stopping the run', async () => {
    const folder = temporaryFolder();
    const bare = openFolderStore(folder, keys(undefined));
    const [rotten] = [await bare.put(lease), await bare.put(Buffer.from('whole'))];
    await writeFile(place(join(folder, 'files'), rotten), 'rot');
    const store = openFolderStore(folder, keys(1));
    expect(await encryptAll(store, keys(1))).toEqual({ done: 1, kept: 0, damaged: [rotten] });
    expect(await readFile(place(join(folder, 'files'), rotten), 'utf8')).toBe('rot');
  });

  test("a command on a folder without the server's files does not report success", async () => {
    const dataDir = temporaryFolder();
    await openFolderStore(dataDir, keys(2)).put(lease);
    const apply = (folder: string) => {
      const [FILES_KEY, FILES_KEY_PREVIOUS] = [1, 2].map((key) => Buffer.alloc(32, key).toString('hex'));
      const env = { PATH: process.env['PATH'], DATA_DIR: folder, FILES_KEY, FILES_KEY_PREVIOUS };
      return promisify(execFile)(process.execPath, ['scripts/files-key.ts', 'apply'], { env });
    };
    const elsewhere = temporaryFolder();
    await expect(apply(elsewhere)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^There are no files in .*including DATA_DIR or S3_BUCKET\.\n$/),
    });
    expect((await apply(dataDir)).stdout).toContain('FILES_KEY_PREVIOUS is no longer needed.');
  });

  test('a missing key is reported at startup, and a file that only looks encrypted causes no report', async () => {
    const folder = temporaryFolder();
    await openFolderStore(folder, keys(1)).put(lease);
    expect(await missingKey(openFolderStore(folder, keys(1)), keys(1))).toBeUndefined();
    expect(await missingKey(openFolderStore(folder, keys(2, 1)), keys(2, 1))).toBeUndefined();
    for (const wrong of [keys(undefined), keys(2)])
      expect(await missingKey(openFolderStore(folder, wrong), wrong)).toBe(ours.id.toString('hex'));
    const other = temporaryFolder();
    await openFolderStore(other, keys(undefined)).put(
      Buffer.concat([Buffer.from('CSGNENC1'), randomBytes(500)]),
    );
    expect(await missingKey(openFolderStore(other, keys(2)), keys(2))).toBeUndefined();
  });
});
