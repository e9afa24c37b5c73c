import { beforeAll, expect, test } from 'vitest';
import type { Enrolment, OwnSecurity, RecoveryCodes } from '#contract/accounts/security.ts';
import { openBrowser, type Page } from '#testing/browser.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { memberAt, openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada, type AccountHolder } from '#testing/sign-up.ts';
import { Secret } from 'otpauth';
import { codeAt } from '../identity-provider/one-time-code.ts';

const step = 30_000;
const wrongCode = '000000';

describeOnOneDatabase('two-factor sign-in', (open) => {
  let office: SignInOffice;
  let people = 0;
  beforeAll(async () => {
    office = await openSignInOffice(await open());
  });

  /** Creates a person for each test, with an authenticator app that returns a new code each time. */
  async function protectedMember() {
    const person: AccountHolder = { ...ada, email: `ada-${(people += 1)}@harbour.example` };
    const member = await office.signedIn(person);
    const { body } = await member.ask<Enrolment>('/api/security/two-factor', {
      method: 'POST',
      body: { password: person.password },
    });
    const secret = new Uint8Array(Secret.fromBase32(body.secret.replaceAll(' ', '')).buffer);
    const nextCode = (): string => {
      office.wait(step);
      return codeAt(secret, office.now());
    };
    const confirmed = await confirm(member, nextCode());
    return { person, member, secret, nextCode, recoveryCodes: confirmed.body.recoveryCodes };
  }

  const confirm = (member: Member, code: string) =>
    member.post<RecoveryCodes>('/api/security/two-factor/confirm', { code });

  async function passwordAt(person: AccountHolder, browser = openBrowser(office.baseUrl)) {
    const { email, password } = person;
    return { browser, page: await browser.submit(await browser.go('/api/login'), { email, password }) };
  }

  async function signInWith(person: AccountHolder, code: string): Promise<{ page: Page; state: number }> {
    const { browser, page } = await passwordAt(person);
    expect(page.address.pathname).toMatch(/^\/login\/[^/]+\/code$/);
    const after = await browser.submit(page, { code });
    return { page: after, state: await memberAt(browser).state() };
  }

  test('the factor is active after the first code, reported by mail, and required from then on', async () => {
    const { person, member, nextCode, recoveryCodes } = await protectedMember();
    expect(recoveryCodes).toHaveLength(10);
    const { body } = await member.ask<OwnSecurity>('/api/security');
    expect(body).toMatchObject({
      managed: 'here',
      email: person.email,
      twoFactor: { recoveryCodesLeft: 10 },
    });
    await office.settled();
    expect(office.post.to(person.email).map(({ subject }) => subject)).toContain('Two-factor sign-in is on');

    const { browser, page } = await passwordAt(person);
    expect(await memberAt(browser).state()).toBe(401);
    expect((await browser.submit(page, { code: wrongCode })).status).toBe(422);
    await browser.submit(page, { code: nextCode() });
    expect(await memberAt(browser).state()).toBe(200);
  });

  test('a code works once, so an observer cannot reuse it', async () => {
    const { person, nextCode } = await protectedMember();
    const code = nextCode();
    expect((await signInWith(person, code)).state).toBe(200);
    const replayed = await signInWith(person, code);
    expect(replayed.page.status).toBe(422);
    expect(replayed.page.body).toContain('was already used');
    expect(replayed.state).toBe(401);
  });

  test('a code works once even in concurrent requests', async () => {
    const { person, nextCode } = await protectedMember();
    const browsers = await Promise.all([passwordAt(person), passwordAt(person), passwordAt(person)]);
    const code = nextCode();
    await Promise.all(browsers.map(({ browser, page }) => browser.submit(page, { code })));
    const states = await Promise.all(browsers.map(({ browser }) => memberAt(browser).state()));
    expect(states.sort()).toEqual([200, 401, 401]);
  });

  test('a recovery code works once, in any notation, and its use is reported by mail', async () => {
    const { person, recoveryCodes, member } = await protectedMember();
    const code = recoveryCodes[3]!;
    expect((await signInWith(person, ` ${code.toUpperCase().replace('-', ' ')}`)).state).toBe(200);
    expect((await signInWith(person, code)).state).toBe(401);
    const { body } = await member.ask<OwnSecurity>('/api/security');
    expect(body.twoFactor?.recoveryCodesLeft).toBe(9);
    await office.settled();
    const mail = office.post.to(person.email).find(({ subject }) => subject === 'A recovery code was used');
    expect(mail?.text).toContain('9 codes are left');
  });

  test('new recovery codes invalidate the old ones', async () => {
    const { person, member, recoveryCodes } = await protectedMember();
    const ask = (password: string) =>
      member.post<RecoveryCodes>('/api/security/recovery-codes', { password });
    expect((await ask('not hers')).status).toBe(403);
    const renewed = (await ask(person.password)).body.recoveryCodes;
    expect((await signInWith(person, recoveryCodes[0]!)).state).toBe(401);
    expect((await signInWith(person, renewed[0]!)).state).toBe(200);
  });

  test('after five wrong codes even a correct one must wait, and the owner is notified (S-14)', async () => {
    const { person, nextCode } = await protectedMember();
    const { browser, page } = await passwordAt(person);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await browser.submit(page, { code: wrongCode })).status).toBe(422);
    }
    // A second browser does not help Mallory, because the limit is per person.
    const waiting = await signInWith(person, nextCode());
    expect(waiting.page.status).toBe(429);
    expect(Number(waiting.page.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(waiting.state).toBe(401);
    await office.settled();
    const warnings = office.post
      .to(person.email)
      .filter(({ subject }) => subject.startsWith('Failed two-factor'));
    expect(warnings).toHaveLength(1);
    office.wait(15 * 60_000);
    expect((await signInWith(person, nextCode())).state).toBe(200);
  });

  test('the code page requires the password first', async () => {
    await protectedMember();
    const browser = openBrowser(office.baseUrl);
    const form = await browser.go('/api/login');
    const page = await browser.go(`${form.address.pathname}/code`);
    expect(page.status).toBe(400);
    const tried = await browser.go(`${form.address.pathname}/code`, {
      method: 'POST',
      body: new URLSearchParams({ code: wrongCode }),
    });
    expect(tried.status).toBe(400);
  });

  test('the factor can be turned off only with the password', async () => {
    const { person, member } = await protectedMember();
    const turnOff = (password: string) => member.delete('/api/security/two-factor', { password });
    expect((await turnOff('a stolen cookie')).body).toMatchObject({ code: 'password-wrong' });
    expect((await member.ask<OwnSecurity>('/api/security')).body.twoFactor).not.toBeNull();
    expect((await turnOff(person.password)).status).toBe(204);
    const { browser } = await passwordAt(person);
    expect(await memberAt(browser).state()).toBe(200);
  });

  test('the factor is inactive until confirmed, and starting again creates a new secret', async () => {
    const person = { ...ada, email: 'half@harbour.example' };
    const member = await office.signedIn(person);
    const begin = async () =>
      (
        await member.ask<Enrolment>('/api/security/two-factor', {
          method: 'POST',
          body: { password: person.password },
        })
      ).body;
    const [first, second] = [await begin(), await begin()];
    expect(first.secret).not.toBe(second.secret);
    expect((await confirm(member, wrongCode)).body).toMatchObject({ code: 'code-wrong' });
    const { browser } = await passwordAt(person);
    expect(await memberAt(browser).state()).toBe(200);
  });

  test('turning off a factor that was never active sends no notification', async () => {
    const person = { ...ada, email: `ada-${(people += 1)}@harbour.example` };
    const member = await office.signedIn(person);
    await member.post('/api/security/two-factor', { password: person.password });
    const off = { method: 'DELETE', body: { password: person.password } } as const;
    expect((await member.ask('/api/security/two-factor', off)).status).toBe(204);
    await office.settled();
    expect(office.post.to(person.email).map(({ subject }) => subject)).not.toContain(
      'Two-factor sign-in is off',
    );
  });

  test('the database contains nothing that could generate codes', async () => {
    const { secret, recoveryCodes } = await protectedMember();
    const tables = ['identity_authenticators', 'identity_recovery_codes'] as const;
    const dump = JSON.stringify(
      await Promise.all(
        tables.map((name) => office.ports.database.db.selectFrom(name).selectAll().execute()),
      ),
    );
    const spellings = [
      new Secret({ buffer: secret.buffer }).base32,
      Buffer.from(secret).toString('base64url'),
    ];
    for (const text of [...spellings, ...recoveryCodes]) expect(dump).not.toContain(text);
  });
});
