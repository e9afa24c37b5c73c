import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import type { Installation } from '#contract/operations/support.ts';
import type { SignOnAnswer } from '#contract/accounts/sign-on.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { openBrowser, type Browser, type Page } from '#testing/browser.ts';
import { grace as graceSigns } from '#testing/cast.ts';
import { confirmationIn } from '#testing/confirm-address.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { openDesk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { startFakeProvider, type FakeProvider } from '#testing/fakes/identity-provider.ts';
import { memberAt, openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada, type AccountHolder } from '#testing/sign-up.ts';

const person = (firstName: string, email: string): AccountHolder => ({ ...ada, firstName, email });
const mallory = person('Mallory', 'mallory@elsewhere.example');
const grace = person('Grace', 'grace@harbour.example');
const linus = person('Linus', 'linus@guest.example');
const imre = person('Imre', 'imre@guest.example');
const onDisposable = person('Mallory', 'one@mail.trash.example');

const isMember = async (member: Member): Promise<boolean> => (await member.state()) === 200;

/**
 * Signs up, opens the mailed link if there is one, and signs in. The result is a member, or a visitor without
 * an account.
 */
async function signUp(office: SignInOffice, who: AccountHolder): Promise<{ member: Member; page: Page }> {
  const browser = openBrowser(office.baseUrl);
  const form = await browser.go('/api/login?screen=create');
  const page = await browser.submit(form, { ...who, act: 'create' });
  await office.settled();
  const link = confirmationIn(office.post.to(who.email).map(({ text }) => text));
  if (link) await confirm(browser, link, who.password);
  const member = memberAt(browser);
  if (link && !(await isMember(member))) await signIn(browser, who);
  return { member, page };
}

async function confirm(browser: Browser, link: string, password: string): Promise<void> {
  const asked = await browser.go(link);
  const hidden = /name="link" value="([^"]+)"/.exec(asked.body)?.[1] ?? '';
  await browser.submit(asked, { link: hidden, password });
}

async function signIn(browser: Browser, { email, password }: AccountHolder): Promise<Page> {
  return browser.submit(await browser.go('/api/login'), { email, password, act: 'sign-in' });
}

/** Counts the stored rows with an address, which must be zero after a refusal. */
async function rowsOf({ ports }: SignInOffice, email: string): Promise<number> {
  const { db } = ports.database;
  const counts = await Promise.all(
    (['identities', 'users'] as const).map((table) =>
      db.selectFrom(table).select('email').where('email', '=', email).execute(),
    ),
  );
  return counts.flat().length;
}

const who = {
  open: 'Create account',
  invited: 'You need an invitation to create an account here.',
  domain: 'You need an address at harbour.example or an invitation to create an account here.',
  closed: 'This installation doesn’t accept new people. Ask its operator for access.',
};

describe.each([
  {
    rule: 'open',
    kind: 'open' as const,
    offered: true,
    stranger: true,
    colleague: true,
    invitation: 201,
    guest: true,
    signOn: true,
  },
  {
    rule: 'invited',
    kind: 'invited' as const,
    offered: false,
    stranger: false,
    colleague: false,
    invitation: 201,
    guest: true,
    signOn: true,
  },
  {
    rule: 'domain:harbour.example',
    kind: 'domain' as const,
    offered: true,
    stranger: false,
    colleague: true,
    invitation: 201,
    guest: true,
    signOn: true,
  },
  {
    rule: 'closed',
    kind: 'closed' as const,
    offered: false,
    stranger: false,
    colleague: false,
    invitation: 403,
    guest: false,
    signOn: false,
  },
])('SIGN_UP=$rule', ({ rule, kind, offered, stranger, colleague, invitation, guest, signOn }) => {
  let office: SignInOffice;
  let provider: FakeProvider;
  let owner: Member;
  const records = new Map<string, string[]>();
  const installation = async () =>
    (await memberAt(openBrowser(office.baseUrl)).ask<Installation>('/api/installation')).body.signUp;

  beforeAll(async () => {
    provider = await startFakeProvider();
    const folder = await mkdtemp(join(tmpdir(), 'countersign-disposable-'));
    const list = join(folder, 'domains.txt');
    await writeFile(list, '# disposable\n\nTrash.example\n');
    office = await openSignInOffice(await openOneDatabase(), {
      settings: { PLANS: 'off', SIGN_UP: rule, DISPOSABLE_DOMAINS_FILE: list },
      ports: { domains: { txt: async (name) => records.get(name) ?? [] } },
    });
    // The rule does not apply to the first person. Otherwise it would refuse their domain.
    expect((await installation()).offered).toBe(true);
    ({ member: owner } = await signUp(office, person('Ada', 'ada@owner.example')));
  });

  test('the first account is allowed under every rule, and its owner becomes the operator', async () => {
    expect((await owner.ask('/api/auth/user')).body).toMatchObject({
      email: 'ada@owner.example',
      role: 'owner',
      isOperator: true,
    });
    expect((await owner.ask('/api/operator')).status).toBe(200);
  });

  test('the landing page and the sign-in page explain the rule', async () => {
    expect(await installation()).toEqual({
      rule: kind,
      domains: kind === 'domain' ? ['harbour.example'] : [],
      offered,
    });
    const browser = openBrowser(office.baseUrl);
    for (const address of ['/api/login', '/api/login?screen=create']) {
      const { body } = await browser.go(address);
      expect(body).toContain(who[kind]);
      expect(body.includes('value="create"')).toBe(kind !== 'closed');
    }
  });

  test('a stranger and a person of the domain can sign up only if the rule allows it', async () => {
    const cases: [AccountHolder, boolean][] = [
      [mallory, stranger],
      [grace, colleague],
    ];
    for (const [one, allowed] of cases) {
      const { member, page } = await signUp(office, one);
      expect([one.email, await isMember(member)]).toEqual([one.email, allowed]);
      expect([one.email, await rowsOf(office, one.email)]).toEqual([one.email, allowed ? 2 : 0]);
      expect(office.post.to(one.email).length > 0).toBe(allowed);
      if (kind === 'closed') expect(page.body).toContain(who.closed);
      // The response does not reveal who is invited.
      else if (kind !== 'open') expect(page.body).toContain(`If ${one.email} can have an account here`);
    }
    const theirs = memberAt(openBrowser(office.baseUrl));
    expect((await theirs.ask('/api/operator')).status).toBe(401);
  });

  test('an address in a listed disposable domain gets no account', async () => {
    const { member, page } = await signUp(office, onDisposable);
    expect(await isMember(member)).toBe(false);
    expect(await rowsOf(office, onDisposable.email)).toBe(0);
    expect(page.body).toContain('This is a disposable email address.');
    const invited = await owner.post('/api/team/invitations', { email: onDisposable.email, role: 'member' });
    expect(invited).toMatchObject({ status: 422, body: { code: 'address-disposable' } });
    const change = { password: ada.password, email: onDisposable.email };
    const changed = await owner.post('/api/security/email', change);
    expect(changed).toMatchObject({ status: 422, body: { code: 'address-disposable' } });
  });

  test('an invited person can join unless the invitation is refused', async () => {
    const invited = await owner.post('/api/team/invitations', { email: linus.email, role: 'member' });
    expect(invited.status).toBe(invitation);
    if (!guest) expect(invited.body['code']).toBe('sign-up-closed');
    await office.settled();
    const texts = office.post.to(linus.email).map(({ text }) => text);
    const link = texts.map((text) => /\/invitation#([\w-]+)/.exec(text)?.[1]).find(Boolean);
    const { member } = await signUp(office, linus);
    expect(await isMember(member)).toBe(guest);
    if (!guest) return expect(await rowsOf(office, linus.email)).toBe(0);
    expect((await member.post('/api/invitations/accept', { link })).status).toBe(200);
    return expect((await member.ask('/api/auth/user')).body['role']).toBe('member');
  });

  test('an unconfirmed address gives a stranger no access', async () => {
    if (kind === 'open' || kind === 'closed') return;
    await owner.post('/api/team/invitations', { email: imre.email, role: 'member' });
    const browser = openBrowser(office.baseUrl);
    await browser.submit(await browser.go('/api/login'), { ...imre, act: 'create' });
    const page = await signIn(browser, imre);
    expect(page.body).toContain(`If ${imre.email} can have an account here`);
    expect(await memberAt(browser).state()).toBe(401);
    await office.settled();
    // The second mail replaces the first, and its link works.
    const link = confirmationIn(office.post.to(imre.email).map(({ text }) => text))!;
    await confirm(browser, link, imre.password);
    await signIn(browser, imre);
    expect(await memberAt(browser).state()).toBe(200);
  });

  test('new people from an account’s own sign-in provider are admitted', async () => {
    const { body } = await owner.put<SignOnAnswer>('/api/team/sign-on', {
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      domain: 'owner.example',
      role: 'member',
      password: ada.password,
    });
    records.set(body.signOn!.record.name, [body.signOn!.record.value]);
    expect((await owner.post('/api/team/sign-on/verify')).status).toBe(200);
    const hana = { sub: 'hana', email: 'hana@owner.example', email_verified: true };
    provider.person = { ...hana, given_name: 'Hana', family_name: 'Sato' };
    const browser = openBrowser(office.baseUrl);
    const page = await browser.go('/api/login?domain=owner.example');
    expect(await isMember(memberAt(browser))).toBe(signOn);
    expect(await rowsOf(office, hana.email)).toBe(signOn ? 1 : 0);
    if (!signOn) expect([page.status, page.body.includes(who.closed)]).toEqual([403, true]);
  });

  test('a visitor can sign through a public form without an account', async () => {
    const desk = openDesk(office, { accountId: '', userId: '', cookie: owner.browser.cookieHeader() });
    const draft = await desk.prepare(sampleLease(), [graceSigns]);
    const words = { name: 'Berth', description: 'A year', category: 'Legal', documentId: draft.id };
    const { body: made } = await desk.post<{ id: string }>('/api/templates', words);
    const { body: template } = await desk.ask<TemplateDetail>(`/api/templates/${made.id}`);
    const put = { on: true, visitorRole: template.roles[0]!.id, people: [] };
    const { body: view } = await desk.put<PublicFormView>(`/api/templates/${made.id}/form`, put);
    const visitor = { name: 'Vera', email: 'vera@visitor.example' };
    const post = (path: string, fields: Record<string, string>) =>
      openBrowser(office.baseUrl).go(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin: office.baseUrl },
      });
    expect((await post(new URL(view.url).pathname, visitor)).status).toBe(200);
    await office.settled();
    const asked = office.post.to(visitor.email).map(({ text }) => /\/form\/confirm\/[\w-]+/.exec(text)?.[0]);
    expect((await post(asked.find(Boolean)!, {})).status).toBe(200);
    await office.settled();
    expect((await desk.signer(visitor.email).sign()).status).toBe(200);
    expect(await rowsOf(office, visitor.email)).toBe(0);
  });

  test('API keys cannot create accounts or invite people', async () => {
    const key = { name: 'Program', mode: 'live', scopes: ['documents:write', 'account:read'] };
    const { body } = await owner.post<NewKeyAnswer>('/api/keys', key);
    const answer = await fetch(`${office.baseUrl}/api/team/invitations`, {
      method: 'POST',
      body: JSON.stringify({ email: 'one@harbour.example', role: 'member' }),
      headers: { authorization: `Bearer ${body.secret}`, 'content-type': 'application/json' },
    });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'key-not-allowed' }]);
  });
});

describe('SIGN_UP=domain:harbour.example with an external identity provider', () => {
  let office: SignInOffice;
  let provider: FakeProvider;
  beforeAll(async () => {
    provider = await startFakeProvider();
    office = await openSignInOffice(await openOneDatabase(), {
      settings: {
        SIGN_UP: 'domain:harbour.example',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
      },
    });
    expect((await comes({ sub: 'ada', email: 'ada@owner.example', email_verified: true })).status).toBe(200);
  });
  const comes = async (claims: Record<string, unknown>) => {
    provider.person = claims;
    const browser = openBrowser(office.baseUrl);
    const page = await browser.go('/api/login');
    return { status: await memberAt(browser).state(), page };
  };

  test('a verified address of the domain is accepted', async () => {
    const grace = { sub: 'grace', email: 'grace@harbour.example', email_verified: true };
    expect((await comes(grace)).status).toBe(200);
    // A person keeps access to their account when their address at the provider changes.
    expect((await comes({ ...grace, email: 'grace@elsewhere.example' })).status).toBe(200);
  });

  test.each([
    ['an address of another domain', 'mallory@elsewhere.example', true, who.domain],
    ['an address of a subdomain', 'mallory@guests.harbour.example', true, who.domain],
    ['an address that is not verified', 'linus@harbour.example', false, 'doesn’t confirm that this email'],
  ])('%s is refused', async (_, email, email_verified, sentence) => {
    const { status, page } = await comes({ sub: email, email, email_verified });
    expect([status, page.status]).toEqual([401, 403]);
    expect(page.body).toContain(sentence);
    expect(await rowsOf(office, email)).toBe(0);
  });
});
