import { beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '#testing/browser.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { startFakeProvider, type FakeProvider } from '#testing/fakes/identity-provider.ts';
import { memberAt, openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada as adaOfTheCast } from '#testing/sign-up.ts';
import { openGuardedPost } from '../../adapters/outbound-post/guarded-post.ts';
import type { Call, CallOutcome } from '../../ports/outbound-post.ts';

const issuers = {
  google: 'https://accounts.google.com',
  microsoft: 'https://login.microsoftonline.com/{tenantid}/v2.0',
};
const tenant = '7b1b5f0e-0000-4000-8000-000000000001';
const issuerOf = (tid: string): string => issuers.microsoft.replace('{tenantid}', tid);

/** A local test provider that answers at the addresses of Google and Microsoft. */
describe('signing in with Google and Microsoft', () => {
  let office: SignInOffice;
  let provider: FakeProvider;

  beforeAll(async () => {
    provider = await startFakeProvider();
    const client = { ID: provider.clientId, SECRET: provider.clientSecret };
    office = await openSignInOffice(await openOneDatabase(), {
      settings: {
        GOOGLE_CLIENT_ID: client.ID,
        GOOGLE_CLIENT_SECRET: client.SECRET,
        MICROSOFT_CLIENT_ID: client.ID,
        MICROSOFT_CLIENT_SECRET: client.SECRET,
      },
      ports: { outbound: { ...openGuardedPost(), call: playedBy } },
    });
  });

  async function playedBy({ url, method, headers, body }: Call): Promise<CallOutcome> {
    const asked = new URL(url);
    const about = asked.pathname.endsWith('/.well-known/openid-configuration');
    const path = about ? '/.well-known/openid-configuration' : asked.pathname;
    const answer = await fetch(provider.issuer + path, { method, headers, ...(body && { body }) });
    const text = (await answer.text()).replaceAll(provider.issuer, asked.origin);
    const metadata = {
      ...(about && JSON.parse(text)),
      authorization_response_iss_parameter_supported: false,
    };
    if (asked.origin !== issuers.google) metadata.issuer = issuers.microsoft;
    const bytes = Buffer.from(about ? JSON.stringify(metadata) : text);
    return {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
      body: bytes,
    };
  }

  async function comes(
    name: 'google' | 'microsoft',
    claims: Readonly<Record<string, unknown>>,
    browser = openBrowser(office.baseUrl),
  ): Promise<{ member: Member; page: { status: number; body: string; address: URL } }> {
    const iss =
      name === 'google'
        ? issuers.google
        : issuerOf(typeof claims['tid'] === 'string' ? claims['tid'] : tenant);
    provider.tamper({ claims: { iss, ...(name === 'microsoft' && { tid: tenant }), ...claims } });
    const names = { given_name: 'Grace', family_name: 'Lindqvist' };
    provider.person = { ...names, sub: String(claims['email']) };
    const { headers } = await browser.go(`/api/login?with=${name}`, { follow: false });
    const there = new URL(headers.get('location')!);
    const { headers: back } = await browser.go(provider.issuer + there.pathname + there.search, {
      follow: false,
    });
    const callback = new URL(back.get('location')!);
    callback.searchParams.delete('iss');
    const page = await browser.go(callback);
    return { member: memberAt(browser), page };
  }
  const userOf = async (member: Member) => (await member.ask('/api/auth/user')).body;

  test('the sign-in page offers both providers, and a new person gets an account', async () => {
    const page = await openBrowser(office.baseUrl).go('/api/login');
    expect(page.body).toContain('Continue with Google');
    expect(page.body).toContain('/api/login?with=microsoft');
    const { member } = await comes('google', { email: 'grace.l@gmail.com', email_verified: true });
    expect(await userOf(member)).toMatchObject({ email: 'grace.l@gmail.com', emailConfirmed: true });
    const again = await comes('google', { email: 'grace.l@gmail.com', email_verified: true });
    expect((await userOf(again.member))['id']).toBe((await userOf(member))['id']);
  });

  test('after signing in, people see the page that they first opened', async () => {
    const browser = openBrowser(office.baseUrl);
    await browser.go('/api/login?returnTo=/contacts');
    const { page } = await comes('google', { email: 'hana.k@gmail.com', email_verified: true }, browser);
    expect(page.address.pathname).toBe('/contacts');
  });

  test.each([
    ['Google', 'google', { email: 'g1@harbour.example', email_verified: true }],
    ['Google', 'google', { email: 'g2@gmail.com', email_verified: false }],
    ['Google', 'google', { email: 'g3@gmail.com' }],
    ['Google', 'google', { email: 'g4@gmail.com', email_verified: 'true' }],
    ['Microsoft', 'microsoft', { email: 'm1@harbour.example', email_verified: true }],
    ['Microsoft', 'microsoft', { email: 'm2@harbour.example', xms_edov: false }],
    ['Microsoft', 'microsoft', { email: 'm3@harbour.example', xms_edov: '0' }],
  ] as const)('a sign-in is refused if %s does not own the address: %s %j', async (_, name, claims) => {
    const { member, page } = await comes(name, claims);
    expect([page.status, await member.state()]).toEqual([403, 401]);
  });

  test('a user of a Google Workspace or of a tenant that owns the domain can sign in', async () => {
    const google = { email: 'w@harbour.example', email_verified: true, hd: 'harbour.example' };
    expect(await (await comes('google', google)).member.state()).toBe(200);
    expect(
      await (await comes('microsoft', { email: 't@harbour.example', xms_edov: '1' })).member.state(),
    ).toBe(200);
  });

  test('Mallory’s tenant cannot issue tokens for another tenant, and the same subject in two tenants is two people', async () => {
    const claims = { email: 'linus@quay.example', xms_edov: true, sub: 'same' };
    const linus = await comes('microsoft', claims);
    const other = '7b1b5f0e-0000-4000-8000-000000000002';
    const forged = await comes('microsoft', { ...claims, tid: other, iss: issuerOf(tenant) });
    expect(await forged.member.state()).toBe(401);
    const mallory = await comes('microsoft', { ...claims, tid: other, email: 'mallory@evil.example' });
    expect((await userOf(mallory.member))['id']).not.toBe((await userOf(linus.member))['id']);
    expect(await userOf(linus.member)).toMatchObject({ email: 'linus@quay.example' });
  });

  test('Mallory cannot sign in as the existing user of an address, verified or not', async () => {
    const ada = await office.signedIn({ ...adaOfTheCast, email: 'ada.m@gmail.com' });
    for (const claims of [
      { email: 'Ada.M@gmail.com', email_verified: true, sub: 'mallory' },
      { email: 'ada.m@gmail.com', email_verified: false, sub: 'mallory' },
    ]) {
      const { member, page } = await comes('google', claims);
      expect([page.status, await member.state()]).toEqual([403, 401]);
    }
    expect(await ada.state()).toBe(200);
  });
});
