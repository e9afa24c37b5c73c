import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { NoSuchFileError, WrongBytesError } from '#server/ports/file-store.ts';
import type { FileStore } from '#server/ports/file-store.ts';

export interface FileStoreUnderTest {
  store: FileStore;
  /** Changes the stored bytes behind the store's back, as a failing disk or Mallory would. */
  spoil(sha256: string, bytes: Uint8Array): Promise<void>;
}

const contract = Buffer.from('%PDF-1.7 the contract of Ada Moreau');
const contractSha256 = createHash('sha256').update(contract).digest('hex');

/** These tests apply to every file store, and run with each adapter and the fake. */
export function fileStoreSuite(name: string, make: () => Promise<FileStoreUnderTest>): void {
  describe(`file store: ${name}`, () => {
    test('returns a stored file by its hash', async () => {
      const { store } = await make();
      expect(await store.put(contract)).toBe(contractSha256);
      expect(Buffer.from(await store.read(contractSha256))).toEqual(contract);
      const { size, stream } = await store.open(contractSha256);
      expect(size).toBe(contract.length);
      expect(await buffer(stream)).toEqual(contract);
    });

    test('accepts a stream larger than one chunk', async () => {
      const { store } = await make();
      const chunks = Array.from({ length: 40 }, (_, at) => Buffer.alloc(65_536, at));
      const sha256 = await store.put(
        (async function* () {
          yield* chunks;
        })(),
      );
      expect(Buffer.from(await store.read(sha256)).equals(Buffer.concat(chunks))).toBe(true);
      expect((await buffer((await store.open(sha256)).stream)).equals(Buffer.concat(chunks))).toBe(true);
    });

    test('stores an empty file', async () => {
      const { store } = await make();
      const sha256 = await store.put(new Uint8Array());
      expect(await store.read(sha256)).toHaveLength(0);
      expect(await buffer((await store.open(sha256)).stream)).toHaveLength(0);
    });

    test('stores the same bytes only once even if many clients store them concurrently', async () => {
      const { store } = await make();
      const names = await Promise.all(Array.from({ length: 8 }, () => store.put(contract)));
      expect(new Set(names)).toEqual(new Set([contractSha256]));
      await store.delete(contractSha256);
      expect(await store.has(contractSha256)).toBe(false);
    });

    test('a conditional delete keeps a file that was recently stored again', async () => {
      const { store } = await make();
      await store.put(contract);
      await store.delete(contractSha256, { putBefore: Date.now() - 60_000 });
      expect(await store.has(contractSha256)).toBe(true);
      await store.delete(contractSha256, { putBefore: Date.now() + 60_000 });
      expect(await store.has(contractSha256)).toBe(false);
    });

    test('lists the files stored between two times', async () => {
      const { store } = await make();
      await store.put(contract);
      const [before, after] = [Date.now() - 60_000, Date.now() + 60_000];
      const put = async (moment: number, since?: number): Promise<string[]> => {
        const names: string[] = [];
        for await (const name of store.putBefore(moment, since)) names.push(name);
        return names;
      };
      expect(await put(after)).toEqual([contractSha256]);
      expect(await put(after, before)).toEqual([contractSha256]);
      expect(await put(before)).toEqual([]);
      expect(await put(after + 1, after)).toEqual([]);
    });

    test('a broken stream leaves nothing behind', async () => {
      const { store } = await make();
      const broken = (async function* () {
        yield contract;
        throw new Error('Ada lost her connection');
      })();
      await expect(store.put(broken)).rejects.toThrow('Ada lost her connection');
      expect(await store.has(contractSha256)).toBe(false);
    });

    test('reading a missing file, or an invalid name, throws a specific error', async () => {
      const { store } = await make();
      for (const name of [contractSha256, '../../../etc/passwd', '']) {
        await expect(store.read(name)).rejects.toThrow(NoSuchFileError);
        await expect(store.open(name)).rejects.toThrow(NoSuchFileError);
        expect(await store.has(name)).toBe(false);
      }
      await store.delete(contractSha256);
    });

    test('never returns bytes that Mallory has changed', async () => {
      const { store, spoil } = await make();
      await store.put(contract);
      await spoil(contractSha256, Buffer.from('%PDF-1.7 the contract of Mallory'));
      await expect(store.read(contractSha256)).rejects.toThrow(WrongBytesError);
      const { stream } = await store.open(contractSha256);
      await expect(buffer(stream)).rejects.toThrow(WrongBytesError);
    });

    test('storing a corrupted file again repairs it', async () => {
      const { store, spoil } = await make();
      await store.put(contract);
      await spoil(contractSha256, Buffer.from('rot'));
      await store.put(contract);
      expect(Buffer.from(await store.read(contractSha256))).toEqual(contract);
    });
  });
}
