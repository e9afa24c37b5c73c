import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openInProcessEngine } from '../adapters/pdf-engine/in-process.ts';
import { openOwnAuthority } from '../adapters/seal-key/own-authority.ts';
import { keyFitsCertificate, trySealing, wordsWithoutFont } from './try-installation.ts';

test('an installation that is whole seals, prints every script, and has the key of its certificate', async () => {
  expect(await trySealing(openInProcessEngine(), Date.now())).toBeUndefined();
  expect(await wordsWithoutFont(openInProcessEngine())).toEqual([]);
});

test('a key that is not the one of its certificate is found before it seals anything', async () => {
  const folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'countersign-keys-'))));
  onTestFinished(
    async () => void (await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))),
  );
  const [ours, other] = await Promise.all(folders.map((folder) => openOwnAuthority(folder, Date.now())));
  if (!ours || !other || 'problem' in ours || 'problem' in other) throw new Error('no key');
  expect(await keyFitsCertificate(ours)).toBe(true);
  expect(await keyFitsCertificate({ ...ours, sign: other.sign })).toBe(false);
  expect(await keyFitsCertificate({ ...ours, sign: () => Promise.reject(new Error('denied')) })).toBe(false);
});
