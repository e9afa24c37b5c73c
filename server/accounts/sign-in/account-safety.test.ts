import { beforeAll, expect, test } from 'vitest';
import type { OwnSecurity, SessionView } from '#contract/accounts/security.ts';
import { openBrowser } from '#testing/browser.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { longTest } from '#testing/long-test.ts';
import { memberAt, openSignInOffice, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada, mallory, type AccountHolder } from '#testing/sign-up.ts';

const newPassword = 'a quill of my own';

describeOnOneDatabase('account security', (open) => {
  let office: SignInOffice;
  let people = 0;
  beforeAll(async () => {
    office = await openSignInOffice(await open());
  });

  const newPerson = (): AccountHolder => ({ ...ada, email: `ada-${(people += 1)}@harbour.example` });

  async function signsIn({ email }: AccountHolder, password: string): Promise<boolean> {
    const browser = openBrowser(office.baseUrl);
    await browser.submit(await browser.go('/api/login'), { email, password });
    return (await memberAt(browser).state()) === 200;
  }

  /** Waits for the newest link mailed with this subject. */
  async function mailedLink(email: string, subject: string): Promise<string> {
    let link = '';
    await expect
      .poll(async () => {
        await office.settled();
        const mails = office.post.to(email).filter((mail) => mail.subject === subject);
        return (link = /https?:\/\/\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '');
      })
      .not.toBe('');
    return link;
  }

  async function forget(email: string) {
    const browser = openBrowser(office.baseUrl);
    return browser.submit(await browser.go('/login/forgot'), { email });
  }

  /** Opens a mailed link and submits the form on its page. */
  async function follow(link: string, values: Record<string, string> = {}) {
    const browser = openBrowser(office.baseUrl);
    const page = await browser.go(link);
    if (page.status !== 200) return page;
    return browser.submit(page, { link: new URL(link).searchParams.get('link')!, ...values });
  }

  test('changing the password ends all sessions except the current one', async () => {
    const person = newPerson();
    const [here, there] = [await office.signedIn(person), await office.signedIn(person)];
    const change = (password: string, next: string) =>
      here.post('/api/security/password', { password, newPassword: next });
    expect((await change('a stolen cookie', newPassword)).body).toMatchObject({ code: 'password-wrong' });
    expect((await change(person.password, 'short')).body).toMatchObject({ code: 'password-length-invalid' });
    expect(await there.state()).toBe(200);

    expect((await change(person.password, newPassword)).status).toBe(204);
    expect([await here.state(), await there.state()]).toEqual([200, 401]);
    // The provider does not sign the other browser in again without asking.
    expect((await there.browser.go('/api/login')).body).toContain('name="password"');
    expect(await signsIn(person, person.password)).toBe(false);
    expect(await signsIn(person, newPassword)).toBe(true);
    await office.settled();
    expect(office.post.to(person.email).at(-1)?.subject).toBe('Your password was changed');
  });

  test('wrong passwords in the settings count toward the same limit as at sign-in (S-14)', async () => {
    const person = newPerson();
    const member = await office.signedIn(person);
    const guess = (password: string) => member.post('/api/security/recovery-codes', { password });
    for (let tries = 0; tries < 10; tries += 1) expect((await guess('a guess')).status).toBe(403);
    expect((await guess(person.password)).status).toBe(429);
  });

  longTest(
    'signing up with another person’s address gives Mallory no further attempts on their password (S-14)',
    async () => {
      const person = newPerson();
      await office.signedIn(person);
      const squatter = openBrowser(office.baseUrl);
      await squatter.submit(await squatter.go('/api/login'), { ...mallory, email: person.email });
      const knows = ({ cookies }: ReturnType<typeof openBrowser>) =>
        cookies().some(({ name }) => name === 'known-browser');
      expect(knows(squatter)).toBe(false);
      const tries = async (password: string) => {
        const browser = openBrowser(office.baseUrl);
        const { status } = await browser.submit(await browser.go('/api/login'), {
          email: person.email,
          password,
        });
        return { status, known: knows(browser) };
      };
      for (let guess = 0; guess < 7; guess += 1) expect((await tries(`guess ${guess}`)).status).toBe(422);
      expect((await tries(mallory.password)).known).toBe(false);
      for (let guess = 7; guess < 10; guess += 1) expect((await tries(`guess ${guess}`)).status).toBe(422);
      expect((await tries('one more')).status).toBe(429);
      office.wait(60_000);
      expect((await tries(person.password)).known).toBe(true);
    },
  );

  longTest('an address requested by many people gets at most three mails an hour', async () => {
    const email = 'victim@elsewhere.example';
    const statuses: number[] = [];
    for (let one = 0; one < 2; one += 1) {
      const person = newPerson();
      const member = await office.signedIn(person, { confirmed: false });
      for (let asks = 0; asks < 2; asks += 1)
        statuses.push(
          (await member.post('/api/security/email', { password: person.password, email })).status,
        );
    }
    await office.settled();
    expect(statuses).toEqual([204, 204, 204, 429]);
    expect(office.post.to(email)).toHaveLength(3);
  });

  longTest('sign-ups and requests for confirmation count toward the same limit', async () => {
    const email = 'signed-up@elsewhere.example';
    const member = await office.signedIn({ ...ada, email }, { confirmed: false });
    const other = await office.signedIn(
      { ...ada, email, password: 'of newPerson else 5' },
      { confirmed: false },
    );
    const statuses: number[] = [];
    for (const one of [member, other, member, other])
      statuses.push((await one.post('/api/security/email/confirmation', {})).status);
    expect(statuses).toEqual([204, 204, 204, 429]);
  });

  test('a forgotten password can be reset once by mail, which ends all sessions', async () => {
    const person = newPerson();
    const member = await office.signedIn(person);
    expect((await forget(person.email.toUpperCase())).body).toContain('Check your email');
    const link = await mailedLink(person.email, 'Set a new password');
    expect((await follow(link, { password: 'short' })).status).toBe(422);
    expect((await follow(link, { password: newPassword })).body).toContain('Your password was changed');
    expect(await member.state()).toBe(401);
    expect(await signsIn(person, newPassword)).toBe(true);
    expect(await signsIn(person, person.password)).toBe(false);
    expect((await follow(link, { password: 'another one, by Mallory' })).status).toBe(410);
    expect(await signsIn(person, newPassword)).toBe(true);
  });

  test('after a reset by mail, wrong passwords tried elsewhere do not lock this browser out', async () => {
    const person = newPerson();
    await office.signedIn(person);
    await forget(person.email);
    const link = await mailedLink(person.email, 'Set a new password');
    const browser = openBrowser(office.baseUrl);
    const page = await browser.go(link);
    const isKnown = () => browser.cookies().some(({ name }) => name === 'known-browser');
    expect(isKnown()).toBe(false);
    const secret = new URL(link).searchParams.get('link')!;
    await browser.submit(page, { link: secret, password: newPassword });
    expect(isKnown()).toBe(true);
  });

  test('of two concurrent uses of a link only one succeeds', async () => {
    const person = newPerson();
    await office.signedIn(person);
    await forget(person.email);
    const link = await mailedLink(person.email, 'Set a new password');
    const answers = await Promise.all(
      ['the first of two', 'the second of two'].map((password) => follow(link, { password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  test('a link stops working after an hour, if altered, or after a later password change', async () => {
    const person = newPerson();
    const member = await office.signedIn(person);
    await forget(person.email);
    const link = await mailedLink(person.email, 'Set a new password');
    const bent = link.slice(0, -2) + (link.endsWith('A') ? 'BB' : 'AA');
    expect((await follow(bent)).status).toBe(410);
    const body = { password: person.password, newPassword };
    await member.post('/api/security/password', body);
    expect((await follow(link)).status).toBe(410);

    await forget(person.email);
    const later = await mailedLink(person.email, 'Set a new password');
    office.wait(60 * 60_000);
    expect((await follow(later)).status).toBe(410);
  });

  longTest('a link mailed to the previous address does not work', async () => {
    const person = newPerson();
    const member = await office.signedIn(person);
    await forget(person.email);
    const link = await mailedLink(person.email, 'Set a new password');
    const email = `new-${person.email}`;
    await member.post('/api/security/email', { password: person.password, email });
    await follow(await mailedLink(email, 'Confirm your email'), { password: person.password });
    expect((await follow(link)).status).toBe(410);
    expect(await signsIn({ ...person, email }, person.password)).toBe(true);
  });

  test('an address without an account gets the same response but no mail', async () => {
    const person = newPerson();
    await office.signedIn(person);
    const [known, unknown] = [await forget(person.email), await forget('nobody@harbour.example')];
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toBe(known.body.replaceAll(person.email, 'nobody@harbour.example'));
    await mailedLink(person.email, 'Set a new password');
    expect(office.post.to('nobody@harbour.example')).toEqual([]);
  });

  test('Mallory cannot flood an address with emails', async () => {
    const person = newPerson();
    await office.signedIn(person);
    for (let tries = 0; tries < 6; tries += 1) expect((await forget(person.email)).status).toBe(200);
    await mailedLink(person.email, 'Set a new password');
    await office.settled();
    const mails = office.post.to(person.email).filter(({ subject }) => subject === 'Set a new password');
    expect(mails.length).toBeLessThanOrEqual(3);
  });

  test('a new address is confirmed with a button, not by opening the link', async () => {
    const person = newPerson();
    const member = await office.signedIn(person, { confirmed: false });
    const confirmed = async () => (await member.ask<OwnSecurity>('/api/security')).body.emailConfirmed;
    const link = await mailedLink(person.email, 'Confirm your email');
    await openBrowser(office.baseUrl).go(link);
    expect(await confirmed()).toBe(false);
    expect((await follow(link)).status).toBe(422);
    expect((await follow(link, { password: 'a guess of Mallory' })).body).toContain(
      'the password of that account',
    );
    expect(await confirmed()).toBe(false);
    expect((await follow(link, { password: person.password })).body).toContain('Your email is confirmed');
    expect(await confirmed()).toBe(true);
    expect((await follow(link, { password: person.password })).status).toBe(410);
  });

  test('an address change takes effect on confirmation, and the previous address is notified', async () => {
    const person = newPerson();
    const member = await office.signedIn(person);
    const email = `new-${person.email}`;
    const ask = (password: string, address: string) =>
      member.post('/api/security/email', { password, email: address });
    expect((await ask('a stolen cookie', email)).status).toBe(403);
    expect((await ask(person.password, 'no address')).body).toMatchObject({ code: 'email-invalid' });
    expect((await ask(person.password, email)).status).toBe(204);
    expect((await member.ask('/api/auth/user')).body).toMatchObject({ email: person.email });
    await follow(await mailedLink(email, 'Confirm your email'), { password: person.password });
    expect((await member.ask('/api/auth/user')).body).toMatchObject({ email });
    expect(await signsIn({ ...person, email }, person.password)).toBe(true);
    await office.settled();
    expect(office.post.to(person.email).at(-1)?.text).toContain(email);
  });

  test('an address that already has an account cannot be taken over', async () => {
    const [person, taken] = [newPerson(), newPerson()];
    const member = await office.signedIn(person);
    await office.signedIn(taken);
    await member.ask('/api/security/email', {
      method: 'POST',
      body: { password: person.password, email: taken.email },
    });
    await office.settled();
    expect(office.post.to(taken.email).at(-1)?.subject).toBe('You already have an account');
    await follow(await mailedLink(taken.email, 'Confirm your email'), { password: person.password });
    expect((await member.ask('/api/auth/user')).body).toMatchObject({ email: person.email });
  });

  longTest('sessions are listed with their device and can be ended from another browser', async () => {
    const person = newPerson();
    const [here, there] = [await office.signedIn(person), await office.signedIn(person)];
    const list = async () => (await here.ask<SessionView[]>('/api/sessions')).body;
    const sessions = await list();
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    expect(sessions[0]).toMatchObject({ ip: '127.0.0.1' });
    const other = sessions.find(({ current }) => !current)!;
    const stranger = await office.signedIn({ ...mallory, email: `mallory-${person.email}` });
    expect((await stranger.delete(`/api/sessions/${other.id}`)).status).toBe(404);
    expect(await there.state()).toBe(200);
    expect((await here.delete(`/api/sessions/${other.id}`)).status).toBe(204);
    expect([await here.state(), await there.state()]).toEqual([200, 401]);
    expect((await there.browser.go('/api/login')).body).toContain('name="password"');
    expect(await list()).toHaveLength(1);
  });

  test('signing out everywhere also ends the provider’s sessions', async () => {
    const person = newPerson();
    const members = [await office.signedIn(person), await office.signedIn(person)];
    expect((await members[0]!.delete('/api/sessions')).status).toBe(204);
    for (const { browser, state } of members) {
      expect(await state()).toBe(401);
      expect((await browser.go('/api/login')).body).toContain('name="password"');
    }
  });

  test("mails use the person's language, or their browser's language until they choose one", async () => {
    const person = newPerson();
    const here = await office.signedIn(person);
    await here.patch('/api/user/preferences', { language: 'de' });
    const body = { password: person.password, newPassword };
    expect((await here.post('/api/security/password', body)).status).toBe(204);
    await office.settled();
    const mails = office.post.to(person.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Confirm your email',
      'Ihr Passwort wurde geändert',
    ]);
    expect(mails[1]?.html).toContain('lang="de"');
    expect(mails[1]?.text).toContain('Gesendet von Countersign');
  });

  test('a name changed in the settings survives the next sign-in', async () => {
    const person = newPerson();
    const member = await office.signedIn(person);
    const save = (body: object) => member.patch('/api/user/profile', body);
    expect((await save({ firstName: ' ', lastName: 'Moreau' })).body).toMatchObject({ code: 'name-missing' });
    expect((await save({ firstName: 'Ada', lastName: ' Moreau-Berg\n' })).status).toBe(204);
    const again = await office.signedIn({ ...person, firstName: '', lastName: '' });
    expect((await again.ask('/api/auth/user')).body).toMatchObject({
      firstName: 'Ada',
      lastName: 'Moreau-Berg',
    });
  });

  test('people of an external provider can change these settings only there', async () => {
    const desk = await office.desk();
    expect((await desk.ask('/api/security')).body).toEqual({ managed: 'elsewhere', address: null });
    const change = { method: 'POST' as const, body: { password: 'x', newPassword } };
    expect((await desk.ask('/api/security/password', change)).body).toMatchObject({
      code: 'managed-by-provider',
    });
  });
});
