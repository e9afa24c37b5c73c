import { beforeAll, expect, test } from 'vitest';
import type { Enrolment } from '#contract/accounts/security.ts';
import { routes } from '#contract/routes.ts';
import type { Route } from '#contract/route.ts';
import { Secret } from 'otpauth';
import { openBrowser } from '#testing/browser.ts';
import { confirmAddress } from '#testing/confirm-address.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { memberAt, openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada, type AccountHolder } from '#testing/sign-up.ts';
import { codeAt } from '../identity-provider/one-time-code.ts';

describeOnOneDatabase('an account that requires a second factor', (open) => {
  let office: SignInOffice;
  let member: Member;
  const person: AccountHolder = { ...ada, email: 'ada.factor@harbour.example' };
  beforeAll(async () => {
    office = await openSignInOffice(await open(), {
      settings: { PLANS: 'off', OPERATOR_EMAILS: person.email },
    });
    member = await office.signedIn(person);
  });

  const require = (twoFactorRequired: boolean) => member.patch('/api/team', { twoFactorRequired });
  const missing = async (of: Member) => (await of.ask('/api/auth/user')).body['twoFactorMissing'];
  const documents = async (of: Member) => {
    const { status, body } = await of.ask('/api/documents');
    return [status, body['code']];
  };
  const closed = [403, 'two-factor-required'];
  let secret: Uint8Array<ArrayBuffer>;
  const nextCode = (): string => {
    office.wait(30_000);
    return codeAt(secret, office.now());
  };

  test('members without a second factor are blocked, including the one who required it', async () => {
    expect(await documents(member)).toEqual([200, undefined]);
    expect((await require(true)).status).toBe(204);
    expect(await missing(member)).toBe(true);
    expect((await member.ask('/api/auth/user')).body['can']).toEqual([]);
    expect(await documents(member)).toEqual(closed);
    expect((await require(false)).body['code']).toBe('two-factor-required');
    const leaving = await member.post('/api/team/leave', {});
    expect([leaving.status, leaving.body['code']]).toEqual(closed);
    for (const path of ['/api/team/members', '/api/contacts', '/api/notices', '/api/audit'])
      expect([path, (await member.ask(path)).status]).toEqual([path, 403]);
    // The operator's pages are also closed, because they contain messages from other people.
    const room = await member.ask('/api/operator/state');
    expect([room.status, room.body['code']]).toEqual(closed);
    const open = (Object.values(routes) as Route[]).filter((route) => route.withoutSecondFactor);
    expect(open.filter(({ name }) => /document|template|contact|notice/i.test(name))).toEqual([]);
  });

  test('members can continue after they set up a second factor and sign in with it', async () => {
    const begun = await member.ask<Enrolment>('/api/security/two-factor', {
      method: 'POST',
      body: { password: person.password },
    });
    secret = Uint8Array.from(Secret.fromBase32(begun.body.secret.replaceAll(' ', '')).bytes);
    const confirmed = await member.ask('/api/security/two-factor/confirm', {
      method: 'POST',
      body: { code: nextCode() },
    });
    expect(confirmed.body['recoveryCodes']).toHaveLength(10);
    expect((await member.ask('/api/operator/state')).status).toBe(200);
    expect(await documents(member)).toEqual([200, undefined]);

    const { email, password } = person;
    const browser = openBrowser(office.baseUrl);
    const page = await browser.submit(await browser.go('/api/login'), { email, password });
    await browser.submit(page, { code: nextCode() });
    expect([await missing(memberAt(browser)), ...(await documents(memberAt(browser)))]).toEqual([
      false,
      200,
      undefined,
    ]);
  });

  test('disabling 2FA ends all sessions when the account requires it', async () => {
    const other = await office.signedIn(person).catch(() => undefined);
    const off = await member.ask('/api/security/two-factor', {
      method: 'DELETE',
      body: { password: person.password },
    });
    expect(off.status).toBe(204);
    expect(await documents(member)).toEqual(closed);
    expect(await other?.state()).not.toBe(200);
    const browser = openBrowser(office.baseUrl);
    const { email, password } = person;
    await browser.submit(await browser.go('/api/login'), { email, password });
    expect(await documents(memberAt(browser))).toEqual(closed);
  });

  test('an owner with an unconfirmed address cannot require a factor, because they could not set one up', async () => {
    const newcomer = { ...ada, email: 'ada.unconfirmed@harbour.example' };
    const unconfirmed = await office.signedIn(newcomer, { confirmed: false });
    const refused = await unconfirmed.patch('/api/team', { twoFactorRequired: true });
    expect([refused.status, refused.body['code']]).toEqual([403, 'address-not-confirmed']);
    expect(await documents(unconfirmed)).toEqual([200, undefined]);
    expect((await unconfirmed.patch('/api/team', { name: 'Harbour Office' })).status).toBe(204);

    // Before that check existed, an owner could require a factor without a confirmed address. Such an owner
    // can still confirm the address with another mail and continue.
    const { db } = office.product.services;
    const hers = db.selectFrom('users').select('account_id').where('email', '=', newcomer.email);
    await db.updateTable('accounts').set({ two_factor_required: true }).where('id', '=', hers).execute();
    expect(await documents(unconfirmed)).toEqual(closed);
    office.post.mails.length = 0;
    expect((await unconfirmed.post('/api/security/email/confirmation', {})).status).toBe(204);
    const mailbox = (address: string) => Promise.resolve(office.post.to(address).map(({ text }) => text));
    await confirmAddress(unconfirmed.browser, mailbox, newcomer.email);
    const begun = await unconfirmed.post('/api/security/two-factor', { password: newcomer.password });
    expect(begun.status).toBe(200);
  });

  test('the audit trail records the requirement and the members’ own changes', async () => {
    const { rows } = await office.ports.database.owner.query<{ type: string }>(
      `SELECT type FROM account_events e JOIN users u USING (account_id) WHERE u.email = $1`,
      [person.email],
    );
    const types = rows.map(({ type }) => type);
    for (const type of ['two_factor_required', 'two_factor_enabled', 'two_factor_disabled'])
      expect([type, types.includes(type)]).toEqual([type, true]);
  });
});
