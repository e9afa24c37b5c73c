import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignOnAnswer } from '#contract/accounts/sign-on.ts';
import { openBrowser } from '#testing/browser.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { startFakeProvider, type FakeProvider } from '#testing/fakes/identity-provider.ts';
import { listenLive } from '#testing/live-listener.ts';
import { longTest } from '#testing/long-test.ts';
import { memberAt, openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { liftSuspension, suspendAccount } from '../../operations/operator/manage-accounts.ts';
import { confirmAddress } from '../identity-provider/confirm-address.ts';
import { ada as adaOfTheCast, type AccountHolder } from '#testing/sign-up.ts';

/** The password of every person in this test. */
const { password } = adaOfTheCast;

/** Ada's company account lets people of its domain sign in at the company's own provider. */
describe('single sign-on', () => {
  let office: SignInOffice;
  let provider: FakeProvider;
  const records = new Map<string, string[]>();
  let ada: Member;
  let accountId: string;
  let companies = 0;
  let domain: string;
  const person = (name: string): AccountHolder => ({
    ...adaOfTheCast,
    firstName: name,
    email: `${name.toLowerCase()}@${domain}`,
  });

  beforeAll(async () => {
    provider = await startFakeProvider();
    office = await openSignInOffice(await openOneDatabase(), {
      settings: { PLANS: 'off' },
      ports: { domains: { txt: async (name) => records.get(name) ?? [] } },
    });
  });
  beforeEach(async () => {
    domain = `harbour-${(companies += 1)}.example`;
    ada = await office.signedIn(person('Ada'));
    accountId = String((await ada.ask('/api/auth/user')).body['accountId']);
  });

  const setUp = (by: Member, change: object = {}) =>
    by.put<SignOnAnswer & { code?: string }>('/api/team/sign-on', {
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      domain,
      role: 'member',
      password,
      ...change,
    });
  async function claimed(by: Member = ada): Promise<void> {
    const { body } = await setUp(by);
    const { name, value } = body.signOn!.record;
    records.set(name, ['v=spf1 -all', value]);
    expect((await by.post('/api/team/sign-on/verify')).status).toBe(200);
  }
  const enforce = (enforced = true) => ada.put('/api/team/sign-on/enforced', { enforced, password });
  /** Signs in at the company's provider. */
  async function comes(claims: Record<string, unknown>): Promise<Member> {
    provider.person = { email_verified: true, given_name: 'Grace', family_name: 'Lindqvist', ...claims };
    const browser = openBrowser(office.baseUrl);
    await browser.go(`/api/login?domain=${domain}`);
    return memberAt(browser);
  }
  /** Invites a person by mail and accepts the invitation as that person. */
  async function invited(by: Member, who: Member, email: string, role: string): Promise<void> {
    await by.post('/api/team/invitations', { email, role });
    await office.settled();
    const links = office.post.to(email).map(({ text }) => /\/invitation#([\w-]+)/.exec(text)?.[1]);
    const link = links.findLast(Boolean);
    const { status } = await who.post('/api/invitations/accept', { link });
    expect(status).toBe(200);
  }
  const grace = (sub = 'grace') => ({ sub: `${sub}-${domain}`, email: `grace@${domain}` });
  const accountOf = async (member: Member) => (await member.ask('/api/auth/user')).body['accountId'];
  const roleOf = async (member: Member) => (await member.ask('/api/auth/user')).body['role'];
  const ask = async (member: Member) => {
    const { status, body } = await member.ask('/api/documents');
    return [status, body['code']];
  };

  test('a person whom the provider vouches for becomes a member, is recognized later, and is in the audit trail', async () => {
    await claimed();
    const member = await comes(grace());
    expect([await accountOf(member), await roleOf(member)]).toEqual([accountId, 'member']);
    const again = await comes({ ...grace(), given_name: 'Graziella' });
    const first = await member.ask('/api/auth/user');
    const second = await again.ask('/api/auth/user');
    expect(second.body['id']).toBe(first.body['id']);
    expect(second.body['emailConfirmed']).toBe(true);
    const { body } = await ada.ask<{ type: string; data: { detail?: string } }[]>('/api/audit');
    const types = (body as { type: string }[]).map(({ type }) => type);
    for (const type of ['sign_on_set', 'domain_verified', 'member_joined_by_sign_on'])
      expect([type, types.includes(type)]).toEqual([type, true]);
    expect(JSON.stringify((await ada.ask('/api/team/sign-on')).body)).not.toContain(provider.clientSecret);
  });

  test('no one can sign in to a suspended account through its provider, not even a new person', async () => {
    await claimed();
    const member = await comes(grace());
    const { services } = office.product;
    await suspendAccount(services, { accountId: 'another' }, accountId);
    expect(await member.state()).toBe(401);
    expect(await (await comes(grace())).state()).toBe(401);
    expect(await (await comes(grace('newcomer'))).state()).toBe(401);
    const { db } = services;
    const rows = await db.selectFrom('users').select('id').where('account_id', '=', accountId).execute();
    expect(rows).toHaveLength(2);
    await liftSuspension(services, accountId);
    expect(await accountOf(await comes(grace()))).toBe(accountId);
  });

  const groups = (change: object = {}) => ({
    roleClaim: {
      name: 'groups',
      values: [
        { value: 'Legal', role: 'admin' },
        { value: 'Readers', role: 'viewer' },
      ],
    },
    ...change,
  });

  test('the role follows the configured claim at each sign-in, and every change is in the audit trail', async () => {
    await claimed();
    await setUp(ada, groups());
    expect(await roleOf(await comes({ ...grace(), groups: ['Legal', 'Readers'] }))).toBe('admin');
    expect(await roleOf(await comes({ ...grace(), groups: 'Readers' }))).toBe('viewer');
    // If no value of the claim maps to a role, or there is no claim, the person gets the role for first
    // sign-ins.
    expect(await roleOf(await comes({ ...grace(), groups: ['owner'] }))).toBe('member');
    const { body } = await ada.ask<{ type: string; detail: string | null }[]>('/api/audit');
    expect(JSON.stringify(body)).toContain('viewer → member (single sign-on)');
    expect(JSON.stringify(body)).toContain('groups: Legal → admin, Readers → viewer');
    await setUp(ada, { roleClaim: null });
    expect(await roleOf(await comes({ ...grace(), groups: ['Legal'] }))).toBe('member');
  });

  test('no claim makes anyone an owner, and an owner remains one', async () => {
    await claimed();
    const { body } = await setUp(
      ada,
      groups({ roleClaim: { name: 'groups', values: [{ value: 'x', role: 'owner' }] } }),
    );
    expect(body.code).toBe('request-malformed');
    await setUp(ada, groups());
    const owner = await comes({ sub: `ada-${domain}`, email: `ada@${domain}`, groups: ['Readers'] });
    expect(await roleOf(owner)).toBe('owner');
  });

  test.each([
    ['whose address is not verified', { email_verified: false }],
    ['without an email_verified claim', { email_verified: undefined }],
    ['with an address in another domain', { email: 'ceo@bigcorp.example' }],
    ['with a domain that only has the same ending', { email: 'mallory@evil-harbour-1.example' }],
  ])('a person %s cannot sign in', async (_, claims) => {
    await claimed();
    const mallory = await comes({ ...grace('mallory'), ...claims });
    expect(await mallory.state()).toBe(401);
  });

  test.each([
    ['for another nonce', { claims: { nonce: 'another' } }],
    ['from another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['signed with another key', { signWith: 'another key' as const }],
    ['for another client', { claims: { aud: 'another' } }],
  ])('rejects a token %s', async (_, tampering) => {
    await claimed();
    provider.tamper(tampering);
    try {
      expect(await (await comes(grace('tampered'))).state()).toBe(401);
    } finally {
      provider.tamper({});
    }
  });

  test('single sign-on requires a domain proved by DNS, which no other account can then use', async () => {
    const { body } = await setUp(ada);
    expect((await ada.post('/api/team/sign-on/verify')).body['code']).toBe('domain-not-verified');
    expect((await enforce()).body['code']).toBe('domain-not-verified');
    const early = await comes(grace());
    expect(await accountOf(early)).not.toBe(accountId);
    const mallory = await office.signedIn({ ...person('Mallory'), email: `mallory-${domain}@own.example` });
    const theirs = await setUp(mallory);
    expect(theirs.body.signOn!.record.value).not.toBe(body.signOn!.record.value);
    records.set(body.signOn!.record.name, [body.signOn!.record.value]);
    expect((await mallory.post('/api/team/sign-on/verify')).body['code']).toBe('domain-not-verified');
    expect((await ada.post('/api/team/sign-on/verify')).status).toBe(200);
    records.set(
      body.signOn!.record.name,
      [theirs, { body }].map((one) => one.body.signOn!.record.value),
    );
    expect((await mallory.post('/api/team/sign-on/verify')).body['code']).toBe('domain-taken');
    // Another account can claim the domain once the previous DNS record is gone.
    expect((await mallory.post('/api/team/sign-on/verify')).body['code']).toBe('domain-taken');
    records.set(body.signOn!.record.name, [theirs.body.signOn!.record.value]);
    expect((await mallory.post('/api/team/sign-on/verify')).status).toBe(200);
    expect((await ada.ask<SignOnAnswer>('/api/team/sign-on')).body.signOn!.verifiedAt).toBe(null);
    for (const unfit of ['gmail.com', 'co.uk', 'github.io', 'localhost', '127.0.0.1', 'a b.example'])
      expect([unfit, (await setUp(ada, { domain: unfit })).body.code]).toEqual([unfit, 'domain-invalid']);
    for (const issuer of ['https://10.0.0.8/', 'http://169.254.169.254/', 'https://nobody.example/'])
      expect([issuer, (await setUp(ada, { issuer })).body.code]).toEqual([issuer, 'issuer-invalid']);
    expect((await setUp(ada, { clientId: 'another', clientSecret: undefined })).body.code).toBe(
      'secret-missing',
    );
  });

  test('repeated sign-ins use cached provider metadata until it changes or expires', async () => {
    await claimed();
    const before = provider.lookedUp;
    const begin = () => openBrowser(office.baseUrl).go(`/api/login?domain=${domain}`);
    await Promise.all([begin(), begin(), begin()]);
    await begin();
    expect(provider.lookedUp - before).toBe(1);
    await setUp(ada, { clientSecret: provider.clientSecret });
    const changed = provider.lookedUp;
    await begin();
    expect(provider.lookedUp - changed).toBe(1);
    office.wait(10 * 60_000);
    await begin();
    expect(provider.lookedUp - changed).toBe(2);
  });

  test('once enforced, passwords and old sessions of people in the domain no longer work, except for owners', async () => {
    await claimed();
    const linus = await office.signedIn(person('Linus'));
    await invited(ada, linus, `linus@${domain}`, 'admin');
    expect([await accountOf(linus), await roleOf(linus)]).toEqual([accountId, 'admin']);
    expect(await ask(linus)).toEqual([200, undefined]);
    expect((await enforce()).status).toBe(200);
    expect(await ask(linus)).toEqual([403, 'sign-on-required']);
    expect((await linus.ask('/api/auth/user')).body['signOnAt']).toBe(`/api/login?domain=${domain}`);
    // Owners can still sign in with their password.
    expect(await ask(ada)).toEqual([200, undefined]);
    // A new person who signs up with a password is redirected to the provider and gets no separate account.
    provider.person = { ...grace('hana'), email: `hana@${domain}`, email_verified: true };
    const hana = await office.signedIn(person('Hana'), { confirmed: false });
    expect(await accountOf(hana)).toBe(accountId);
    // Linus is still the same member with the same role.
    const before = (await linus.ask('/api/auth/user')).body['id'];
    const back = await comes({ sub: `linus-${domain}`, email: `linus@${domain}` });
    const after = (await back.ask('/api/auth/user')).body;
    expect([after['id'], after['role'], await ask(back)]).toEqual([before, 'admin', [200, undefined]]);
  });

  test('a removed member cannot rejoin by signing in', async () => {
    await claimed();
    const member = await comes(grace());
    const { id } = (await member.ask('/api/auth/user')).body;
    expect((await ada.post(`/api/team/members/${String(id)}/remove`)).status).toBe(204);
    expect(await (await comes(grace())).state()).toBe(401);
    expect(await (await comes(grace('somebody-else'))).state()).toBe(401);
  });

  test('an account that is being closed accepts no new members, but existing ones can still sign in', async () => {
    await claimed();
    await comes(grace());
    const { id: owner } = (await ada.ask('/api/auth/user')).body;
    const closes = (at: Date | null) =>
      office.product.services.db
        .updateTable('accounts')
        .set({ closes_at: at, closure_requested_at: at, closure_requested_by: at && String(owner) })
        .where('id', '=', accountId)
        .execute();
    await closes(new Date(Date.now() + 30 * 86_400_000));
    expect(await (await comes(grace('somebody-new'))).state()).toBe(401);
    expect(await (await comes({ ...grace('hana'), email: `hana@${domain}` })).state()).toBe(401);
    expect(await (await comes(grace())).state()).toBe(200);
    await closes(null);
    expect(await (await comes({ ...grace('hana'), email: `hana@${domain}` })).state()).toBe(200);
  });

  test('an invited person who signs in at the provider gets the role of the invitation, which works once', async () => {
    await claimed();
    const invite = async (role: string, email = grace().email, by = ada) =>
      (await by.post('/api/team/invitations', { email, role })).status;
    const remove = async (member: Member) => {
      const { id } = (await member.ask('/api/auth/user')).body;
      return (await ada.post(`/api/team/members/${String(id)}/remove`)).status;
    };
    expect(await invite('viewer')).toBe(201);
    const member = await comes(grace());
    expect([await accountOf(member), await roleOf(member)]).toEqual([accountId, 'viewer']);
    expect((await ada.ask<unknown[]>('/api/team/invitations')).body).toEqual([]);
    // After removal, neither the used invitation nor one to a later address lets the person in again.
    expect(await invite('admin', `chief@${domain}`)).toBe(201);
    const chief = await comes({ ...grace(), email: `chief@${domain}` });
    expect(await remove(chief)).toBe(204);
    expect(await (await comes(grace())).state()).toBe(401);
    expect(await (await comes({ ...grace(), email: `chief@${domain}` })).state()).toBe(401);
    // An invitation to the current address does not work if it is older than the removal.
    expect(await invite('admin', `linus@${domain}`)).toBe(201);
    office.wait(1_000);
    const linus = { ...grace('linus'), email: `l.okafor@${domain}` };
    expect(await remove(await comes(linus))).toBe(204);
    expect(await (await comes({ ...linus, email: `linus@${domain}` })).state()).toBe(401);
    // An invitation sent after the removal works for seven days.
    office.wait(1_000);
    expect(await invite('admin')).toBe(201);
    office.wait(8 * 86_400_000);
    expect(await (await comes(grace())).state()).toBe(401);
    expect(await invite('admin', grace().email, await office.signedIn(person('Ada')))).toBe(201);
    expect(await roleOf(await comes(grace()))).toBe('admin');
  });

  test('an address changed at the provider counts as confirmed by the provider', async () => {
    await claimed();
    const linus = await office.signedIn(person('Linus'));
    await invited(ada, linus, `linus@${domain}`, 'admin');
    const { id } = (await linus.ask('/api/auth/user')).body;
    const known = () =>
      office.product.services.db
        .selectFrom('users')
        .select(['email', 'email_confirmed_at', 'email_confirmed_by'])
        .where('account_id', '=', accountId)
        .where('id', '=', String(id))
        .executeTakeFirstOrThrow();
    const before = await known();
    expect(before.email_confirmed_by).toBe('mail');
    await comes({ sub: `linus-${domain}`, email: `linus@${domain}` });
    expect((await known()).email_confirmed_by).toBe('provider');
    office.wait(86_400_000);
    await comes({ sub: `linus-${domain}`, email: `chief@${domain}` });
    const after = await known();
    expect(after).toMatchObject({ email: `chief@${domain}`, email_confirmed_by: 'provider' });
    expect(after.email_confirmed_at!.getTime() - before.email_confirmed_at!.getTime()).toBeGreaterThan(
      80_000_000,
    );
  });

  test('a new holder of an address is not signed in as its previous holder', async () => {
    await claimed();
    await comes(grace('first'));
    expect(await (await comes(grace('second'))).state()).toBe(401);
  });

  longTest(
    'an owner is bound to one person at the provider, regardless of other people’s addresses',
    async () => {
      await claimed();
      const owner = { sub: `own-${domain}`, email: `ada@${domain}` };
      const id = (await ada.ask('/api/auth/user')).body['id'];
      const idOf = async (member: Member) => (await member.ask('/api/auth/user')).body['id'];
      expect(await idOf(await comes(owner))).toBe(id);
      // Another person who was given this address cannot sign in, in whatever spelling.
      for (const email of [owner.email, `ADA@${domain}`])
        expect(await (await comes({ sub: `own-2-${domain}`, email })).state()).toBe(401);
      expect((await ada.ask('/api/auth/user')).body['email']).toBe(owner.email);
      const asked = { ...owner, email: `ADA@${domain}` };
      const back = await comes(asked);
      expect([await idOf(back), (await back.ask('/api/auth/user')).body['email']]).toEqual([id, owner.email]);
      // A new address at the provider does not change the person's identity.
      expect(await idOf(await comes({ ...owner, email: `ada.l@${domain}` }))).toBe(id);
      expect(await (await comes({ sub: `own-3-${domain}`, email: `ada.l@${domain}` })).state()).toBe(401);
    },
  );

  test('after a change of client an owner is recognized by address, but only once', async () => {
    await claimed();
    const first = provider.clientId;
    const email = `ada@${domain}`;
    const idOf = async (member: Member) => (await member.ask('/api/auth/user')).body['id'];
    const id = await idOf(await comes({ sub: `first-${domain}`, email }));
    try {
      provider.clientId = 'second';
      expect((await setUp(ada)).status).toBe(200);
      expect(await idOf(await comes({ sub: `second-${domain}`, email }))).toBe(id);
      expect(await (await comes({ sub: `later-${domain}`, email })).state()).toBe(401);
    } finally {
      provider.clientId = first;
    }
  });

  longTest(
    'a new client at the same provider, which may use different subjects, does not lock anyone out',
    async () => {
      await claimed();
      const first = provider.clientId;
      const idOf = async (member: Member) => (await member.ask('/api/auth/user')).body['id'];
      const before = await comes(grace('first client'));
      const id = await idOf(before);
      const hana = (address: string) => ({ sub: `hana-${domain}`, email: `${address}@${domain}` });
      const hanaId = await idOf(await comes(hana('hana')));
      try {
        provider.clientId = 'second';
        expect((await setUp(ada)).status).toBe(200);
        // Sessions end, as after a change of provider.
        expect(await before.state()).toBe(401);
        expect(await idOf(await comes(grace('second client')))).toBe(id);
        expect(await (await comes(grace('somebody later'))).state()).toBe(401);
        // If the provider keeps Hana's subject, the subject identifies her regardless of her address.
        expect(await idOf(await comes(hana('hana.sato')))).toBe(hanaId);

        expect((await ada.delete('/api/team/sign-on', { password })).status).toBe(204);
        provider.clientId = first;
        await claimed();
        expect(await idOf(await comes(grace('third client')))).toBe(id);
        // Removing and restoring the same client recognizes the same people and no others.
        expect((await ada.delete('/api/team/sign-on', { password })).status).toBe(204);
        await claimed();
        expect(await (await comes(grace('somebody later'))).state()).toBe(401);
        expect(await idOf(await comes(grace('third client')))).toBe(id);
      } finally {
        provider.clientId = first;
      }
    },
  );

  test('a removed member cannot rejoin through a different client of the provider', async () => {
    await claimed();
    const first = provider.clientId;
    const member = await comes(grace());
    const id = String((await member.ask('/api/auth/user')).body['id']);
    expect((await ada.post(`/api/team/members/${id}/remove`, {})).status).toBe(204);
    try {
      provider.clientId = 'second';
      expect((await setUp(ada)).status).toBe(200);
      for (const claims of [grace(), grace('second client'), { ...grace(), email: `g.lindqvist@${domain}` }])
        expect(await (await comes(claims)).state()).toBe(401);
    } finally {
      provider.clientId = first;
    }
  });

  test('a provider that redirects to another one does not receive the code issued there', async () => {
    await claimed();
    provider.person = { ...grace(), email_verified: true };
    for (const elsewhere of [
      '/api/auth/callback',
      '/api/auth/callback/0190b7a0-0000-7000-8000-000000000000',
    ]) {
      const browser = openBrowser(office.baseUrl);
      const begun = await fetch(`${office.baseUrl}/api/login?domain=${domain}`, { redirect: 'manual' });
      const asked = new URL(begun.headers.get('location')!);
      expect(new URL(asked.searchParams.get('redirect_uri')!).pathname).toBe(
        `/api/auth/callback/${accountId}`,
      );
      const answered = await fetch(asked, { redirect: 'manual' });
      const back = new URL(answered.headers.get('location')!);
      const cookie = begun.headers
        .getSetCookie()
        .map((text) => text.split(';')[0]!)
        .join('; ');
      const taken = await fetch(`${office.baseUrl}${elsewhere}${back.search}`, {
        headers: { cookie },
        redirect: 'manual',
      });
      expect([elsewhere, taken.status]).toEqual([elsewhere, 400]);
      expect(await memberAt(browser).state()).toBe(401);
    }
  });

  test('a provider vouches for an owner only in its own account', async () => {
    await claimed();
    const hana = await office.signedIn({ ...person('Hana'), email: `hana-${domain}@own.example` });
    const other = await accountOf(hana);
    await invited(hana, ada, `ada@${domain}`, 'admin');
    expect(await accountOf(ada)).toBe(other);
    const asAda = await comes({ sub: `anybody-${domain}`, email: `ada@${domain}` });
    expect([await accountOf(asAda), await roleOf(asAda)]).toEqual([accountId, 'owner']);
    expect((await asAda.ask<unknown[]>('/api/accounts')).body).toHaveLength(1);
    expect((await asAda.post(`/api/accounts/${String(other)}/enter`)).status).toBe(404);
    const profile = { method: 'PATCH', body: { firstName: 'Not', lastName: 'Ada' } };
    expect((await asAda.ask('/api/user/profile', profile)).body['code']).toBe('managed-by-provider');
    expect((await ada.ask<unknown[]>('/api/accounts')).body).toHaveLength(2);
  });

  longTest(
    'changing the address elsewhere does not evade enforcement, and no key can be created to evade it',
    async () => {
      await claimed();
      const linus = await office.signedIn(person('Linus'));
      await invited(ada, linus, `linus@${domain}`, 'admin');
      await enforce();
      const { db } = office.ports.database;
      const { id } = (await linus.ask('/api/auth/user')).body;
      const { subject } = await db
        .selectFrom('users')
        .select('subject')
        .where('id', '=', String(id))
        .executeTakeFirstOrThrow();
      const facts = { ip: '127.0.0.1', userAgent: 'a browser' } as never;
      const address = `linus-${domain}@own.example`;
      await inTransaction(db, (tx) =>
        confirmAddress({ clock: office.now, jobs: office.product.jobs }, tx, {
          identityId: subject,
          address,
          facts,
        }),
      );
      const again = await office.signedIn({ ...person('Linus'), email: address });
      await again.post(`/api/accounts/${accountId}/enter`);
      for (const session of [linus, again]) {
        expect(await ask(session)).toEqual([403, 'sign-on-required']);
        const key = {
          method: 'POST',
          body: { name: 'a way back', mode: 'live', scopes: ['documents:read'] },
        };
        expect((await session.ask('/api/keys', key)).status).toBe(403);
      }
    },
  );

  longTest(
    "if enforced, keys of members who never used the provider do not work until they use it, owners' keys keep working, and changing the provider causes no interruption",
    async () => {
      await claimed();
      const linus = await office.signedIn(person('Linus'));
      await invited(ada, linus, `linus@${domain}`, 'admin');
      const key = { method: 'POST', body: { name: 'Nightly', mode: 'live', scopes: ['documents:read'] } };
      const [his, hers] = [await linus.ask('/api/keys', key), await ada.ask('/api/keys', key)];
      const call = async (made: typeof his, path = '/api/documents') => {
        const headers = { authorization: `Bearer ${String(made.body['secret'])}` };
        const answer = await fetch(`${office.baseUrl}${path}`, { headers });
        return [answer.status, ((await answer.json()) as { code?: string }).code];
      };
      await enforce();
      for (const path of ['/api/documents', '/api/auth/user'])
        expect(await call(his, path)).toEqual([403, 'sign-on-required']);
      const tools = { method: 'POST', headers: { authorization: `Bearer ${String(his.body['secret'])}` } };
      expect((await fetch(`${office.baseUrl}/mcp`, tools)).status).toBe(403);
      expect(await call(hers)).toEqual([200, undefined]);
      await enforce(false);
      expect(await call(his)).toEqual([200, undefined]);
      await enforce();
      await comes({ sub: `linus-${domain}`, email: `linus@${domain}` });
      expect(await call(his)).toEqual([200, undefined]);
      const { db } = office.ports.database;
      const elsewhere = { issuer: 'https://login.elsewhere.example' };
      await db.updateTable('account_sign_ons').set(elsewhere).where('account_id', '=', accountId).execute();
      expect(await call(his)).toEqual([200, undefined]);
    },
  );

  longTest('a blocked session gets no document events and cannot leave the account', async () => {
    await claimed();
    const linus = await office.signedIn(person('Linus'));
    await invited(ada, linus, `linus@${domain}`, 'admin');
    const { id: userId } = (await linus.ask('/api/auth/user')).body;
    const { app } = office.product;
    const follow = async () => {
      const session = await app.sessions.begin({ accountId, userId: String(userId) }, undefined);
      return listenLive(app, '/api/live', { cookie: `sid=${session}` });
    };
    const open = await follow();
    const folder = async () => (await ada.post('/api/folders', { name: domain })).status;
    const document = newId(office.now());
    const change = () =>
      office.ports.database.owner.query(`SELECT pg_notify('live', $1)`, [
        `${accountId} document ${document}`,
      ]);
    await change();
    await open.untilTopic(`document:${document}`);
    await enforce();
    const later = await follow();
    await open.untilTopic('account');
    for (const page of [open, later]) page.forget();
    await change();
    expect(await folder()).toBe(201);
    for (const page of [open, later]) {
      await page.untilTopic('folders');
      expect(page.topics()).not.toContain(`document:${document}`);
      await page.leave();
    }
    const leaving = await linus.post('/api/team/leave', {});
    expect([leaving.status, leaving.body['code']]).toEqual([403, 'sign-on-required']);
  });

  longTest(
    'an owner known only by the provider can return with a confirmed address when the provider fails',
    async () => {
      await claimed();
      await comes(grace());
      const { db } = office.ports.database;
      const email = `grace@${domain}`;
      await db.updateTable('users').set({ role: 'owner' }).where('email', '=', email).execute();
      await enforce();
      provider.person = { ...grace(), email_verified: false };
      const early = await office.signedIn(person('Grace'), { confirmed: false });
      expect(await early.state()).toBe(401);
      const confirmed = { email_confirmed_at: new Date(office.now()), expires_at: null };
      await db.updateTable('identities').set(confirmed).where('email', '=', email).execute();
      const back = await office.signedIn(person('Grace'));
      expect([await accountOf(back), await roleOf(back)]).toEqual([accountId, 'owner']);
      expect((await back.delete('/api/team/sign-on', { password })).status).toBe(204);
    },
  );

  const accountsOf = async (member: Member) =>
    (await member.ask<{ id: string }[]>('/api/accounts')).body.map(({ id }) => id);

  /** Sets a new password with a mailed link and signs in with it. */
  async function byMail(who: AccountHolder, password: string): Promise<Member> {
    const browser = openBrowser(office.baseUrl);
    const before = office.post.to(who.email).length;
    await browser.submit(await browser.go('/login/forgot'), { email: who.email });
    const mailed = () =>
      office.post
        .to(who.email)
        .slice(before)
        .find(({ subject }) => subject === 'Set a new password')?.text;
    await expect.poll(async () => (await office.settled(), mailed())).toBeDefined();
    const link = /https?:\/\/\S+/.exec(mailed()!)![0];
    await browser.submit(await browser.go(link), {
      link: new URL(link).searchParams.get('link')!,
      password,
    });
    return office.signedIn({ ...who, password });
  }

  longTest(
    'a member who used the provider once can continue with a password set by mail, unless the provider is enforced',
    async () => {
      await claimed();
      const linus = await office.signedIn(person('Linus'));
      await invited(ada, linus, `linus@${domain}`, 'admin');
      const { id } = (await linus.ask('/api/auth/user')).body;
      const byProvider = () => comes({ sub: `linus-${domain}`, email: `linus@${domain}` });
      office.wait(1000);
      await byProvider();
      await enforce();
      const rope = 'a rope for the harbour';
      expect(await accountsOf(await byMail(person('Linus'), rope))).not.toContain(accountId);
      await enforce(false);
      expect(await accountsOf(await office.signedIn({ ...person('Linus'), password: rope }))).toContain(
        accountId,
      );
      // Each way of signing in leads to the same member if it is the one that was proved last.
      office.wait(1000);
      expect((await (await byProvider()).ask('/api/auth/user')).body['id']).toBe(id);
      expect((await ada.delete('/api/team/sign-on', { password })).status).toBe(204);
      const early = await office.signedIn({ ...person('Linus'), password: rope });
      expect(await accountsOf(early)).not.toContain(accountId);
      const back = await byMail(person('Linus'), 'an anchor for the harbour');
      await back.post(`/api/accounts/${accountId}/enter`);
      const me = (await back.ask('/api/auth/user')).body;
      expect([me['id'], me['role']]).toEqual([id, 'admin']);
    },
  );

  test('an owner of another account keeps access to it after the provider is removed', async () => {
    await claimed();
    const member = await comes(grace());
    const hana = await office.signedIn({ ...person('Hana'), email: `hana-${domain}@own.example` });
    const other = String(await accountOf(hana));
    await invited(hana, member, `grace@${domain}`, 'member');
    const { id } = (await member.ask('/api/auth/user')).body;
    expect((await hana.patch(`/api/team/members/${String(id)}`, { role: 'owner', password })).status).toBe(
      204,
    );
    expect((await hana.post('/api/team/leave', { password })).status).toBe(204);
    expect((await ada.delete('/api/team/sign-on', { password })).status).toBe(204);
    await office.signedIn(person('Grace'));
    const back = await office.signedIn(person('Grace'));
    expect(await accountsOf(back)).toEqual(expect.arrayContaining([accountId, other]));
    await back.post(`/api/accounts/${other}/enter`);
    expect([await accountOf(back), await roleOf(back)]).toEqual([other, 'owner']);
  });

  longTest(
    'a previous owner of an address must prove access to the mailbox before they count as its owner',
    async () => {
      const before = await office.signedIn(person('Grace'));
      const own = await accountOf(before);
      office.wait(86_400_000);
      await claimed(await office.signedIn(person('Ada')));
      const now = (await (await comes(grace())).ask('/api/auth/user')).body;
      expect(now['accountId']).toBe(accountId);
      ada = await office.signedIn(person('Ada'));
      expect((await ada.delete('/api/team/sign-on', { password })).status).toBe(204);
      const again = await office.signedIn(person('Grace'));
      expect(await accountsOf(again)).toEqual([own]);
      const proved = await byMail(person('Grace'), 'a quill for the mailbox');
      expect(await accountsOf(proved)).toEqual(expect.arrayContaining([own, accountId]));
    },
  );

  test('a former holder of an address is not signed in as the current holder, who uses the provider', async () => {
    await claimed();
    const former = await office.signedIn(person('Linus'));
    await invited(ada, former, `linus@${domain}`, 'admin');
    office.wait(86_400_000);
    // The company has reassigned the address, which its member list does not show.
    await comes({ sub: `another-linus-${domain}`, email: `linus@${domain}` });
    expect(await accountsOf(await office.signedIn(person('Linus')))).not.toContain(accountId);
  });

  test('people who joined by single sign-on lose access when it is removed, and malformed addresses are rejected', async () => {
    await claimed();
    const member = await comes(grace());
    for (const email of [
      `ceo@bigcorp.example,x@${domain}`,
      `"ceo@bigcorp.example"@${domain}`,
      `a\r\nb@${domain}`,
    ])
      expect([email, await (await comes({ sub: `odd-${domain}`, email })).state()]).toEqual([email, 401]);
    expect((await ada.delete('/api/team/sign-on', { password })).status).toBe(204);
    expect([await member.state(), await ada.state()]).toEqual([401, 200]);
  });

  test('changing the provider, no longer requiring it, or removing it needs the owner’s password', async () => {
    await claimed();
    await enforce();
    const wrong = { status: 403, body: { code: 'password-wrong' } };
    expect(await setUp(ada, { clientId: 'of-mallory', password: 'guessed' })).toMatchObject(wrong);
    const on = '/api/team/sign-on';
    const unconfirmed = { status: 422, body: { code: 'confirmation-missing' } };
    expect(await ada.put(`${on}/enforced`, { enforced: false })).toMatchObject(unconfirmed);
    expect(await ada.put(`${on}/enforced`, { enforced: false, password: 'guessed' })).toMatchObject(wrong);
    expect((await ada.put(`${on}/enforced`, { enforced: true })).status).toBe(200);
    expect(await ada.delete(on, { password: 'guessed' })).toMatchObject(wrong);
    expect((await ada.ask<SignOnAnswer>(on)).body.signOn).toMatchObject({
      ...{ enforced: true, clientId: provider.clientId },
    });
  });

  test('only owners can configure single sign-on', async () => {
    await claimed();
    const member = await comes(grace());
    expect((await setUp(member)).status).toBe(403);
    expect((await member.ask('/api/team/sign-on')).status).toBe(403);
  });
});
