import { expect, test } from 'vitest';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openDoor } from '#testing/open-door.ts';
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

describeOnOneDatabase('people who sign in', (open) => {
  test('concurrent first sign-ins create one account', async () => {
    const { db } = await open();
    const now = Date.now();
    const welcomed = await Promise.all([
      welcome(db, grace, now, openDoor),
      welcome(db, grace, now, openDoor),
      welcome(db, grace, now, openDoor),
    ]);
    expect(new Set(welcomed.map((user) => user.userId)).size).toBe(1);
    expect(await db.selectFrom('accounts').selectAll().execute()).toHaveLength(1);
  });

  test('the same subject and email at another issuer is a different person', async () => {
    const { db } = await open();
    const here = await welcome(db, grace, Date.now(), openDoor);
    const there = await welcome(db, { ...grace, issuer: 'https://elsewhere.example' }, Date.now(), openDoor);
    expect(there.accountId).not.toBe(here.accountId);
  });
});
