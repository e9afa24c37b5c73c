import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readCrl } from '#pdf/verify/revocation/read-crl.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import type { Database } from '../../foundation/db/database.ts';
import { openOwnAuthority } from '../../adapters/seal-key/own-authority.ts';
import { exportRootKey, renewKey, renewList } from '../../adapters/seal-key/manage-authority.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { SealKey } from '../../ports/seal-key.ts';
import { checkSealKey, endsSoon } from './known-keys.ts';

const day = 86_400_000;

describeOnOneDatabase('the sealing keys of an installation', (open) => {
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

  test('the first key and other keys under its root may seal, but a key under another root needs confirmation', async () => {
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

  test('startup reports a key that makes invalid seals', async () => {
    const [key, other] = [await keyIn('first'), await keyIn('other')];
    expect(await check({ ...key, sign: other.sign })).toEqual({
      problem: expect.stringMatching(/does not make valid seals .*backup/),
    });
    const failing = { ...key, sign: () => Promise.reject(new Error('the module does not answer')) };
    expect(await check(failing)).toMatchObject({ problem: expect.stringContaining('does not answer') });
  });

  test('the operator is warned two months before the key expires', async () => {
    const key = await keyIn('first');
    const { notAfter } = key.describe();
    expect(await endsSoon(key, notAfter - 70 * day)).toEqual([]);
    // If the root key is present, the server renews the sealing key at startup without the operator.
    expect(await endsSoon(key, notAfter - 50 * day)).toEqual([
      expect.stringMatching(
        /nothing is sealed after that. Restart the server, which renews the key automatically.$/,
      ),
    ]);
    await exportRootKey(join(folder, 'first'), join(folder, 'first.pem'), notAfter - 300 * day);
    expect(await endsSoon(await keyIn('first'), notAfter - 50 * day)).toEqual([
      expect.stringMatching(/Renew it with npm run seal-key -- renew --root-key FILE/),
    ]);
  });

  test('the operator is warned two months before the certificate revocation list expires and can renew it', async () => {
    const dataDir = join(folder, 'put away');
    const away = join(folder, 'put-away.pem');
    await keyIn('put away');
    await expect(renewList(dataDir, Date.now(), undefined)).rejects.toThrow('The root key is on this server');
    const start = Date.now();
    await exportRootKey(dataDir, away, start);
    const key = await keyIn('put away');
    const nextUpdate = async (): Promise<number> => readCrl((await key.lists!(start))[0]!).nextUpdate!;
    expect(await endsSoon(key, start + 330 * day)).toEqual([]);
    const list = expect.stringMatching(
      /^The list of revoked certificates expires on .* npm run seal-key -- list --root-key FILE$/,
    );
    expect(await endsSoon(key, start + 390 * day)).toEqual([list]);
    const later = start + 401 * day;
    expect(await nextUpdate()).toBeLessThan(later);
    await expect(renewList(dataDir, later, undefined)).rejects.toThrow('--root-key FILE');
    await renewList(dataDir, later, away);
    expect(await nextUpdate()).toBeGreaterThan(later + 300 * day);
    expect(await endsSoon(key, later)).toEqual([]);
  });
});
