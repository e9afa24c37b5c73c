import { expect, test } from 'vitest';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { acceptSecretKey, checkSecretKey, isSecretKeyOf } from './secret-key-check.ts';

const keyOf = (text: string) => ({ secretKey: Buffer.from(text.padEnd(32, '.')), secretKeyGiven: true });
const [own, other] = [keyOf('the key of the harbour'), keyOf('a key from elsewhere')];

describeOnEveryDatabase('the secret key of a database', (open) => {
  test('the first start records the key, and a different key is refused with the name of its setting', async () => {
    const { db } = await open();
    expect(await isSecretKeyOf(db, other.secretKey)).toBe(true);
    expect(await checkSecretKey(db, own)).toBeUndefined();
    expect(await checkSecretKey(db, own)).toBeUndefined();
    expect(await isSecretKeyOf(db, other.secretKey)).toBe(false);
    expect(await checkSecretKey(db, other)).toEqual({
      problem: expect.stringMatching(/^SECRET_KEY is not .*backup.*npm run secret-key -- accept/),
    });
    expect(await checkSecretKey(db, { ...other, secretKeyGiven: false })).toEqual({
      problem: expect.stringMatching(/^SECRET_KEY is not set, .*DATA_DIR\/keys\/secret/),
    });
    expect(await checkSecretKey(db, own)).toBeUndefined();
  });

  test('if two processes start for the first time with different keys, one is refused', async () => {
    const { db } = await open();
    const answers = await Promise.all([checkSecretKey(db, own), checkSecretKey(db, other)]);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
  });

  test('a lost key can be replaced, and the old one is then refused', async () => {
    const { db } = await open();
    await checkSecretKey(db, own);
    await acceptSecretKey(db, other.secretKey);
    expect(await checkSecretKey(db, other)).toBeUndefined();
    expect(await checkSecretKey(db, own)).toBeDefined();
  });

  test('the stored fingerprint of the same key differs between databases', async () => {
    const fingerprints = await Promise.all(
      [1, 2].map(async () => {
        const { db } = await open();
        await checkSecretKey(db, own);
        return (await db.selectFrom('secret_key_check').selectAll().executeTakeFirstOrThrow()).fingerprint;
      }),
    );
    expect(fingerprints[0]).not.toEqual(fingerprints[1]);
  });
});
