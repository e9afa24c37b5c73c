import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grace } from '#testing/cast.ts';
import { openBrowser, type Browser } from '#testing/browser.ts';
import { confirmationIn } from '#testing/confirm-address.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { openDesk, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { startFakeProvider, type FakeProvider } from '#testing/fakes/identity-provider.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { memberAt, type Member } from '#testing/open-sign-in-office.ts';
import { freePort } from '#testing/servers/free-port.ts';
import { burstLimits } from '../../foundation/http/burst-limiter.ts';

/** A company's provider may vouch for an address, deny it, or omit the claim (OpenID Connect Core §5.1). */
describe('people who sign in at an external provider', () => {
  let office: Office;
  let provider: FakeProvider;
  let baseUrl: string;
  let people = 0;

  beforeAll(async () => {
    provider = await startFakeProvider();
    const port = await freePort();
    office = await openOffice(await openOneDatabase(), {
      settings: {
        PORT: String(port),
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
      },
    });
    await office.product.app.listen({ port, host: '127.0.0.1' });
    baseUrl = `http://127.0.0.1:${port}`;
  });

  /** Each test uses a new Ada with her own address. */
  let ada: { sub: string; email: string };
  beforeEach(() => {
    people += 1;
    ada = { sub: `ada-${people}`, email: `ada-${people}@harbour.example` };
  });

  async function signIn(claims: Record<string, unknown> = {}): Promise<Member> {
    const names = { given_name: 'Ada', family_name: 'Moreau' };
    provider.person = { ...ada, ...names, ...claims };
    const browser = openBrowser(baseUrl);
    await browser.go('/api/login');
    return memberAt(browser);
  }

  async function draftOf(member: Member): Promise<{ desk: Desk; send(): ReturnType<Desk['send']> }> {
    await member.put('/api/user/plan', { planName: 'free' });
    const desk = openDesk(office, {
      accountId: '',
      userId: '',
      cookie: member.browser.cookieHeader(),
    });
    const draft = await desk.prepare(sampleLease(1), [grace]);
    return { desk, send: () => desk.send(draft.id) };
  }

  const ask = (member: Member) => member.post('/api/security/email/confirmation');
  async function mailed(address = ada.email): Promise<string> {
    await office.settled();
    return confirmationIn(office.post.to(address).map(({ text }) => text)) ?? '';
  }
  async function press(browser: Browser, link: string): Promise<{ status: number; body: string }> {
    const page = await browser.go(link);
    const hidden = /name="link" value="([^"]+)"/.exec(page.body)?.[1];
    return hidden === undefined ? page : browser.submit(page, { link: hidden });
  }
  const isConfirmed = async (member: Member): Promise<unknown> =>
    (await member.ask('/api/auth/user')).body['emailConfirmed'];
  const notConfirmed = { status: 403, body: { code: 'address-not-confirmed' } };

  test('while the provider is down, sign-in reports the outage, and existing sessions and signing still work (F-22)', async () => {
    const { app } = office.product;
    // The provider's metadata is not cached yet, as after a server start.
    provider.away = true;
    const refused = await app.inject('/api/login');
    expect(refused.statusCode).toBe(503);
    expect(refused.body).toContain('The sign-in service isn’t responding');

    provider.away = false;
    const member = await signIn({ email_verified: true });
    const { desk, send } = await draftOf(member);
    provider.away = true;
    const sent = await send();
    expect(sent).toMatchObject({ status: 200 });
    await office.settled();
    expect((await desk.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    expect(await desk.read(sent.body.id)).toMatchObject({ status: 'completed' });

    // If the provider fails while a code is redeemed, no one is signed in or out.
    const begun = await app.inject('/api/login');
    const state = new URL(String(begun.headers.location)).searchParams.get('state')!;
    const back = await app.inject({
      url: `/api/auth/callback?code=one&state=${state}`,
      cookies: Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value])),
    });
    expect(back.statusCode).toBe(400);
    expect(back.cookies.map(({ name }) => name)).not.toContain(app.sessionCookie.name);
    expect(await member.state()).toBe(200);
    provider.away = false;
  });

  test('with email_verified true Ada can send immediately, and her recipient sees who confirmed her address', async () => {
    const { send } = await draftOf(await signIn({ email_verified: true }));
    expect(await send()).toMatchObject({ status: 200 });
    await office.settled();
    const text = office.post.to(grace.email).at(-1)!.text;
    expect(text).toMatch(/sign-in provider confirmed .* on /);
    expect(text).toContain(ada.email);
  });

  test.each([
    ['false', { email_verified: false }],
    ['absent', {}],
    ['the text "true"', { email_verified: 'true' }],
  ])('with email_verified %s Ada can send after confirming her address with our mail', async (_, claims) => {
    const member = await signIn(claims);
    const { desk, send } = await draftOf(member);
    expect(await send()).toMatchObject(notConfirmed);
    expect(await ask(member)).toMatchObject({ status: 204 });
    expect(await press(member.browser, await mailed())).toMatchObject({ status: 200 });
    expect(await isConfirmed(member)).toBe(true);

    const sent = await send();
    expect(sent).toMatchObject({ status: 200 });
    await office.settled();
    expect(office.post.to(grace.email).at(-1)!.text).toMatch(
      /The owner of .* confirmed it on .* with a link we emailed/,
    );
    await desk.signer(grace.email).sign();
    await office.settled();
    const { events } = (
      await desk.ask<{ events: { type: string; data: object }[] }>(`/api/documents/${sent.body.id}/trail`)
    ).body;
    expect(events.find(({ type }) => type === 'document_sent')?.data).toMatchObject({
      senderConfirmedBy: 'mail',
    });
    // Later sign-ins change neither the confirmation nor its source.
    const later = await signIn(claims);
    expect(await isConfirmed(later)).toBe(true);
  });

  test("opening a mail that Mallory requested with Grace's address does not confirm the address", async () => {
    const mallory = await signIn({ sub: 'mallory', email: 'grace-victim@harbour.example' });
    const { send } = await draftOf(mallory);
    await ask(mallory);
    const link = await mailed('grace-victim@harbour.example');
    const opened = await openBrowser(baseUrl).go(link);
    expect(opened.body).toContain('Sign in first');
    const signedInHerself = await signIn({ sub: 'grace', email: 'grace-victim@harbour.example' });
    expect((await signedInHerself.browser.go(link)).body).not.toContain('name="link"');
    const forced = await signedInHerself.browser.go('/login/confirm-address', {
      method: 'POST',
      body: new URLSearchParams({ link: new URL(link).searchParams.get('link')! }),
      headers: { origin: baseUrl, 'sec-fetch-site': 'same-origin' },
    });
    expect(forced.status).toBe(403);
    expect([await isConfirmed(mallory), await isConfirmed(signedInHerself)]).toEqual([false, false]);
    expect(await send()).toMatchObject(notConfirmed);
  });

  test('a link opened on a phone leads through sign-in back to the confirmation button', async () => {
    const member = await signIn();
    await ask(member);
    const phone = openBrowser(baseUrl);
    const page = await phone.go(await mailed());
    const through = /href="(\/api\/login[^"]+)"/
      .exec(page.body)![1]!
      .replaceAll('&#38;', '&')
      .replaceAll('&amp;', '&');
    const back = await phone.go(through);
    expect(back.address.pathname).toBe('/login/confirm-address');
    expect(await press(phone, back.address.href)).toMatchObject({ status: 200 });
    expect(await isConfirmed(member)).toBe(true);
  });

  test('only the link in the newest mail works, and only once', async () => {
    const member = await signIn();
    await ask(member);
    const older = await mailed();
    await ask(member);
    const newer = await mailed();
    expect(newer).not.toBe(older);
    expect(await press(member.browser, older)).toMatchObject({ status: 410 });
    expect(await isConfirmed(member)).toBe(false);
    expect(await press(member.browser, newer)).toMatchObject({ status: 200 });
    expect(await press(member.browser, newer)).toMatchObject({ status: 410 });
  });

  test('a link for one address does not confirm a later address of the account', async () => {
    const member = await signIn();
    await ask(member);
    const link = await mailed();
    await signIn({ email: `ceo-${people}@bigcorp.example` });
    expect(await press(member.browser, link)).toMatchObject({ status: 410 });
    expect(await isConfirmed(member)).toBe(false);
  });

  test('an address that changes at the provider becomes unconfirmed', async () => {
    const member = await signIn({ email_verified: true });
    await signIn({ email: `other-${people}@harbour.example` });
    expect(await isConfirmed(member)).toBe(false);
  });

  test('altered links and two-day-old links do not work', async () => {
    const member = await signIn();
    await ask(member);
    const link = await mailed();
    expect(await press(member.browser, link.slice(0, -1))).toMatchObject({ status: 410 });
    await office.ports.database.db
      .updateTable('identity_mails')
      .set({ expires_at: new Date(office.now() - 1) })
      .where('to_address', '=', ada.email)
      .execute();
    expect(await press(member.browser, link)).toMatchObject({ status: 410 });
    expect(await isConfirmed(member)).toBe(false);
  });

  test('twenty accounts with Grace’s address cannot send her more mails than one account', async () => {
    const before = office.post.to('grace-flooded@harbour.example').length;
    const most = burstLimits.mailToAddress.most;
    const answers = [];
    for (let index = 0; index < most + 2; index += 1) {
      const mallory = await signIn({ sub: `mallory-${index}`, email: 'grace-flooded@harbour.example' });
      answers.push((await ask(mallory)).status);
    }
    await office.settled();
    expect(answers).toEqual([...Array<number>(most).fill(204), 429, 429]);
    expect(office.post.to('grace-flooded@harbour.example').length - before).toBe(most);
  });
});
