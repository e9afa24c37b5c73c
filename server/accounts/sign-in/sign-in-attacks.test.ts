import type { Kysely } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { currentUser, type CurrentUser } from '#contract/accounts/account.ts';
import { openBrowser } from '#testing/browser.ts';
import type { Browser, Page } from '#testing/browser.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { startFakeProvider } from '#testing/fakes/identity-provider.ts';
import type { FakeProvider, Tampering } from '#testing/fakes/identity-provider.ts';
import { startServer, testConfig } from '#testing/servers/start-server.ts';
import type { TestServer } from '#testing/servers/start-server.ts';
import type { Schema } from '../../foundation/db/schema.ts';

let db: Kysely<Schema>;
beforeAll(async () => {
  ({ db } = await openOneDatabase());
});

async function start(): Promise<{ server: TestServer; provider: FakeProvider; browser: Browser }> {
  const provider = await startFakeProvider();
  const config = await testConfig({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  });
  const server = await startServer({ db, config });
  return { server, provider, browser: openBrowser(server.baseUrl) };
}

/** Signs in and returns the provider's redirect URL without following it. */
async function signInUpToCallback(browser: Browser): Promise<URL> {
  const toProvider = await browser.go('/api/login', { follow: false });
  const back = await browser.go(toProvider.headers.get('location')!, { follow: false });
  return new URL(back.headers.get('location')!);
}

async function readUser(browser: Browser): Promise<CurrentUser> {
  return currentUser.parse(JSON.parse((await browser.go('/api/auth/user')).body));
}

async function expectRefused(browser: Browser, page: Page): Promise<void> {
  expect(page.status).toBe(400);
  expect(page.body).toContain('We couldn’t sign you in');
  expect(browser.cookie('sid')).toBeUndefined();
  expect((await browser.go('/api/auth/user')).status).toBe(401);
}

describe('signing in at an external provider', () => {
  test('Grace signs in, is recognized next time, and her name is updated from the provider', async () => {
    const { provider, browser } = await start();
    await browser.go('/api/login');
    const first = await readUser(browser);
    expect(first).toMatchObject({ firstName: 'Grace', email: 'grace@harbour.example', planType: '' });

    provider.person = { ...provider.person, family_name: 'Lindqvist-Berg' };
    browser.forgetCookies();
    await browser.go('/api/login');
    const second = await readUser(browser);
    expect(second).toEqual({ ...first, lastName: 'Lindqvist-Berg' });
  });

  test('every callback is answered once, and no log contains the code of a sign-in (S-39)', async () => {
    const { server, browser } = await start();
    const back = await signInUpToCallback(browser);
    await browser.go(back);
    await readUser(browser);
    const log = server.log.join('');
    expect(log).toContain('"path":"/api/auth/callback"');
    expect(log).not.toContain('already sent');
    for (const name of ['code', 'state']) expect(log).not.toContain(back.searchParams.get(name)!);
  });

  test('another person with Grace’s email address is not signed in as Grace', async () => {
    const { provider, browser } = await start();
    await browser.go('/api/login');
    const grace = await readUser(browser);

    provider.person = { ...provider.person, sub: 'mallory' };
    browser.forgetCookies();
    await browser.go('/api/login');
    expect((await readUser(browser)).id).not.toBe(grace.id);
  });

  test('signing out also ends the provider’s session, and the old cookie no longer works', async () => {
    const { server, provider, browser } = await start();
    await browser.go('/api/login');
    const stolen = browser.cookie('sid')!;
    const end = await browser.go('/api/logout', { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(end.address.pathname).toBe('/');
    expect(provider.signOuts[0]?.searchParams.get('post_logout_redirect_uri')).toBe(
      `${server.baseUrl}/api/logout/done`,
    );
    expect(provider.signOuts[0]?.searchParams.has('id_token_hint')).toBe(true);

    browser.setCookie('sid', stolen);
    expect((await browser.go('/api/auth/user')).status).toBe(401);
  });

  test('a link on another site cannot sign Grace out', async () => {
    const { browser } = await start();
    await browser.go('/api/login');
    await browser.go('/api/logout', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect((await browser.go('/api/auth/user')).status).toBe(200);
  });
});

describe('attacks on sign-in (S-01)', () => {
  const past = Math.floor(Date.now() / 1000) - 3600;
  const attacks: [string, Tampering][] = [
    ['a nonce from another sign-in', { claims: { nonce: 'swapped' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['a token for another client', { claims: { aud: 'somebody-else' } }],
    ['a token from another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['an expired token', { claims: { iat: past, exp: past + 60 } }],
    ['an unsigned token', { header: { alg: 'none' }, signWith: 'nothing' }],
    ['a token whose signature was cut off', { signWith: 'nothing' }],
    ['a token signed with another key', { signWith: 'another key' }],
    ['an algorithm that was not announced', { header: { alg: 'HS256' } }],
    ['a state from another sign-in', { callback: { state: 'swapped' } }],
    ['a response from another provider (mix-up)', { callback: { iss: 'https://elsewhere.example' } }],
    ['a code that was never issued', { callback: { code: 'guessed' } }],
    ['an error from the provider', { callback: { error: 'access_denied' } }],
    ['a person without an email address', { claims: { email: undefined } }],
  ];
  test.each(attacks)('rejects %s', async (_name, tampering) => {
    const { provider, browser } = await start();
    provider.tamper(tampering);
    await expectRefused(browser, await browser.go('/api/login'));
  });

  test('rejects a callback without a started sign-in', async () => {
    const { browser } = await start();
    await expectRefused(browser, await browser.go('/api/auth/callback?code=planted&state=planted'));
  });

  test("the callback URL of Mallory's sign-in does not work in Grace's browser", async () => {
    const { server, browser: mallory } = await start();
    const planted = await signInUpToCallback(mallory);
    const grace = openBrowser(server.baseUrl);
    await expectRefused(grace, await grace.go(planted));
  });

  test("Mallory's callback URL does not work even while Grace is signing in (login CSRF)", async () => {
    const { server, browser: mallory } = await start();
    const planted = await signInUpToCallback(mallory);
    const grace = openBrowser(server.baseUrl);
    await signInUpToCallback(grace);
    await expectRefused(grace, await grace.go(planted));
  });

  test('a callback URL works once, even if the browser keeps the cookie', async () => {
    const { server, browser } = await start();
    const address = await signInUpToCallback(browser);
    const kept = browser.cookie('sign-in')!;
    expect((await browser.go(address, { follow: false })).status).toBe(303);
    expect(browser.cookie('sign-in')).toBeUndefined();

    const thief = openBrowser(server.baseUrl);
    thief.setCookie('sign-in', kept);
    await expectRefused(thief, await thief.go(address));
  });

  test('rejects an altered sign-in cookie', async () => {
    const { browser } = await start();
    const address = await signInUpToCallback(browser);
    const [payload = '', mac = ''] = browser.cookie('sign-in')!.split('.');
    const altered = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const text = Buffer.from(JSON.stringify({ ...altered, returnTo: '//elsewhere.example' })).toString(
      'base64url',
    );
    browser.setCookie('sign-in', `${text}.${mac}`);
    await expectRefused(browser, await browser.go(address));
  });

  test("signing in ends the browser's previous session (session fixation)", async () => {
    const { server, browser } = await start();
    await browser.go('/api/login');
    const before = browser.cookie('sid')!;
    await browser.go('/api/login');
    expect(browser.cookie('sid')).not.toBe(before);

    const other = openBrowser(server.baseUrl);
    other.setCookie('sid', before);
    expect((await other.go('/api/auth/user')).status).toBe(401);
  });

  test('the browser never receives a token from the provider', async () => {
    const { browser } = await start();
    const page = await browser.go('/api/login');
    expect(browser.received.join('\n') + page.body).not.toMatch(/eyJ[\w-]+\.eyJ/);
  });
});
