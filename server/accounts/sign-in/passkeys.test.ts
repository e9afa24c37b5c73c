import { beforeAll, expect, test } from 'vitest';
import type { OwnSecurity } from '#contract/accounts/security.ts';
import { openBrowser } from '#testing/browser.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openPasskeyDevice, type PasskeyDevice } from '#testing/fakes/passkey-device.ts';
import { confirmAddress } from '#testing/confirm-address.ts';
import { memberAt, openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada, mallory, type AccountHolder } from '#testing/sign-up.ts';

type Asked = { challenge: string; user: { id: string }; rp: { id: string } };

describeOnOneDatabase('passkeys', (open) => {
  let office: SignInOffice;
  let origin: string;
  let people = 0;
  beforeAll(async () => {
    office = await openSignInOffice(await open());
    // A passkey is bound to a host name, which an IP address is not.
    origin = office.baseUrl.replace('127.0.0.1', 'localhost');
  });

  async function memberOf(person: AccountHolder): Promise<Member> {
    const browser = openBrowser(origin);
    await browser.submit(await browser.go('/api/login'), { ...person });
    if ((await browser.go('/api/security')).body.includes('"emailConfirmed":false'))
      await confirmAddress(browser, mailbox, person.email);
    return memberAt(browser);
  }

  /** Returns the person’s emails, with links rewritten to the host name on which the person is signed in. */
  const mailbox = (address: string) =>
    Promise.resolve(office.post.to(address).map(({ text }) => text.replaceAll('127.0.0.1', 'localhost')));

  const begin = (member: Member, password: string) =>
    member.post<Asked>('/api/security/passkeys/options', { password });
  const finish = (member: Member, answer: object, name = 'Ada’s laptop') =>
    member.post<{ id: string }>('/api/security/passkeys', { name, answer });

  async function withPasskey() {
    const person = { ...ada, email: `ada-${(people += 1)}@harbour.example` };
    const member = await memberOf(person);
    const device = openPasskeyDevice();
    const { body } = await begin(member, person.password);
    const added = await finish(member, await device.create(body, origin));
    expect(added.status).toBe(201);
    return { person, member, device, id: added.body.id };
  }

  type Bend = Parameters<PasskeyDevice['get']>[2] & { origin?: string; challenge?: string };

  /** Signs in like the script of the sign-in page; returns the response and whether there is a session. */
  async function signIn(device: PasskeyDevice, bend: Bend = {}) {
    const browser = openBrowser(origin);
    const visitor = memberAt(browser);
    const { pathname } = (await browser.go('/api/login')).address;
    const asked = await visitor.post<Asked>(`${pathname}/passkey/options`, {});
    const challenge = bend.challenge ?? asked.body.challenge;
    const answer = await device.get({ challenge }, bend.origin ?? origin, bend);
    const send = () => visitor.post<{ goTo: string }>(`${pathname}/passkey`, answer);
    const sent = await send();
    if (sent.status === 200) await browser.go(sent.body.goTo);
    return { status: sent.status, state: await visitor.state(), visitor, send, challenge };
  }

  test('a passkey is added with the password, listed and reported by mail, and then signs in without a password', async () => {
    const { person, member, device } = await withPasskey();
    const { body } = await member.ask<OwnSecurity>('/api/security');
    expect(body.passkeys).toMatchObject([{ name: 'Ada’s laptop', lastUsedAt: null }]);
    const signed = await signIn(device);
    expect([signed.status, signed.state]).toEqual([200, 200]);
    expect((await signed.visitor.ask('/api/auth/user')).body).toMatchObject({ email: person.email });
    const after = (await member.ask<OwnSecurity>('/api/security')).body;
    expect(after.passkeys[0]?.lastUsedAt).not.toBeNull();
    await office.settled();
    expect(office.post.to(person.email).map(({ subject }) => subject)).toContain('A passkey was added');
  });

  test('adding a passkey requires the password, the right origin and a fresh challenge', async () => {
    const { person, member } = await withPasskey();
    expect((await begin(member, 'a stolen cookie')).status).toBe(403);
    const device = openPasskeyDevice();
    const ask = async () => (await begin(member, person.password)).body;
    const elsewhere = await device.create(await ask(), 'https://harbour.example.evil.example');
    expect((await finish(member, elsewhere)).body).toMatchObject({ code: 'passkey-refused' });
    const old = await device.create(await ask(), origin);
    await ask();
    expect((await finish(member, old)).status).toBe(422);
    const late = await device.create(await ask(), origin);
    office.wait(6 * 60_000);
    expect((await finish(member, late)).status).toBe(422);
    expect((await member.ask<OwnSecurity>('/api/security')).body.passkeys).toHaveLength(1);
  });

  test("Mallory's passkey does not open Ada's account, even if it claims Ada's user id", async () => {
    const { member } = await withPasskey();
    const hers = { ...mallory, email: `mallory-${(people += 1)}@elsewhere.example` };
    const her = await memberOf(hers);
    const device = openPasskeyDevice();
    const { body: victim } = await begin(member, ada.password);
    const { body: asked } = await begin(her, hers.password);
    // Mallory cannot use a challenge that was issued to Ada.
    expect((await finish(her, await device.create(victim, origin))).status).toBe(422);
    expect(asked.user.id).not.toBe(victim.user.id);
    const again = (await begin(her, hers.password)).body;
    expect((await finish(her, await device.create(again, origin))).status).toBe(201);
    const bent = await signIn(device, { userHandle: victim.user.id });
    expect([bent.status, bent.state]).toEqual([422, 401]);
  });

  test.each([
    ['another origin', { origin: 'http://localhost.evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['no user verification', { verified: false }],
    ['an unknown challenge', { challenge: 'bm90IG91cnM' }],
  ])('rejects a passkey with %s', async (_name, bend) => {
    const { device } = await withPasskey();
    const signed = await signIn(device, bend);
    expect([signed.status, signed.state]).toEqual([422, 401]);
  });

  test('a replayed response and a cloned device with an old counter are rejected', async () => {
    const { device } = await withPasskey();
    const first = await signIn(device);
    expect((await first.send()).status).not.toBe(200);
    expect((await signIn(device, { challenge: first.challenge })).status).toBe(422);
  });

  test('a passkey can be renamed, and no longer works after it is removed with the password', async () => {
    const { person, member, device, id } = await withPasskey();
    const path = `/api/security/passkeys/${id}`;
    expect((await member.patch(path, { name: 'Old laptop' })).status).toBe(204);
    const stranger = await memberOf({ ...mallory, email: `mallory-${(people += 1)}@elsewhere.example` });
    const steal = { method: 'DELETE', body: { password: mallory.password } };
    expect((await stranger.ask(path, steal)).status).toBe(404);
    expect((await member.delete(path, { password: 'guess' })).status).toBe(403);
    expect((await signIn(device)).state).toBe(200);
    const gone = await member.delete(path, { password: person.password });
    expect(gone.status).toBe(204);
    expect((await signIn(device)).state).toBe(401);
    await office.settled();
    expect(office.post.to(person.email).at(-1)?.text).toContain('‘Old laptop’');
  });

  test('turning off a second factor that was never active does not affect a passkey session', async () => {
    const { person, member } = await withPasskey();
    const { accountId } = (await member.ask<{ accountId: string }>('/api/auth/user')).body;
    const factors = async () => {
      const { db } = office.product.services;
      const rows = db.selectFrom('sessions').select('factor').where('account_id', '=', accountId);
      return (await rows.execute()).map(({ factor }) => factor);
    };
    expect(await factors()).toEqual([true]);
    const off = await member.delete('/api/security/two-factor', { password: person.password });
    expect(off.status).toBe(204);
    expect(await factors()).toEqual([true]);
  });
});
