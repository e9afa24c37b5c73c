import type { Kysely } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { currentUser } from '#contract/accounts/account.ts';
import { openBrowser } from '#testing/browser.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { ada, mallory, signUp } from '#testing/sign-up.ts';
import { startServer, testConfig } from '#testing/servers/start-server.ts';
import type { Schema } from '../../foundation/db/schema.ts';

const minute = 60_000;

describeOnOneDatabase('signing in with the embedded provider', (open) => {
  let db: Kysely<Schema>;
  beforeAll(async () => {
    ({ db } = await open());
  });
  beforeEach(async () => {
    for (const table of [
      'sessions',
      'users',
      'accounts',
      'identity_mails',
      'identities',
      'provider_records',
    ] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  test('Ada signs up, reaches the page she wanted, signs out, and signs in again', async () => {
    const { baseUrl } = await startServer({ db });
    const browser = openBrowser(baseUrl);

    const form = await browser.go('/api/login?returnTo=/documents');
    expect(form.address.pathname).toMatch(/^\/login\//);
    const home = await browser.submit(form, { ...ada });
    expect(home.address.href).toBe(`${baseUrl}/documents`);
    const user = currentUser.parse(JSON.parse((await browser.go('/api/auth/user')).body));
    expect(user).toMatchObject({ firstName: 'Ada', lastName: 'Moreau', email: ada.email, planType: '' });

    const stolen = browser.cookie('sid')!;
    const out = await browser.go('/api/logout');
    expect(out.address.href).toBe(`${baseUrl}/`);
    expect(browser.cookie('sid')).toBeUndefined();
    browser.setCookie('sid', stolen);
    expect((await browser.go('/api/auth/user')).status).toBe(401);

    const again = await browser.go('/api/login');
    expect(again.body).toContain('name="password"');
    await browser.submit(again, { email: 'ADA@harbour.example', password: ada.password });
    expect(JSON.parse((await browser.go('/api/auth/user')).body)).toEqual(user);
  });

  test('a started sign-in and a session survive a restart', async () => {
    const config = await testConfig();
    const first = await startServer({ db, config });
    const [begun, signedIn] = [openBrowser(first.baseUrl), openBrowser(first.baseUrl)];
    await signedIn.submit(await signedIn.go('/api/login'), { ...ada });
    const form = await begun.go('/api/login');
    await first.close();

    await startServer({ db, config });
    expect((await signedIn.go('/api/auth/user')).status).toBe(200);
    await begun.submit(form, { email: ada.email, password: ada.password });
    expect((await begun.go('/api/auth/user')).status).toBe(200);
  });

  test('an installation that moves to another port keeps its users', async () => {
    const read = async (baseUrl: string): Promise<string> => {
      const cookie = await signUp(baseUrl);
      return (await fetch(`${baseUrl}/api/auth/user`, { headers: { cookie } })).text();
    };
    const before = await read((await startServer({ db })).baseUrl);
    expect(await read((await startServer({ db })).baseUrl)).toBe(before);
  });

  test('localhost and 127.0.0.1 both work', async () => {
    const { config } = await startServer({ db });
    const browser = openBrowser(`http://localhost:${config.port}`);
    const home = await browser.submit(await browser.go('/api/login'), { ...ada });
    expect(home.address.host).toBe(`localhost:${config.port}`);
    expect((await browser.go('/api/auth/user')).status).toBe(200);
    expect((await browser.go('/api/logout')).address.host).toBe(`localhost:${config.port}`);
  });

  test('a wrong password and an unknown email get the same response, and the form keeps the input', async () => {
    const { baseUrl } = await startServer({ db });
    await signUp(baseUrl, ada);
    const answers = [];
    for (const email of [ada.email, 'nobody@harbour.example']) {
      const browser = openBrowser(baseUrl);
      const page = await browser.submit(await browser.go('/api/login'), {
        email,
        password: 'not hers at all',
      });
      expect(page.body).toContain(`value="${email}"`);
      answers.push(`${page.status} ${page.body.replaceAll(email, '').replace(/\/login\/[\w-]+/, '')}`);
    }
    expect(answers[0]).toMatch(/^422 .*No account has this email and password/s);
    expect(answers[1]).toBe(answers[0]);
  });

  test.each([
    ['a common password (S-14)', { password: 'password1' }, 'too easy to guess'],
    ['a sequence of digits (S-14)', { password: '23456789' }, 'too easy to guess'],
    ['their own address (S-14)', { password: 'Ada@Harbour.example' }, 'based on your address'],
    ['a short password', { password: 'seven c' }, 'at least 8 characters'],
    ['a very long password', { password: 'a'.repeat(201) }, 'at most 200 characters'],
    ['an invalid email address', { email: 'ada at harbour' }, 'Enter an email address'],
  ])('%s creates no account', async (_name, typed, text) => {
    const { baseUrl } = await startServer({ db });
    const browser = openBrowser(baseUrl);
    const page = await browser.submit(await browser.go('/api/login'), { ...ada, ...typed });
    expect(page.status).toBe(422);
    expect(page.body).toContain(text);
    expect(await db.selectFrom('identities').selectAll().execute()).toEqual([]);
  });

  test('signing up with the address of an existing account looks like any other sign-up and reveals nothing (S-14)', async () => {
    const { baseUrl } = await startServer({ db });
    await signUp(baseUrl, ada);
    await db.updateTable('identities').set({ email_confirmed_at: new Date(), expires_at: null }).execute();
    const own = (await signedInAs(baseUrl, ada))['id'];
    const answers = [];
    for (const email of ['Ada@Harbour.example', 'nobody@harbour.example']) {
      const browser = openBrowser(baseUrl);
      const page = await browser.submit(await browser.go('/api/login'), { ...mallory, email, act: 'create' });
      const user = JSON.parse((await browser.go('/api/auth/user')).body) as Record<string, unknown>;
      expect(user).toMatchObject({ email, emailConfirmed: false });
      expect(user['id']).not.toBe(own);
      answers.push([page.status, page.address.pathname]);
    }
    expect(answers[1]).toEqual(answers[0]);
    const mails = await db
      .selectFrom('identity_mails')
      .select(['kind', 'to_address'])
      .orderBy('created_at')
      .execute();
    expect(mails.map(({ kind, to_address }) => [kind, to_address.toLowerCase()])).toEqual([
      ['confirm-email', ada.email],
      ['has-account', ada.email],
      ['confirm-email', 'nobody@harbour.example'],
    ]);
    expect((await signedInAs(baseUrl, ada))['id']).toBe(own);
  });

  async function signedInAs(baseUrl: string, { email, password }: typeof ada) {
    const browser = openBrowser(baseUrl);
    await browser.submit(await browser.go('/api/login'), { email, password });
    return JSON.parse((await browser.go('/api/auth/user')).body) as Record<string, unknown>;
  }

  test('after ten wrong passwords, even the correct password must wait (S-14)', async () => {
    let now = Date.now();
    const { baseUrl } = await startServer({ db, clock: () => now });
    await signUp(baseUrl, ada);
    const browser = openBrowser(baseUrl);
    const form = await browser.go('/api/login');
    const wrong = { email: ada.email, password: 'not hers at all' };
    for (let tries = 0; tries < 10; tries += 1) expect((await browser.submit(form, wrong)).status).toBe(422);

    const stopped = await browser.submit(form, { email: ada.email, password: ada.password });
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    now += minute;
    await browser.submit(form, { email: ada.email, password: ada.password });
    expect((await browser.go('/api/auth/user')).status).toBe(200);
  });

  test('rejects a form submitted by another site', async () => {
    const { baseUrl } = await startServer({ db });
    const browser = openBrowser(baseUrl);
    const form = await browser.go('/api/login');
    const page = await browser.go(form.address, {
      method: 'POST',
      body: new URLSearchParams({ ...mallory }),
      headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(page.status).toBe(403);
  });

  test("a browser cannot open the sign-in page of another browser's sign-in", async () => {
    const { baseUrl } = await startServer({ db });
    const form = await openBrowser(baseUrl).go('/api/login');
    const page = await openBrowser(baseUrl).go(form.address);
    expect(page.status).toBe(400);
    expect(page.body).toContain('This sign-in page has expired');
  });

  test('a session expires after an hour without a request, and after twelve hours even if used (S-03)', async () => {
    const start = Date.now();
    let now = start;
    const { baseUrl } = await startServer({ db, clock: () => now });
    const status = async (cookie: string): Promise<number> =>
      (await fetch(`${baseUrl}/api/auth/user`, { headers: { cookie } })).status;

    const idle = await signUp(baseUrl);
    now += 59 * minute;
    expect(await status(idle)).toBe(200);
    now += 61 * minute;
    expect(await status(idle)).toBe(401);

    const busy = await signUp(baseUrl);
    const began = now;
    while (now < began + 12 * 60 * minute) {
      expect(await status(busy)).toBe(200);
      now += 50 * minute;
    }
    expect(await status(busy)).toBe(401);
  });

  test('the database contains no usable session id, password or pending sign-in', async () => {
    const { baseUrl } = await startServer({ db });
    const sid = (await signUp(baseUrl, ada)).split('=')[1]!;
    const tables = [
      await db.selectFrom('sessions').selectAll().execute(),
      await db.selectFrom('identities').selectAll().execute(),
    ];
    const dump = JSON.stringify(tables);
    expect(dump).not.toContain(sid);
    expect(dump).not.toContain(ada.password);
    expect(dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  test('over TLS all cookies are Secure and bound to the host', async () => {
    const config = await testConfig({ PUBLIC_URL: 'https://sign.example.org' });
    const { app } = await startServer({ db, config });
    const answer = await app.inject({ url: '/api/login', headers: { host: 'sign.example.org' } });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-sign-in=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(answer.headers.location).toMatch(/^https:\/\/sign\.example\.org\/oidc\/auth\?/);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(app.sessionCookie).toMatchObject({
      name: '__Host-sid',
      options: { secure: true, httpOnly: true },
    });
  });
});
