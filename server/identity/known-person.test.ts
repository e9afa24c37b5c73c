import { expect, test } from 'vitest';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { welcome } from './known-person.ts';

const grace = {
  issuer: 'https://login.example.org',
  subject: 'grace',
  email: 'grace@harbour.example',
  emailVerified: true,
  firstName: 'Grace',
  lastName: 'Lindqvist',
  idToken: undefined,
  factor: false,
};

describeOnOneDatabase('who signs in', (open) => {
  test('gets one account, however many first sign-ins there are at the same moment', async () => {
    const { db } = await open();
    const now = Date.now();
    const welcomed = await Promise.all([
      welcome(db, grace, now),
      welcome(db, grace, now),
      welcome(db, grace, now),
    ]);
    expect(new Set(welcomed.map((user) => user.userId)).size).toBe(1);
    expect(await db.selectFrom('accounts').selectAll().execute()).toHaveLength(1);
  });

  test('is another person at another issuer, with the same subject and e-mail', async () => {
    const { db } = await open();
    const here = await welcome(db, grace, Date.now());
    const there = await welcome(db, { ...grace, issuer: 'https://elsewhere.example' }, Date.now());
    expect(there.accountId).not.toBe(here.accountId);
  });
});
