import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProvisioningAnswer } from '#contract/accounts/provisioning.ts';
import { openBrowser } from '#testing/browser.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { startFakeProvider, type FakeProvider } from '#testing/fakes/identity-provider.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { memberAt, openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada as adaOfTheCast, type AccountHolder } from '#testing/sign-up.ts';
import { multipartForm } from '#testing/multipart.ts';

const { password } = adaOfTheCast;

type Resource = Record<string, unknown> & { id: string; active: boolean; members: { value: string }[] };
type Answer<Body = Resource> = { status: number; body: Body; type: string };
type List = { totalResults: number; itemsPerPage: number; startIndex: number; Resources: Resource[] };
type Directory = <Body = Resource>(method: string, path: string, body?: object) => Promise<Answer<Body>>;

/** The directory of Ada's company adds and removes people with a token. */
describeOnEveryDatabase('SCIM provisioning', (open) => {
  let office: SignInOffice;
  let provider: FakeProvider;
  const records = new Map<string, string[]>();
  let companies = 0;
  let domain: string;
  let ada: Member;
  let scim: Directory;

  beforeAll(async () => {
    provider = await startFakeProvider();
    office = await openSignInOffice(await open(), {
      settings: { PLANS: 'off' },
      ports: { domains: { txt: async (name) => records.get(name) ?? [] } },
    });
  });
  beforeEach(async () => {
    domain = `harbour-${(companies += 1)}.example`;
    ada = await office.signedIn(person('Ada'));
    scim = directory(await token());
  });

  const person = (name: string, at = domain): AccountHolder => ({
    ...adaOfTheCast,
    firstName: name,
    email: `${name.toLowerCase()}@${at}`,
  });
  async function token(by: Member = ada, role = 'member'): Promise<string> {
    const { status, body } = await by.post<{ secret: string }>('/api/team/provisioning', {
      name: 'Okta',
      role,
      password,
    });
    expect(status).toBe(201);
    return body.secret;
  }
  function directory(secret: string): Directory {
    return async (method, path, body) => {
      const response = await fetch(`${office.baseUrl}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: (text === '' ? {} : JSON.parse(text)) as never,
        type: response.headers.get('content-type') ?? '',
      };
    };
  }
  /** Ada's company proves its domain. */
  async function proved(): Promise<void> {
    const { body } = await ada.put<{ signOn: { record: { name: string; value: string } } }>(
      '/api/team/sign-on',
      {
        issuer: provider.issuer,
        clientId: provider.clientId,
        clientSecret: provider.clientSecret,
        ...{ domain, role: 'viewer', password },
      },
    );
    records.set(body.signOn.record.name, [body.signOn.record.value]);
    expect((await ada.post('/api/team/sign-on/verify')).status).toBe(200);
  }
  /** Signs in at the company's provider. */
  async function comes(email: string, sub = email): Promise<Member> {
    provider.person = { email_verified: true, given_name: 'Grace', family_name: 'Lindqvist', email, sub };
    const browser = openBrowser(office.baseUrl);
    await browser.go(`/api/login?domain=${domain}`);
    return memberAt(browser);
  }
  const account = async (member: Member) => (await member.ask('/api/auth/user')).body;
  const members = async () =>
    (await ada.ask<{ id: string; email: string; role: string }[]>('/api/team/members')).body;
  const emails = async () => (await members()).map(({ email }) => email.split('@')[0]).toSorted();
  const add = (userName: string, more: object = {}) =>
    scim('POST', '/Users', { userName, name: { givenName: 'Grace', familyName: 'Lindqvist' }, ...more });
  const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { Operations });
  const find = async (filter: string, kind = 'Users') =>
    (await scim<List>('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)).body;
  const invitations = async () =>
    (await ada.ask<{ email: string; role: string }[]>('/api/team/invitations')).body;
  async function linkTo(email: string): Promise<string> {
    await office.settled();
    const links = office.post.to(email).map(({ text }) => /\/invitation#([\w-]+)/.exec(text)?.[1]);
    return links.findLast(Boolean)!;
  }
  async function accepts(who: Member, email: string): Promise<number> {
    return (await who.post('/api/invitations/accept', { link: await linkTo(email) })).status;
  }

  test('a token is shown once, recorded in the audit log, and works until it is revoked', async () => {
    const { body } = await ada.ask<ProvisioningAnswer>('/api/team/provisioning');
    expect(body.baseUrl).toMatch(/\/scim\/v2$/);
    expect(body.tokens).toMatchObject([{ name: 'Okta', role: 'member', works: true }]);
    expect(JSON.stringify(body)).not.toContain('csp_');
    expect((await scim('GET', '/ServiceProviderConfig')).status).toBe(200);
    expect((await ada.delete(`/api/team/provisioning/${body.tokens[0]!.id}`)).status).toBe(204);
    const refused = await scim<Record<string, unknown>>('GET', '/Users');
    expect(refused).toMatchObject({
      status: 401,
      type: expect.stringMatching('application/scim'),
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' },
    });
    const { body: events } = await ada.ask<{ type: string }[]>('/api/audit');
    const types = events.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['provisioning_token_created', 'provisioning_token_revoked']),
    );
  });

  test('a directory can read which features are supported', async () => {
    const config = await scim<Record<string, unknown>>('GET', '/ServiceProviderConfig');
    expect(config.body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    const types = await scim<List>('GET', '/ResourceTypes');
    expect(types.body.Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
    const schemas = await scim<List>('GET', '/Schemas');
    expect(schemas.body.totalResults).toBe(2);
  });

  test('a person in the proved domain becomes a member and signs in at the account’s provider', async () => {
    await proved();
    const email = `grace@${domain}`;
    const added = await add(email, { externalId: '00u1', emails: [{ value: email, primary: true }] });
    expect(added).toMatchObject({
      status: 201,
      type: expect.stringMatching('application/scim'),
      body: { userName: email, externalId: '00u1', active: true, roles: [{ value: 'member' }] },
    });
    expect(await emails()).toEqual(['ada', 'grace']);
    const grace = await comes(email);
    expect(await account(grace)).toMatchObject({
      id: (await members()).find((one) => one.email === email)?.id,
    });
    expect((await find('externalId eq "00u1"')).Resources).toMatchObject([{ id: added.body.id }]);
  });

  test.each([
    ['Okta', { op: 'replace', value: { active: false } }],
    ['Microsoft Entra', { op: 'Replace', path: 'active', value: 'False' }],
  ])('deactivation by %s ends sessions and keys, and documents are kept', async (_, operation) => {
    await proved();
    const email = `grace@${domain}`;
    const { body: added } = await add(email);
    const grace = await comes(email);
    await ada.ask(`/api/team/members/${String((await account(grace))['id'])}`, {
      method: 'PATCH',
      body: { role: 'admin' },
    });
    const key = await grace.post<{ secret: string }>('/api/keys', {
      ...{ name: 'CRM', mode: 'live', scopes: ['documents:read'] },
    });
    const { body: file, headers } = multipartForm([{ name: 'lease.pdf', bytes: sampleLease(1) }], {});
    const uploaded = await grace.browser.go('/api/documents/upload', {
      method: 'POST',
      body: new Uint8Array(file),
      headers,
    });
    const { id: documentId } = JSON.parse(uploaded.body) as { id: string };
    expect((await patch(`/Users/${added.id}`, operation)).body).toMatchObject({ active: false });
    expect(await grace.state()).toBe(401);
    const withKey = await fetch(`${office.baseUrl}/api/documents`, {
      headers: { authorization: `Bearer ${key.body.secret}` },
    });
    expect(withKey.status).toBe(401);
    expect(await emails()).toEqual(['ada']);
    expect((await ada.ask(`/api/documents/${documentId}`)).status).toBe(200);
    expect((await scim('GET', `/Users/${added.id}`)).body.active).toBe(false);
    // Signing in at the provider does not restore access.
    expect(await (await comes(email)).state()).toBe(401);
    expect((await patch(`/Users/${added.id}`, { op: 'replace', value: { active: true } })).body.active).toBe(
      true,
    );
    expect(await (await comes(email)).state()).toBe(200);
  });

  test('Mallory cannot move a stranger’s sign-in into an account, because people outside a proved domain are invited', async () => {
    const hana = await office.signedIn(person('Hana', 'elsewhere.example'));
    const before = (await account(hana))['accountId'];
    const { status, body } = await add('hana@elsewhere.example');
    expect([status, body.active]).toEqual([201, true]);
    expect(body['roles']).toBeUndefined();
    expect(await emails()).toEqual(['ada']);
    expect((await account(hana))['accountId']).toBe(before);
    expect((await hana.ask<object[]>('/api/accounts')).body).toHaveLength(1);
    expect(await invitations()).toMatchObject([{ email: 'hana@elsewhere.example', role: 'member' }]);
    expect(await accepts(hana, 'hana@elsewhere.example')).toBe(200);
    expect((await scim('GET', `/Users/${body.id}`)).body).toMatchObject({
      active: true,
      roles: [{ value: 'member' }],
    });
    // After deactivation, Hana still has her own account.
    await patch(`/Users/${body.id}`, { op: 'replace', path: 'active', value: false });
    expect(await emails()).toEqual(['ada']);
    const again = await office.signedIn(person('Hana', 'elsewhere.example'));
    expect((await account(again))['accountId']).toBe(before);
  });

  test('deactivation withdraws an invitation, and activation sends a new one', async () => {
    const email = `linus-${domain}@elsewhere.example`;
    const { body } = await add(email);
    const first = await linkTo(email);
    await patch(`/Users/${body.id}`, { op: 'replace', value: { active: false } });
    expect(await invitations()).toEqual([]);
    expect((await ada.post('/api/invitations/preview', { link: first })).status).toBe(410);
    await patch(`/Users/${body.id}`, { op: 'replace', value: { active: true } });
    expect(await invitations()).toMatchObject([{ email }]);
  });

  test('a directory cannot remove an owner or change their role, name or address', async () => {
    const [owner] = (await find(`userName eq "ada@${domain.toUpperCase()}"`)).Resources;
    const off = await patch(`/Users/${owner!.id}`, { op: 'replace', value: { active: false } });
    expect([off.status, off.body['scimType']]).toEqual([403, undefined]);
    expect((await scim('DELETE', `/Users/${owner!.id}`)).status).toBe(403);
    const changed = await patch(
      `/Users/${owner!.id}`,
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'mallory@elsewhere.example' },
      { op: 'replace', path: 'name.givenName', value: 'Mallory' },
      { op: 'replace', path: 'roles', value: [{ value: 'viewer' }] },
    );
    expect(changed.status).toBe(200);
    expect(await members()).toMatchObject([{ email: `ada@${domain}`, role: 'owner' }]);
    expect(await account(ada)).toMatchObject({ email: `ada@${domain}` });
  });

  test('a role in a request has no effect', async () => {
    await proved();
    scim = directory(await token(ada, 'viewer'));
    const { body } = await add(`grace@${domain}`, { roles: [{ value: 'owner', primary: true }] });
    expect(body['roles']).toMatchObject([{ value: 'viewer' }]);
    await scim('PUT', `/Users/${body.id}`, { userName: `grace@${domain}`, roles: [{ value: 'admin' }] });
    expect((await members()).map(({ role }) => role)).toEqual(['owner', 'viewer']);
  });

  test('Mallory cannot read or change another account with her token', async () => {
    const { body: hana } = await add(`hana@other-${domain}`);
    const { body: group } = await scim('POST', '/Groups', { displayName: 'Pay' });
    const mallory = await office.signedIn(person('Mallory', `mallory-${domain}`));
    const other = directory(await token(mallory));
    const [self] = (await other<List>('GET', '/Users')).body.Resources;
    expect((await other<List>('GET', '/Users')).body.totalResults).toBe(1);
    expect((await other<List>('GET', '/Groups')).body.totalResults).toBe(0);
    for (const path of [`/Users/${hana.id}`, `/Groups/${group.id}`]) {
      expect((await other('GET', path)).status).toBe(404);
      expect((await other('DELETE', path)).status).toBe(404);
      const body = path.startsWith('/Users') ? { userName: 'x@elsewhere.example' } : { displayName: 'Mine' };
      expect((await other('PUT', path, body)).status).toBe(404);
    }
    const { body: own } = await other('POST', '/Groups', { displayName: 'Own' });
    const into = await other('PATCH', `/Groups/${own.id}`, {
      Operations: [{ op: 'add', path: 'members', value: [{ value: hana.id }] }],
    });
    expect([into.status, into.body['scimType']]).toEqual([400, 'invalidValue']);
    const foreign = await patch(`/Groups/${group.id}`, {
      ...{ op: 'add', path: 'members', value: [{ value: self!.id }] },
    });
    expect(foreign.status).toBe(400);
    expect((await invitations()).length).toBe(1);
  });

  test('a token is revoked when its creator is no longer an owner', async () => {
    const email = `linus@${domain}`;
    await ada.post('/api/team/invitations', { email, role: 'admin' });
    const linus = await office.signedIn(person('Linus'));
    expect(await accepts(linus, email)).toBe(200);
    const memberId = String((await account(linus))['id']);
    expect((await ada.post('/api/team/owner', { memberId, password })).status).toBe(204);
    expect((await scim('GET', '/Users')).status).toBe(401);
    const { body } = await linus.ask<ProvisioningAnswer>('/api/team/provisioning');
    expect(body.tokens).toMatchObject([{ works: false }]);
  });

  test('a user name or address cannot belong to two people', async () => {
    const { body } = await add(`hana@other-${domain}`);
    for (const userName of [`HANA@other-${domain}`, `ada@${domain}`]) {
      const taken = await add(userName);
      expect([taken.status, taken.body['scimType']]).toEqual([409, 'uniqueness']);
    }
    const renamed = await patch(`/Users/${body.id}`, {
      op: 'replace',
      path: 'userName',
      value: `ada@${domain}`,
    });
    expect(renamed.status).toBe(409);
    expect((await find(`userName eq "hana@other-${domain}"`)).totalResults).toBe(1);
  });

  test('lists support paging, filters and selected attributes', async () => {
    await proved();
    for (const name of ['b', 'c', 'd']) await add(`${name}@${domain}`);
    const page = (await scim<List>('GET', '/Users?startIndex=2&count=2')).body;
    expect([page.totalResults, page.itemsPerPage, page.startIndex]).toEqual([4, 2, 2]);
    expect(page.Resources.map((one) => one['userName'])).toEqual([`b@${domain}`, `c@${domain}`]);
    expect((await scim<List>('GET', '/Users?count=0')).body).toMatchObject({
      totalResults: 4,
      Resources: [],
    });
    const short = (await scim<List>('GET', '/Users?attributes=userName&count=1')).body.Resources[0]!;
    expect(Object.keys(short).toSorted()).toEqual(['id', 'meta', 'schemas', 'userName']);
    const faulty = await scim('GET', `/Users?filter=${encodeURIComponent('title sw "x"')}`);
    expect([faulty.status, faulty.body['scimType']]).toEqual([400, 'invalidFilter']);
  });

  test('groups include people who are members now and people who accept later', async () => {
    await proved();
    const { body: grace } = await add(`grace@${domain}`);
    const email = `hana@other-${domain}`;
    const { body: hana } = await add(email);
    const made = await scim('POST', '/Groups', { displayName: 'Pay', externalId: 'g1' });
    expect([made.status, made.body['externalId']]).toEqual([201, 'g1']);
    const path = `/Groups/${made.body.id}`;
    await patch(path, { op: 'Add', path: 'members', value: [{ value: grace.id }, { value: hana.id }] });
    expect((await scim('GET', path)).body.members.map(({ value }) => value).toSorted()).toEqual(
      [grace.id, hana.id].toSorted(),
    );
    const seen = async () =>
      (await ada.ask<{ name: string; memberIds: string[] }[]>('/api/team/groups')).body[0]!;
    expect((await seen()).memberIds).toHaveLength(1);
    expect(await accepts(await office.signedIn(person('Hana', `other-${domain}`)), email)).toBe(200);
    expect((await seen()).memberIds).toHaveLength(2);
    await patch(path, { op: 'remove', path: `members[value eq "${grace.id}"]` });
    await patch(path, { op: 'replace', value: { id: made.body.id, displayName: 'Payroll' } });
    expect(await seen()).toMatchObject({ name: 'Payroll' });
    expect((await find(`members.value eq "${hana.id}"`, 'Groups')).totalResults).toBe(1);
    expect((await find('displayName eq "Payroll"', 'Groups')).Resources[0]!.members).toHaveLength(1);
    expect((await scim('GET', `${path}?excludedAttributes=members`)).body.members).toBeUndefined();
    expect((await scim('DELETE', path)).status).toBe(204);
    expect((await scim('GET', path)).status).toBe(404);
  });

  test('a returning person is in their groups again, except those they were removed from here', async () => {
    await proved();
    const { body: grace } = await add(`grace@${domain}`);
    const groups = ['Pay', 'Legal'].map((displayName) =>
      scim('POST', '/Groups', { displayName, members: [{ value: grace.id }] }),
    );
    const [, legal] = await Promise.all(groups);
    await ada.put(`/api/team/groups/${legal!.body.id}`, { name: 'Legal', memberIds: [] });
    await patch(`/Users/${grace.id}`, { op: 'replace', value: { active: false } });
    await patch(`/Users/${grace.id}`, { op: 'replace', value: { active: true } });
    const { body } = await ada.ask<{ name: string; memberIds: string[] }[]>('/api/team/groups');
    expect(body.map(({ name, memberIds }) => [name, memberIds.length])).toEqual([
      ['Legal', 0],
      ['Pay', 1],
    ]);
  });

  test('a deleted person no longer exists and can be added again', async () => {
    await proved();
    const { body } = await add(`grace@${domain}`);
    expect((await scim('DELETE', `/Users/${body.id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${body.id}`)).status).toBe(404);
    expect(await emails()).toEqual(['ada']);
    expect((await add(`grace@${domain}`)).status).toBe(201);
  });

  test('a person who never signed in gets no email when their membership ends', async () => {
    await proved();
    const email = `grace@${domain}`;
    const { body } = await add(email);
    await patch(`/Users/${body.id}`, { op: 'replace', value: { active: false } });
    await office.settled();
    expect(office.post.to(email)).toEqual([]);
  });

  test('a malformed request changes nothing', async () => {
    await proved();
    const { body } = await add(`grace@${domain}`);
    const faulty = await patch(
      `/Users/${body.id}`,
      { op: 'replace', path: 'active', value: false },
      { op: 'replace', path: 'shoeSize', value: 43 },
    );
    expect([faulty.status, faulty.body['scimType']]).toEqual([400, 'invalidPath']);
    expect((await scim('GET', `/Users/${body.id}`)).body.active).toBe(true);
    expect((await add('no address')).body['scimType']).toBe('invalidValue');
  });

  test('many concurrent requests add a person only once', async () => {
    await proved();
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(`grace@${domain}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(await emails()).toEqual(['ada', 'grace']);
  });
});
