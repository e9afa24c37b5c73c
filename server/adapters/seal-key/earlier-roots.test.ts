import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSealChain, toPem } from '#testing/pki/seal-chain.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { withEarlierRoots } from './earlier-roots.ts';
import { openOwnAuthority } from './own-authority.ts';

test('reads earlier roots from a file of certificates, or tells the operator why that failed', async () => {
  const folder = temporaryFolder();
  const key = await openOwnAuthority(folder, Date.now());
  if ('problem' in key) throw new Error(key.problem);
  const [harbour, quay] = [await makeSealChain(), await makeSealChain({ organization: 'Quay' })];
  const kept = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const both = await withEarlierRoots(key, kept('both.pem', harbour.rootPem + quay.rootPem));
  expect(both).toEqual({ ...key, earlierRoots: [harbour.root, quay.root] });
  const broken = kept('broken.pem', toPem(harbour.root.subarray(0, 200)));
  for (const file of [join(folder, 'nowhere.pem'), kept('letter.pem', 'Dear Ada'), broken])
    expect(await withEarlierRoots(key, file), file).toEqual({
      problem: expect.stringContaining(`SEAL_EARLIER_ROOTS_FILE (${file})`),
    });
});
