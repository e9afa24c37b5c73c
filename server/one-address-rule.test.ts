import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import type { FieldInput } from '#contract/documents/field.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { mailAddress } from '#core/recipient/mail-address.ts';
import { grace } from '#testing/cast.ts';
import { openBrowser } from '#testing/browser.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { openDesk, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { memberAt, openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada } from '#testing/sign-up.ts';
import { newId } from './foundation/db/new-id.ts';

/** Returns different spellings of one mailbox. */
const spellings = (local: string) => [
  `  ${local}@mu\u0308ller.example `,
  `${local}@MÜLLER.example`,
  `${local}@xn--mller-kva.example`,
];
const stored = (local: string) => `${local}@xn--mller-kva.example`;

describeOnEveryDatabase('one spelling of an address everywhere', (open) => {
  let office: SignInOffice;
  let member: Member;
  let database: Awaited<ReturnType<typeof open>>;
  let desk: Desk;
  let template: TemplateDetail;
  beforeAll(async () => {
    database = await open();
    office = await openSignInOffice(database, { settings: { PLANS: 'off' } });
    member = await office.signedIn();
    const { body } = await member.ask<{ accountId: string; id: string }>('/api/auth/user');
    const cookie = member.browser.cookieHeader();
    desk = openDesk(office, { accountId: body.accountId, userId: body.id, cookie });
    const draft = await desk.prepare(sampleLease(1), [{ ...grace, role: 'signer' }]);
    const words = { name: 'Berth', description: 'For a year', category: 'Legal', documentId: draft.id };
    const made = await desk.post<{ id: string }>('/api/templates', words);
    template = (await desk.ask<TemplateDetail>(`/api/templates/${made.body.id}`)).body;
  }, 60_000);
  const form = (path: string, fields: Record<string, string>) => {
    const { publicUrl } = office.product.services;
    return office.product.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl },
      payload: new URLSearchParams(fields).toString(),
    });
  };
  const recipientsOf = async (id: string) => (await desk.read(id)).recipients.map(({ email }) => email);
  const addressesIn = async (table: 'form_entries' | 'data_requests' | 'support_messages', local: string) =>
    (await office.product.services.db.selectFrom(table).select('email').execute())
      .map(({ email }) => email)
      .filter((email) => email.startsWith(local));

  /** Functions that enter an address in one place each, and return what is stored. */
  const places: Record<string, (email: string, local: string) => Promise<string[]>> = {
    'a recipient': async (email) => {
      const { body } = await desk.upload(sampleLease(1));
      await desk.put(`/api/documents/${body.id}/recipients`, { recipients: [{ ...grace, email }] });
      return recipientsOf(body.id);
    },
    'a corrected recipient': async (email) => {
      const { id, recipients } = await desk.sent(sampleLease(1), [grace]);
      await desk.post(`/api/documents/${id}/recipients/${recipients[0]!.id}/correct`, { name: 'Ida', email });
      return recipientsOf(id);
    },
    'a delegate': async (email) => {
      const { id } = await desk.prepare(sampleLease(1), [grace]);
      await desk.send(id, { allowDelegation: true });
      await office.settled();
      await desk.signer(grace.email).delegate({ name: 'Ida', email, reason: 'On leave' });
      return recipientsOf(id);
    },
    'a person in a template': async (email) => {
      const recipients = [{ roleId: template.roles[0]!.id, email, name: 'Ida' }];
      const { body } = await desk.post<{ id: string }>(`/api/templates/${template.id}/use`, { recipients });
      return recipientsOf(body.id);
    },
    'a row of a bulk send': async (email, local) => {
      const csv = `Signer 1 Email,Signer 1 Name\n${email},Ida\n`;
      await desk.post(`/api/templates/${template.id}/bulk`, {
        id: newId(office.now()),
        csv,
        fileName: 'a.csv',
      });
      await office.settled();
      const rows = await office.product.services.db.selectFrom('recipients').select('email').execute();
      return rows.map((row) => row.email).filter((one) => one.startsWith(local));
    },
    'a visitor of a public form': async (email, local) => {
      const body = { on: true, visitorRole: template.roles[0]!.id, people: [] };
      const { url } = (await desk.put<{ url: string }>(`/api/templates/${template.id}/form`, body)).body;
      await form(new URL(url).pathname, { name: 'Ida', email });
      return addressesIn('form_entries', local);
    },
    'a contact': async (email) => {
      const { body } = await desk.post<{ email: string }>('/api/contacts', { email, name: 'Ida' });
      return body.email === undefined ? [] : [body.email];
    },
    'an imported contact': async (email, local) => {
      await desk.post('/api/contacts/import', { csv: `Email,Name\n${email},Ida\n` });
      const { body } = await desk.ask<{ email: string }[]>('/api/contacts');
      return body.map((row) => row.email).filter((one) => one.startsWith(local));
    },
    'an invited member': async (email, local) => {
      await desk.post('/api/team/invitations', { email, role: 'member' });
      const { body } = await desk.ask<{ email: string }[]>('/api/team/invitations');
      return body.map((row) => row.email).filter((one) => one.startsWith(local));
    },
    'a person who signs up, and then signs in': async (email, local) => {
      const browser = openBrowser(office.baseUrl);
      await browser.submit(await browser.go('/api/login'), { ...ada, firstName: 'Ida', email });
      expect(await memberAt(browser).state()).toBe(200);
      const rows = await office.product.services.db.selectFrom('identities').select('email').execute();
      return rows.map((row) => row.email).filter((one) => one.startsWith(local));
    },
    'a changed address': async (email, local) => {
      await desk.post('/api/security/email', { password: ada.password, email });
      const rows = office.product.services.db.selectFrom('identity_mails').select('to_address');
      return (await rows.execute()).map((row) => row.to_address).filter((one) => one.startsWith(local));
    },
    'an address for replies': async (email) => {
      await desk.post('/api/brand/reply-to', { address: email });
      const row = await office.product.services.db
        .selectFrom('brands')
        .select('reply_to_requested')
        .executeTakeFirst();
      return row?.reply_to_requested ? [row.reply_to_requested] : [];
    },
    'a request for own data': async (email, local) => {
      await form('/my-data', { email });
      return addressesIn('data_requests', local);
    },
    'a support message': async (email, local) => {
      await desk.post('/api/support/messages', { name: 'Ida', email, topic: 'problem', message: 'Hello' });
      return addressesIn('support_messages', local);
    },
  };

  test.each(Object.entries(places).map(([place, enter], at) => ({ place, enter, local: `ida${at}` })))(
    '$place',
    async ({ enter, local }) => {
      for (const spelling of spellings(local)) {
        const found = await enter(spelling, local);
        if (found.length > 0) expect(new Set(found)).toEqual(new Set([stored(local)]));
        else expect(spelling).not.toBe(spellings(local)[0]);
      }
    },
  );

  test('two spellings of an address are the same contact, invitation and person', async () => {
    const [first, second] = spellings('twice');
    const add = (email: string) => desk.post('/api/contacts', { email, name: 'Ida' });
    expect([(await add(first!)).status, (await add(second!)).status]).toEqual([201, 409]);
    const invite = (email: string) => desk.post('/api/team/invitations', { email, role: 'member' });
    for (const email of [first!, second!]) expect((await invite(email)).status).toBe(201);
    const { body: invitations } = await desk.ask<{ email: string }[]>('/api/team/invitations');
    expect(invitations.filter(({ email }) => email === stored('twice'))).toHaveLength(1);
    const recipients = [first!, second!].map((email) => ({ ...grace, email, role: 'signer' as const }));
    const { body } = await desk.upload(sampleLease(1));
    expect((await desk.put(`/api/documents/${body.id}/recipients`, { recipients })).status).toBe(200);
    const fields: FieldInput[] = [];
    await desk.put(`/api/documents/${body.id}/fields`, fields);
    expect((await desk.send(body.id)).body).toMatchObject({ code: 'duplicate-recipient' });
  });

  test('the migration normalizes stored addresses, except rows that would collide', async () => {
    const { services } = office.product;
    const names = ['müller', 'straße', 'пример', '例え', 'مثال', 'münchen-ost', 'bücher'];
    const own = (name: string) => `old@${name}.example`;
    for (const name of names) await desk.post('/api/contacts', { email: `${name}@quay.example`, name });
    const rows = services.db.updateTable('contacts').where('account_id', '=', desk.accountId);
    for (const name of names)
      await rows
        .set({ email: own(name), email_key: own(name) })
        .where('name', '=', name)
        .execute();
    await desk.post('/api/contacts', { email: own('bücher'), name: 'Second' });
    const migration = 'foundation/db/migrations/0187-one-spelling-of-addresses.sql';
    await database.owner.query(await readFile(new URL(migration, import.meta.url), 'utf8'));
    const found = await services.db.selectFrom('contacts').select(['name', 'email']).execute();
    const emailOf = (name: string) => found.find((row) => row.name === name)?.email;
    expect(names.map(emailOf)).toEqual([
      ...names.slice(0, -1).map((name) => mailAddress(own(name))),
      own('bücher'),
    ]);
    expect(emailOf('Second')).toBe(mailAddress(own('bücher')));
  });
});
