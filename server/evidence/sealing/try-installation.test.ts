import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openInProcessEngine } from '../../adapters/pdf-engine/in-process.ts';
import { openOwnAuthority } from '../../adapters/seal-key/own-authority.ts';
import { keyFitsCertificate, testInstallationSeal, wordsWithoutFont } from './try-installation.ts';

test('an intact installation can seal and print every script, and its key matches its certificate', async () => {
  expect(await testInstallationSeal(openInProcessEngine(), Date.now())).toBeUndefined();
  expect(await wordsWithoutFont(openInProcessEngine())).toEqual([]);
});

test('a key that does not match its certificate is detected before it seals anything', async () => {
  const [ours, other] = await Promise.all([0, 1].map(() => openOwnAuthority(temporaryFolder(), Date.now())));
  if (!ours || !other || 'problem' in ours || 'problem' in other) throw new Error('no key');
  expect(await keyFitsCertificate(ours)).toBe(true);
  expect(await keyFitsCertificate({ ...ours, sign: other.sign })).toBe(false);
  expect(await keyFitsCertificate({ ...ours, sign: () => Promise.reject(new Error('denied')) })).toBe(false);
});
