import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase, openOneDatabase } from '#testing/databases.ts';
import { openDesk, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { listenLive } from '#testing/live-listener.ts';
import { longTest } from '#testing/long-test.ts';
import { openDoor } from '#testing/open-door.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import type { CurrentUser } from '#contract/accounts/account.ts';
import type { AccountOfPerson, InvitationView, TeamMemberView } from '#contract/accounts/team.ts';

const mallory = { firstName: 'Mallory', lastName: 'Quill', email: 'mallory@elsewhere.example' };
const graceHerself = { firstName: 'Grace', lastName: 'Lindqvist', email: grace.email };
const linusHimself = { firstName: 'Linus', lastName: 'Okafor', email: linus.email };

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

describe('team members and invitations', () => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
    await office.product.app.listen({ port: 0, host: '127.0.0.1' });
  });
  beforeEach(async () => {
    // Each test runs in a different hour, so that the emails of one test do not affect the next.
    office.wait(3_600_001);
    ada = await office.desk();
    office.post.mails.length = 0;
  });

  const invite = (by: Desk, email: string, role = 'member') =>
    by.post<InvitationView>('/api/team/invitations', { email, role });
  const accept = (by: Desk, link: string) =>
    by.post<{ accountId: string }>('/api/invitations/accept', { link });
  const look = (by: Desk, link: string) => by.post('/api/invitations/preview', { link });
  const change = (by: Desk, who: Desk, role: string, password?: string) =>
    by.patch(`/api/team/members/${who.userId}`, { role, password });
  const remove = (by: Desk, who: Desk, password?: string) =>
    by.post(`/api/team/members/${who.userId}/remove`, { password });
  const roleOf = async (who: Desk) => (await who.ask<CurrentUser>('/api/auth/user')).body.role;
  const rolesAt = async (desk: Desk) =>
    (await desk.ask<TeamMemberView[]>('/api/team/members')).body.map(({ email, role }) => `${email} ${role}`);

  async function linkTo(email: string): Promise<string> {
    await office.settled();
    const mail = office.post.to(email).at(-1);
    const link = /\/invitation#([\w-]+)/.exec(mail?.text ?? '')?.[1];
    if (!link) throw new Error(`No invitation has reached ${email}.`);
    return link;
  }

  /** Returns the same browser after a response that set a new session cookie. */
  function withNewSession(desk: Desk, { headers }: { headers: Record<string, unknown> }): Desk {
    const cookie = /sid=[^;]+/.exec(String(headers['set-cookie']))![0];
    return openDesk(office, { ...desk, cookie });
  }

  test('Ada invites Grace, who accepts and can switch between her two accounts', async () => {
    await ada.patch('/api/team', { name: 'Harbour & Sons' });
    const invited = await invite(ada, grace.email, 'admin');
    expect([invited.status, invited.body]).toMatchObject([
      201,
      { email: grace.email, role: 'admin', expired: false, invitedBy: 'Ada Moreau' },
    ]);
    const link = await linkTo(grace.email);
    const visitor = await office.desk(mallory);
    expect((await look(visitor, link)).body).toEqual({
      account: 'Harbour & Sons',
      invitedBy: 'Ada Moreau',
      role: 'admin',
      email: 'g…@harbour.example',
      signUp: true,
    });

    const own = await office.desk(graceHerself);
    const accepted = await accept(own, link);
    expect(accepted).toMatchObject({ status: 200, body: { accountId: ada.accountId } });
    const inTeam = own;
    expect((await inTeam.ask('/api/auth/user')).body).toMatchObject({
      accountId: ada.accountId,
      role: 'admin',
      email: grace.email,
      planType: 'business',
    });
    expect(await rolesAt(ada)).toEqual(['ada@harbour.example owner', `${grace.email} admin`]);
    expect((await ada.ask('/api/team/invitations')).body).toEqual([]);

    const accounts = await inTeam.ask<AccountOfPerson[]>('/api/accounts');
    expect(accounts.body).toMatchObject([
      { id: own.accountId, title: 'Grace Lindqvist', role: 'owner', current: false },
      { id: ada.accountId, title: 'Harbour & Sons', role: 'admin', current: true },
    ]);
    const stream = await listenLive(office.product.app, '/api/live', { cookie: own.cookie });
    await inTeam.post(`/api/accounts/${own.accountId}/enter`);
    expect(await roleOf(own)).toBe('owner');
    // A page that still shows the other account learns that its stream has ended.
    expect((await stream.untilEvent('end')).data).toBe('session-ended');
  });

  test('a person in two accounts returns to the account they used last', async () => {
    const { welcome } = await import('../sign-in/known-person.ts');
    const { db } = office.ports.database;
    const person = {
      issuer: 'https://login.harbour.example',
      subject: 'grace-of-two',
      emailVerified: true,
      ...graceHerself,
      email: 'grace.two@harbour.example',
    } as Parameters<typeof welcome>[1];
    const own = await welcome(db, person, office.now(), openDoor);
    await invite(ada, person.email);
    const session = await office.product.app.sessions.begin(own, undefined);
    const desk = withNewSession(ada, { headers: { 'set-cookie': `sid=${session};` } });
    expect((await accept(desk, await linkTo(person.email))).status).toBe(200);
    office.wait(1000);
    expect(await welcome(db, person, office.now(), openDoor)).toMatchObject({ accountId: ada.accountId });
    await office.product.app.sessions.begin(own, undefined);
    expect(await welcome(db, person, office.now(), openDoor)).toEqual(own);
  });

  test('a forwarded link does not admit anyone else and still works for the invited person', async () => {
    await invite(ada, grace.email);
    const link = await linkTo(grace.email);
    const stranger = await office.desk(mallory);
    expect(await accept(stranger, link)).toMatchObject({
      status: 403,
      body: { code: 'invitation-for-another' },
    });
    expect(await rolesAt(ada)).toEqual(['ada@harbour.example owner']);
    expect((await accept(await office.desk(graceHerself), link)).status).toBe(200);
  });

  test('the link confirms the address of a person who has signed up with it', async () => {
    const email = 'unconfirmed@harbour.example';
    await invite(ada, email);
    const link = await linkTo(email);
    const own = await office.desk({ ...graceHerself, email, confirmed: false });
    const other = await office.desk({ ...linusHimself, confirmed: false });
    expect(await accept(other, link)).toMatchObject({
      status: 403,
      body: { code: 'invitation-for-another' },
    });
    expect((await accept(own, link)).status).toBe(200);
    expect((await own.ask<CurrentUser>('/api/auth/user')).body).toMatchObject({
      accountId: ada.accountId,
      emailConfirmed: true,
    });
  });

  test('a new person joins with a name and a password, and has no other account', async () => {
    const email = 'new.person@harbour.example';
    await invite(ada, email, 'admin');
    const link = await linkTo(email);
    const visitor = openDesk(office, { accountId: '', userId: '', cookie: '' });
    const join = (given: object) =>
      visitor.post('/api/invitations/sign-up', { link, name: 'Hana de Vries', password, ...given });
    const password = 'a quiet harbor in fog';
    expect((await look(visitor, link)).body).toMatchObject({ signUp: true });
    for (const [given, code] of [
      [{ password: 'password1' }, 'password-length-invalid'],
      [{ name: ' ' }, 'name-missing'],
      [{ name: 'www.elsewhere.example' }, 'name-invalid'],
      [{ link: 'x' }, 'invitation-ended'],
    ] as const)
      expect(codeOf(await join(given))).toBe(code);
    const [joined, again] = await Promise.all([join({}), join({})]);
    expect([joined.status, again.status].toSorted()).toEqual([200, expect.toBeOneOf([409, 410])]);
    const hana = withNewSession(visitor, joined.status === 200 ? joined : again);
    expect((await hana.ask<CurrentUser>('/api/auth/user')).body).toMatchObject({
      ...{ accountId: ada.accountId, role: 'admin', email, emailConfirmed: true },
      ...{ firstName: 'Hana de', lastName: 'Vries' },
    });
    expect((await hana.ask<AccountOfPerson[]>('/api/accounts')).body).toHaveLength(1);
    const { body: me } = await hana.ask<CurrentUser>('/api/auth/user');
    expect((await ada.post(`/api/team/members/${me.id}/remove`)).status).toBe(204);
    await invite(ada, email);
    const second = await linkTo(email);
    // The address was confirmed only by the first link, so it counts as new again.
    expect((await look(visitor, second)).body).toMatchObject({ signUp: true });
    expect((await join({ link: second })).status).toBe(200);
    const known = await office.desk({ ...linusHimself, email: 'known@harbour.example' });
    await invite(ada, 'known@harbour.example');
    const third = await linkTo('known@harbour.example');
    expect((await look(visitor, third)).body).toMatchObject({ signUp: false });
    expect(codeOf(await join({ link: third }))).toBe('invitation-sign-in');
    expect((await accept(known, third)).status).toBe(200);
  });

  test('an owner needs their password to transfer ownership, and both people get an email', async () => {
    const heir = await office.colleague(ada, { ...graceHerself, role: 'member' });
    const admin = await office.colleague(ada, { ...linusHimself, role: 'admin' });
    const transfer = (by: Desk, to: Desk, password = 'ada@harbour.example') =>
      by.post('/api/team/owner', { memberId: to.userId, password });
    const elsewhere = await office.desk(mallory);
    for (const [answer, code] of [
      [await transfer(ada, heir, 'wrong'), 'closure-not-confirmed'],
      [await transfer(admin, admin, linus.email), 'not-permitted'],
      [await transfer(ada, ada), 'successor-invalid'],
      [await transfer(ada, elsewhere), 'not-found'],
    ] as const)
      expect(codeOf(answer)).toBe(code);
    office.post.mails.length = 0;
    expect((await transfer(ada, heir)).status).toBe(204);
    expect(await rolesAt(heir)).toEqual([
      `${grace.email} owner`,
      'ada@harbour.example admin',
      `${linus.email} admin`,
    ]);
    expect(codeOf(await transfer(ada, heir))).toBe('not-permitted');
    await office.settled();
    expect(office.post.to(grace.email).at(-1)!.text).toContain('Ada Moreau made you the owner');
    expect(office.post.to('ada@harbour.example').at(-1)!.text).toContain(
      'You made Grace Lindqvist the owner',
    );
    const { body } = await heir.ask<{ action: string }[]>('/api/audit');
    expect(JSON.stringify(body)).toContain('ownership_transferred');
  });

  test('an unattended browser cannot give away ownership or turn off a protection', async () => {
    const hana = await office.colleague(ada, { email: 'hana@harbour.example', role: 'owner' });
    const heir = await office.colleague(ada, { ...graceHerself, role: 'member' });
    const right = 'ada@harbour.example';
    expect((await ada.patch('/api/team', { twoFactorRequired: true })).status).toBe(204);
    const { db } = office.ports.database;
    await db.updateTable('sessions').set({ factor: true }).execute();
    const acts: ((password?: string) => Promise<{ status: number; body: unknown }>)[] = [
      (password) => change(ada, heir, 'owner', password),
      (password) => change(ada, hana, 'admin', password),
      (password) => ada.patch('/api/team', { twoFactorRequired: false, password }),
      (password) => change(ada, hana, 'owner', password),
      (password) => remove(ada, hana, password),
      (password) => ada.post('/api/team/leave', { password }),
    ];
    for (const act of acts) {
      const before = await db.selectFrom('account_events').select('id').execute();
      expect(await act()).toMatchObject({ status: 422, body: { code: 'confirmation-missing' } });
      expect(await act('guessed')).toMatchObject({ status: 422, body: { code: 'closure-not-confirmed' } });
      expect(await db.selectFrom('account_events').select('id').execute()).toEqual(before);
      expect((await act(right)).status).toBe(204);
    }
    expect(await rolesAt(heir)).toEqual([`${grace.email} owner`]);
  });

  test('all owners get an email when an owner is added or removed', async () => {
    const hana = await office.colleague(ada, { email: 'hana@harbour.example', role: 'owner' });
    const heir = await office.colleague(ada, { ...graceHerself, role: 'member' });
    const newest = async (address: string) => {
      await office.settled();
      return office.post.to(address).at(-1)?.text;
    };
    expect((await change(ada, heir, 'owner', 'ada@harbour.example')).status).toBe(204);
    for (const address of ['ada@harbour.example', 'hana@harbour.example', grace.email])
      expect(await newest(address)).toContain('Ada Moreau made Grace Lindqvist an owner');
    expect((await change(heir, hana, 'admin', grace.email)).status).toBe(204);
    for (const address of ['ada@harbour.example', 'hana@harbour.example', grace.email])
      expect(await newest(address)).toContain('Grace Lindqvist changed the role of Ada Moreau');
    const { db } = office.ports.database;
    await db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', hana.userId).execute();
    expect(codeOf(await change(ada, hana, 'owner', 'ada@harbour.example'))).toBe('successor-invalid');
  });

  test('owners and the inviter get an email when someone joins, see who invited them, and can undo it', async () => {
    const admin = await office.colleague(ada, { ...linusHimself, role: 'admin' });
    const email = 'forwarded@harbour.example';
    await invite(admin, email, 'admin');
    const link = await linkTo(email);
    office.post.mails.length = 0;
    const visitor = openDesk(office, { accountId: '', userId: '', cookie: '' });
    const joined = await visitor.post('/api/invitations/sign-up', {
      ...{ link, name: 'Mallory Quill', password: 'a quiet harbor in fog' },
    });
    expect(joined.status).toBe(200);
    const member = withNewSession(visitor, joined);
    await office.settled();
    for (const address of ['ada@harbour.example', linus.email])
      expect(office.post.to(address).map(({ text }) => text)).toEqual([
        expect.stringMatching(/Mallory Quill \(forwarded@harbour[^)]*example\) joined the account/),
      ]);
    expect(office.post.to(email)).toEqual([]);
    const { body: people } = await ada.ask<TeamMemberView[]>('/api/team/members');
    const found = people.find((one) => one.email === email)!;
    expect([found.invitedBy, people.find(({ you }) => you)!.invitedBy]).toEqual(['Linus Okafor', null]);
    expect((await admin.post(`/api/team/members/${found.id}/remove`)).status).toBe(204);
    expect((await member.ask('/api/auth/user')).status).toBe(401);
    // The address no longer counts as confirmed, since only the link confirmed it, so its real owner can
    // join.
    const { db } = office.ports.database;
    const identity = await db
      .selectFrom('identities')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(identity.email_confirmed_at).toBeNull();
    office.wait(3_600_001);
    await invite(await office.colleague(ada, { role: 'owner' }), email);
    expect((await look(visitor, await linkTo(email))).body).toMatchObject({ signUp: true });
  });

  test('a forwarded link does not admit a person with an unconfirmed address that another person has confirmed', async () => {
    const owner = await office.desk(linusHimself);
    await invite(ada, linus.email);
    const link = await linkTo(linus.email);
    const squatter = await office.desk({ ...mallory, email: linus.email, confirmed: false });
    expect(await accept(squatter, link)).toMatchObject({ status: 409, body: { code: 'invitation-sign-in' } });
    expect((await squatter.ask<CurrentUser>('/api/auth/user')).body).toMatchObject({ emailConfirmed: false });
    expect((await accept(owner, link)).status).toBe(200);
  });

  test('no one can join an account that is being closed, and canceling the closure makes the link work again', async () => {
    await invite(ada, grace.email);
    const link = await linkTo(grace.email);
    const closing = (method: 'POST' | 'DELETE', body?: object) =>
      ada.ask('/api/account/closure', { method, ...(body && { body }) });
    expect((await closing('POST', { confirmation: 'ada@harbour.example' })).status).toBe(200);
    const own = await office.desk(graceHerself);
    expect(await accept(own, link)).toMatchObject({ status: 403, body: { code: 'account-closing' } });
    expect((await closing('DELETE')).status).toBe(200);
    expect(await rolesAt(ada)).toEqual(['ada@harbour.example owner']);
    expect((await accept(own, link)).status).toBe(200);
  });

  test('a link works once, and not after it was resent or withdrawn, or after seven days', async () => {
    const { body: invitation } = await invite(ada, grace.email);
    const first = await linkTo(grace.email);
    await ada.post(`/api/team/invitations/${invitation.id}/resend`);
    const second = await linkTo(grace.email);
    expect(second).not.toBe(first);
    const own = await office.desk(graceHerself);
    for (const link of [first, `${second.slice(0, -2)}AA`, '', 'x'.repeat(64)])
      expect(await accept(own, link)).toMatchObject({ status: 410, body: { code: 'invitation-ended' } });
    expect((await accept(own, second)).status).toBe(200);
    expect((await accept(own, second)).status).toBe(410);

    await invite(ada, linus.email);
    const old = await linkTo(linus.email);
    office.wait(7 * 86_400_000);
    const later = await office.desk(linusHimself);
    expect((await look(later, old)).status).toBe(410);
    expect((await accept(later, old)).status).toBe(410);
    const again = await office.colleague(ada, { role: 'owner' });
    expect((await again.ask<InvitationView[]>('/api/team/invitations')).body).toMatchObject([
      { email: linus.email, expired: true },
    ]);
  });

  test('one address gets at most three emails per hour, whether resent or new invitations', async () => {
    const email = 'flooded@elsewhere.example';
    const { body: first } = await invite(ada, email);
    expect((await ada.post(`/api/team/invitations/${first.id}/resend`)).status).toBe(204);
    await ada.delete(`/api/team/invitations/${first.id}`);
    const { body: second } = await invite(ada, email);
    expect((await ada.post(`/api/team/invitations/${second.id}/resend`)).status).toBe(429);
  });

  test('withdrawing an invitation also cancels its unsent email', async () => {
    const { body: invitation } = await invite(ada, linus.email);
    const withdrawn = await ada.delete(`/api/team/invitations/${invitation.id}`);
    expect(withdrawn.status).toBe(204);
    const again = await ada.post(`/api/team/invitations/${invitation.id}/resend`);
    expect(again.status).toBe(404);
    const [row] = await office.ports.database.db
      .selectFrom('member_invitations')
      .innerJoin('identity_mails', 'identity_mails.id', 'mail_id')
      .select('used_at')
      .where('member_invitations.id', '=', invitation.id)
      .execute();
    expect(row!.used_at).not.toBeNull();
  });

  test('Linus, a member, cannot promote himself, invite or remove people, or rename the account', async () => {
    const member = await office.colleague(ada, { ...linusHimself, role: 'member' });
    const admin = await office.colleague(ada, { ...graceHerself, role: 'admin' });
    const refused = [
      await change(member, member, 'owner'),
      await change(member, admin, 'viewer'),
      await invite(member, mallory.email, 'admin'),
      await remove(member, admin),
      await member.patch('/api/team', { name: 'Okafor' }),
      await change(admin, admin, 'owner'),
      await change(admin, ada, 'member'),
      await remove(admin, ada),
    ];
    expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual(
      refused.map(() => [403, 'not-permitted']),
    );
    expect(await rolesAt(ada)).toEqual([
      'ada@harbour.example owner',
      `${linus.email} member`,
      `${grace.email} admin`,
    ]);
  });

  test('no one can be invited as owner, and ids of another account return 404', async () => {
    expect((await invite(ada, grace.email, 'owner')).status).toBe(400);
    const other = await office.desk(mallory);
    const theirs = await invite(other, linus.email);
    const stray = [
      await change(ada, other, 'viewer'),
      await remove(ada, other),
      await ada.delete(`/api/team/invitations/${theirs.body.id}`),
      await ada.post(`/api/team/invitations/${theirs.body.id}/resend`),
      await ada.post(`/api/accounts/${other.accountId}/enter`),
      await ada.post('/api/accounts/nowhere/enter'),
    ];
    expect(stray.map(({ status }) => status)).toEqual(stray.map(() => 404));
    expect(await roleOf(other)).toBe('owner');
  });

  test('a new role applies from the next request of existing sessions', async () => {
    const member = await office.colleague(ada, { ...linusHimself, role: 'member' });
    const { body: document } = await member.upload(sampleLease(1));
    expect((await change(ada, member, 'viewer')).status).toBe(204);
    const renamed = await member.put(`/api/documents/${document.id}`, { title: 'Mine' });
    expect([renamed.status, codeOf(renamed)]).toEqual([403, 'not-permitted']);
    expect((await member.ask('/api/documents')).status).toBe(200);
    expect((await change(ada, member, 'admin')).status).toBe(204);
    expect((await member.ask('/api/team/invitations')).status).toBe(200);
  });

  test('removing a member immediately ends their sessions, open pages, cached responses and invitations', async () => {
    const admin = await office.colleague(ada, { ...graceHerself, role: 'admin' });
    const stream = await listenLive(office.product.app, '/api/live', { cookie: admin.cookie });
    await invite(admin, mallory.email);
    const planted = await linkTo(mallory.email);
    const made = (await admin.upload(sampleLease(1))).body;
    const key = { 'idempotency-key': 'once more' };
    const copy = `/api/documents/${made.id}/duplicate`;
    expect((await admin.ask(copy, { method: 'POST', headers: key })).status).toBe(201);

    expect((await remove(ada, admin)).status).toBe(204);
    expect((await stream.untilEvent('end')).data).toBe('session-ended');
    await stream.ended;
    expect(await admin.ask('/api/auth/user')).toMatchObject({
      status: 401,
      body: { code: 'member-removed' },
    });
    await office.settled();
    expect(office.post.to(grace.email).at(-1)!.text).toContain('Ada Moreau removed you from the account');
    expect((await admin.ask(copy, { method: 'POST', headers: key })).status).toBe(401);
    expect((await accept(await office.desk(mallory), planted)).status).toBe(410);
    expect((await ada.read(made.id)).title).toBe(made.title);

    // A session that is created during the removal is invalid.
    const late = await office.product.app.sessions.begin(admin, undefined);
    expect(await office.product.app.sessions.find(late)).toBeUndefined();
  });

  test('reusing another member’s idempotency key does not return their response', async () => {
    const member = await office.colleague(ada, { ...linusHimself, role: 'member' });
    const { body: lease } = await ada.upload(sampleLease(1));
    const twice = { method: 'POST' as const, headers: { 'idempotency-key': 'the same' } };
    const first = await ada.ask(`/api/documents/${lease.id}/duplicate`, twice);
    const second = await member.ask(`/api/documents/${lease.id}/duplicate`, twice);
    expect(second.body['id']).not.toBe(first.body['id']);
  });

  test('a signing link opened on a member’s own device ends with the membership', async () => {
    const member = await office.colleague(ada, { ...linusHimself, role: 'member' });
    const document = await ada.prepare(sampleLease(1), [linus]);
    await ada.send(document.id);
    const opened = await member.post<{ url: string }>(
      `/api/documents/${document.id}/recipients/${document.recipients[0]!.id}/sign-myself`,
    );
    const path = `/api${opened.body.url}`;
    expect((await ada.ask(path)).status).toBe(200);
    await remove(ada, member);
    expect((await ada.ask(path)).status).toBe(410);
    // The link in the email that Linus got as a recipient still works.
    await office.settled();
    expect((await ada.signer(linus.email).view()).status).toBe(200);
  });

  test('the last owner can leave or step down only after appointing another owner', async () => {
    const second = await office.colleague(ada, { ...graceHerself, role: 'member' });
    const password = 'ada@harbour.example';
    const leave = (desk: Desk) => desk.post('/api/team/leave', { password });
    for (const answer of [await leave(ada), await change(ada, ada, 'admin', password)])
      expect([answer.status, codeOf(answer)]).toEqual([409, 'last-owner']);
    expect((await change(ada, second, 'owner', password)).status).toBe(204);
    expect((await leave(ada)).status).toBe(204);
    expect((await ada.ask('/api/auth/user')).status).toBe(401);
    expect(await rolesAt(second)).toEqual([`${grace.email} owner`]);
  });

  test('inviting requires Business, and when that plan ends all members except owners become read-only', async () => {
    const alone = await office.desk({ plan: 'pro' });
    expect(codeOf(await invite(alone, grace.email))).toBe('plan-limit-team');
    const member = await office.colleague(ada, { ...linusHimself, role: 'member' });
    const { body: lease } = await member.upload(sampleLease(1));
    await invite(ada, grace.email);
    const link = await linkTo(grace.email);
    const plan = (name: string) =>
      office.ports.database.db
        .updateTable('accounts')
        .set({ plan: name })
        .where('id', '=', ada.accountId)
        .execute();
    await plan('pro');
    const refused = await member.post(`/api/documents/${lease.id}/duplicate`);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'plan-without-team']);
    expect((await member.read(lease.id)).id).toBe(lease.id);
    expect(codeOf(await accept(await office.desk(graceHerself), link))).toBe('plan-limit-team');
    expect((await ada.post(`/api/documents/${lease.id}/duplicate`)).status).toBe(201);
    await plan('business');
    expect((await member.post(`/api/documents/${lease.id}/duplicate`)).status).toBe(201);
  });

  test('the audit log records every change to the team', async () => {
    const member = await office.colleague(ada, { ...linusHimself, role: 'member' });
    await invite(ada, grace.email);
    await accept(await office.desk(graceHerself), await linkTo(grace.email));
    await change(ada, member, 'admin');
    await remove(ada, member);
    const rows = await office.ports.database.db
      .selectFrom('account_events')
      .select(['type', 'email', 'detail'])
      .where('account_id', '=', ada.accountId)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { type: 'member_invited', email: 'ada@harbour.example', detail: `${grace.email}: member` },
      { type: 'invitation_accepted', email: grace.email, detail: 'member' },
      {
        type: 'member_role_changed',
        email: 'ada@harbour.example',
        detail: `Linus Okafor (${linus.email}): member → admin`,
      },
      { type: 'member_removed', email: 'ada@harbour.example', detail: `Linus Okafor (${linus.email})` },
    ]);
  });

  test('an account name that contains a URL is not a link in the email', async () => {
    await ada.ask('/api/team', { method: 'PATCH', body: { name: 'https://evil.example/claim' } });
    await invite(ada, grace.email);
    await linkTo(grace.email);
    expect(office.post.to(grace.email).at(-1)!.text).not.toContain('https://evil.example');
  });
});

describeOnEveryDatabase('two owners acting concurrently', (open) => {
  longTest('only one of two owners can demote the other, and only one of them can leave', async () => {
    const office = await openOffice(await open(), { working: false });
    for (const act of ['demote', 'leave', 'remove'] as const) {
      const ada = await office.desk();
      const hana = await office.colleague(ada, { email: 'hana@harbour.example', role: 'owner' });
      const by = (
        desk: Desk,
        other: Desk,
        password = desk === ada ? 'ada@harbour.example' : 'hana@harbour.example',
      ) =>
        act === 'demote'
          ? desk.patch(`/api/team/members/${other.userId}`, { role: 'viewer', password })
          : act === 'leave'
            ? desk.post('/api/team/leave', { password })
            : desk.post(`/api/team/members/${other.userId}/remove`, { password });
      const answers = await Promise.all([by(ada, hana), by(hana, ada)]);
      expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
      const owners = await office.ports.database.db
        .selectFrom('users')
        .select('id')
        .where('account_id', '=', ada.accountId)
        .where('role', '=', 'owner')
        .where('removed_at', 'is', null)
        .execute();
      expect(owners, act).toHaveLength(1);
    }
  });

  test('a person whose first two sign-ins are concurrent gets one account', async () => {
    const { welcome } = await import('../sign-in/known-person.ts');
    const { db } = await open();
    const person = {
      issuer: 'https://login.harbour.example',
      subject: 'grace',
      emailVerified: true,
      email: grace.email,
      firstName: 'Grace',
      lastName: 'Lindqvist',
    } as Parameters<typeof welcome>[1];
    const both = await Promise.all([1, 2, 3].map(() => welcome(db, person, 1_800_000_000_000, openDoor)));
    expect(new Set(both.map(({ accountId }) => accountId)).size).toBe(1);
  });
});
