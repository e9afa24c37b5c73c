import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/foundation/db/database.ts';
import { openBrowser } from '#testing/browser.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase, openOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { startFakeProvider } from '#testing/fakes/identity-provider.ts';
import { memberAt, openSignInOffice, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada, type AccountHolder } from '#testing/sign-up.ts';
import { startServer, testConfig } from '#testing/servers/start-server.ts';
import { serviceNamesForPeople } from '../profile/service-names.ts';

/** The signing page displayed this name as ‘Sent by Anna Chief ceo@bank.com’. */
const reversed = 'Chief \u202Emoc.knab@oec\u202C';
const misleading = [
  reversed,
  'Gra\u200bce',
  'Grace\u{e0041}',
  '\u3164',
  'Countersign Support',
  'evil.com/pay',
];

describeOnOneDatabase('names of people', (open) => {
  let office: SignInOffice;
  let database: Database;
  let people = 0;
  beforeAll(async () => {
    database = await open();
    office = await openSignInOffice(database);
  });
  const newPerson = (): AccountHolder => ({ ...ada, email: `ada-names-${(people += 1)}@harbour.example` });

  test('Mallory cannot sign up with a misleading name or address', async () => {
    for (const lastName of misleading) {
      const person = { ...newPerson(), lastName };
      const browser = openBrowser(office.baseUrl);
      const answer = await browser.submit(await browser.go('/api/login'), { ...person });
      expect(answer.status, lastName).toBe(422);
      expect(answer.body).toContain('aria-invalid="true"');
      expect(await memberAt(browser).state()).toBe(401);
    }
    for (const email of [
      '\u202Emoc@harbour.example',
      'ad\u200Bmin@harbour.example',
      'ceo＠bank.com@own.example',
    ]) {
      const browser = openBrowser(office.baseUrl);
      const answer = await browser.submit(await browser.go('/api/login'), { ...ada, email });
      expect(answer.status, email).toBe(422);
    }
  });

  test('a misleading profile name is refused, and the old name is kept', async () => {
    const person = newPerson();
    const member = await office.signedIn(person);
    for (const lastName of misleading) {
      const answer = await member.patch('/api/user/profile', { firstName: 'Anna', lastName });
      expect(answer.body, lastName).toMatchObject({ code: 'name-invalid', status: 422 });
    }
    expect((await member.ask('/api/auth/user')).body).toMatchObject({ firstName: 'Ada', lastName: 'Moreau' });
    expect(
      (await member.patch('/api/user/profile', { firstName: 'Dr.med', lastName: 'M.Müller/K.Müller' }))
        .status,
    ).toBe(204);
  });

  test('the rule for names also applies to recipients, contacts and people in templates', async () => {
    const desk = await office.desk();
    const draft = await desk.prepare(sampleLease(1), [grace]);
    for (const name of misleading) {
      const recipients = { method: 'PUT' as const, body: [{ email: grace.email, name }] };
      expect((await desk.ask(`/api/documents/${draft.id}/recipients`, recipients)).body, name).toMatchObject({
        code: 'recipient-name-invalid',
      });
      const contact = { method: 'POST' as const, body: { email: 'new@harbour.example', name } };
      expect((await desk.ask('/api/contacts', contact)).body, name).toMatchObject({
        code: 'contact-name-invalid',
      });
    }
  });

  test('the migration removes hidden characters from existing names', async () => {
    const person = newPerson();
    const member = await office.signedIn(person);
    const { db } = office.product.services;
    const lastName = 'Ch\u202Eie\u200bf \u{e0041}علی\u200cرضا';
    for (const table of ['users', 'identities'] as const)
      await db.updateTable(table).set({ last_name: lastName }).where('email', '=', person.email).execute();
    const migration = new URL(
      '../../foundation/db/migrations/0164-names-without-hidden-characters.sql',
      import.meta.url,
    );
    await database.owner.query(await readFile(migration, 'utf8'));
    expect((await member.ask('/api/auth/user')).body).toMatchObject({ lastName: 'Chief علی\u200cرضا' });
  });
});

describe('names from an external provider', () => {
  test('hidden characters are removed from a name, and a name that resembles the service is dropped', async () => {
    const { db } = await openOneDatabase();
    const provider = await startFakeProvider();
    const config = await testConfig({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
    });
    const { baseUrl } = await startServer({ db, config });
    const nameOf = async (given_name: string, family_name: string) => {
      provider.person = { ...provider.person, given_name, family_name };
      const browser = openBrowser(baseUrl);
      await browser.go('/api/login');
      return JSON.parse((await browser.go('/api/auth/user')).body) as { firstName: string; lastName: string };
    };
    expect(await nameOf('Anna', reversed)).toMatchObject({
      firstName: 'Anna',
      lastName: 'Chief moc.knab@oec',
    });
    expect(await nameOf('Countersign Support', '')).toMatchObject({ firstName: '', lastName: '' });
  });
});

test('a person’s name must not resemble an operator name of several words, but may equal a one-word name', () => {
  expect(serviceNamesForPeople({ plans: 'on', operatorName: 'Harbour Notary Ltd' })).toEqual([
    'Countersign',
    'Harbour Notary Ltd',
  ]);
  expect(serviceNamesForPeople({ plans: 'on', operatorName: 'Moreau' })).toEqual(['Countersign']);
});
