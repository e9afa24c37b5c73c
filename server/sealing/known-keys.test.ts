import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import type { Database } from '../db/database.ts';
import { openOwnAuthority } from '../adapters/seal-key/own-authority.ts';
import { renewKey } from '../adapters/seal-key/manage-authority.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { SealKey } from '../ports/seal-key.ts';
import { checkSealKey, endsSoon } from './known-keys.ts';

describeOnOneDatabase('the keys that seal here', (open) => {
  let database: Database;
  let folder: string;
  beforeAll(async () => {
    database = await open();
    folder = temporaryFolder();
  });

  async function keyIn(name: string): Promise<SealKey> {
    const key = await openOwnAuthority(join(folder, name), Date.now());
    if ('problem' in key) throw new Error(key.problem);
    return key;
  }
  const check = (key: SealKey, meantRoot?: string) =>
    checkSealKey(database.db, key, { now: Date.now(), meantRoot });

  test('the first one, and each under its root, may seal; one under another root may not, unless it is meant', async () => {
    const first = await keyIn('first');
    expect(await check(first)).toBeUndefined();
    await renewKey(join(folder, 'first'), Date.now());
    expect(await check(await keyIn('first'))).toBeUndefined();

    const lost = await keyIn('made anew');
    const root = sha256(lost.chain.at(-1)!);
    expect(await check(lost)).toEqual({ problem: expect.stringContaining('the key was lost or changed') });
    expect(await check(lost, 'f'.repeat(64))).toMatchObject({ problem: expect.stringContaining(root) });
    expect(await check(lost, root)).toBeUndefined();
    const kept = await database.db.selectFrom('seal_keys').select('root').distinct().execute();
    expect(kept).toHaveLength(2);
  });

  test('a key that makes no seal that holds is told at the start, and not by the first document', async () => {
    const [key, other] = [await keyIn('first'), await keyIn('other')];
    expect(await check({ ...key, sign: other.sign })).toEqual({
      problem: expect.stringMatching(/makes no seal that holds .*backup/),
    });
    const failing = { ...key, sign: () => Promise.reject(new Error('the module does not answer')) };
    expect(await check(failing)).toMatchObject({ problem: expect.stringContaining('does not answer') });
  });

  test('its operator is told two months before it ends', async () => {
    const key = await keyIn('first');
    const { notAfter } = key.describe();
    expect(endsSoon(key, notAfter - 70 * 86_400_000)).toBeUndefined();
    expect(endsSoon(key, notAfter - 50 * 86_400_000)).toContain('npm run seal-key -- renew');
  });
});
