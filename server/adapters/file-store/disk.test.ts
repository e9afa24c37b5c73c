import { chmod, mkdir, readdir, rmdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileStoreSuite } from '#testing/suites/file-store.suite.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { diskFileStore } from './disk.ts';

fileStoreSuite('disk', async () => {
  const folder = temporaryFolder();
  return {
    store: diskFileStore(join(folder, 'files')),
    async spoil(sha256, bytes) {
      const path = join(folder, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
      await chmod(path, 0o600);
      await writeFile(path, bytes);
    },
  };
});

test('a put leaves no temporary file, whether it succeeds or fails', async () => {
  const folder = temporaryFolder();
  const store = diskFileStore(folder);
  await store.put(Buffer.from('whole'));
  const broken = (async function* () {
    yield Buffer.from('half');
    throw new Error('broken');
  })();
  await expect(store.put(broken)).rejects.toThrow('broken');
  expect(await readdir(join(folder, 'unfinished'))).toEqual([]);
});

test('temporary files of a killed process are deleted after a day, not earlier', async () => {
  const folder = temporaryFolder();
  const unfinished = join(folder, 'unfinished');
  await mkdir(unfinished);
  await writeFile(join(unfinished, 'abandoned'), 'half');
  await writeFile(join(unfinished, 'being-written'), 'half');
  const twoDaysAgo = new Date(Date.now() - 48 * 3600 * 1000);
  await utimes(join(unfinished, 'abandoned'), twoDaysAgo, twoDaysAgo);
  await diskFileStore(folder).put(Buffer.from('whole'));
  expect(await readdir(unfinished)).toEqual(['being-written']);
});

test('a temporary file that cannot be removed does not prevent storing files', async () => {
  const folder = temporaryFolder();
  const unfinished = join(folder, 'unfinished');
  const twoDaysAgo = new Date(Date.now() - 48 * 3600 * 1000);
  // The cleanup deletes only files, so this folder remains.
  await mkdir(join(unfinished, 'in-the-way'), { recursive: true });
  await utimes(join(unfinished, 'in-the-way'), twoDaysAgo, twoDaysAgo);
  const store = diskFileStore(folder);
  for (const bytes of ['the lease', 'its attachment'])
    expect(await store.has(await store.put(Buffer.from(bytes)))).toBe(true);
  await rmdir(join(unfinished, 'in-the-way'));
  await writeFile(join(unfinished, 'abandoned'), 'half');
  await utimes(join(unfinished, 'abandoned'), twoDaysAgo, twoDaysAgo);
  await store.put(Buffer.from('another lease'));
  expect(await readdir(unfinished)).toEqual([]);
});
