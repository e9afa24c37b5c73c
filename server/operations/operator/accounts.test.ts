import { beforeAll, expect, test } from 'vitest';
import type { InstallationAccount, InstallationAccountDetail } from '#contract/operations/operator.ts';
import type { AuditEventView } from '#contract/evidence/audit.ts';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openDesk, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openBrowser } from '#testing/browser.ts';
import { memberAt, openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada as adaOfTheCast, type AccountHolder } from '#testing/sign-up.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { newId } from '../../foundation/db/new-id.ts';

const person = (firstName: string, email: string): AccountHolder => ({ ...adaOfTheCast, firstName, email });

describeOnOneDatabase('accounts and people at /operator', (open) => {
  let office: SignInOffice;
  let operator: Member;
  beforeAll(async () => {
    office = await openSignInOffice(await open(), { settings: { PLANS: 'off' } });
    operator = await office.signedIn(person('Olga', 'olga@hosting.example'));
  }, 60_000);

  let people = 0;
  async function account(): Promise<{
    who: AccountHolder;
    member: Member;
    id: string;
    userId: string;
    desk: Desk;
  }> {
    const who = person('Ada', `ada-${(people += 1)}@harbour.example`);
    const member = await office.signedIn(who);
    const { body } = await member.ask<{ accountId: string; id: string }>('/api/auth/user');
    const cookie = member.browser.cookieHeader();
    const desk = openDesk(office, { accountId: body.accountId, userId: body.id, cookie });
    return { who, member, id: body.accountId, userId: body.id, desk };
  }
  const list = async (search: string) =>
    (await operator.ask<InstallationAccount[]>(`/api/operator/accounts?search=${encodeURIComponent(search)}`))
      .body;
  const look = async (id: string) =>
    (await operator.ask<InstallationAccountDetail>(`/api/operator/accounts/${id}`)).body;
  const suspend = (id: string) => operator.put(`/api/operator/accounts/${id}/suspension`);
  const lift = (id: string) => operator.delete(`/api/operator/accounts/${id}/suspension`);
  const act = (id: string, userId: string, name: string) =>
    operator.post(`/api/operator/accounts/${id}/people/${userId}/${name}`);
  const eventsOf = async (member: Member) =>
    (await member.ask<AuditEventView[]>('/api/audit')).body.map(({ type, actor }) => [type, actor]);

  test('the list finds accounts by name, address and person, and contains no document data', async () => {
    const { id, who, desk } = await account();
    await desk.prepare(sampleLease(), [grace]);
    for (const search of [who.email, 'Ada Moreau', who.email.slice(0, 8)])
      expect((await list(search)).map((row) => row.id)).toContain(id);
    for (const search of ['%', '_ada', 'nobody@nowhere.example', grace.email])
      expect(await list(search)).toEqual([]);
    const detail = await look(id);
    expect(detail).toMatchObject({
      own: false,
      people: 1,
      owners: [who.email],
      suspendedAt: null,
      members: [{ email: who.email, role: 'owner', emailConfirmed: true, secondFactor: false }],
    });
    expect(JSON.stringify([detail, await list(who.email)])).not.toMatch(/Lease|grace@/i);
  });

  test('the pages together list every account exactly once', async () => {
    const made = [await account(), await account(), await account()].map(({ id }) => id);
    const seen: string[] = [];
    let address: string | undefined = '/api/operator/accounts?limit=2';
    while (address) {
      const page = await operator.browser.go(address);
      seen.push(...(JSON.parse(page.body) as InstallationAccount[]).map(({ id }) => id));
      address = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made));
  });

  test('refuses other callers before validating their request', async () => {
    const { member } = await account();
    const visitor = memberAt(openBrowser(office.baseUrl));
    const path = '/api/operator/support/1/answers';
    expect((await visitor.post(path, { unknown: true })).status).toBe(401);
    expect((await member.post(path, { unknown: true })).status).toBe(404);
    expect((await operator.post(path, { unknown: true })).status).toBe(400);
  });

  test('everyone else gets 404', async () => {
    const { member, id, userId } = await account();
    for (const path of [`/api/operator/accounts`, `/api/operator/accounts/${id}`])
      expect((await member.ask(path)).status).toBe(404);
    expect((await member.put(`/api/operator/accounts/${id}/suspension`)).status).toBe(404);
    expect((await member.post(`/api/operator/accounts/${id}/people/${userId}/make-owner`)).status).toBe(404);
  });

  test('no one can act in a suspended account, its recipients can finish pending documents, and it can be restored', async () => {
    const { who, member, id, desk } = await account();
    const sent = await desk.sent(sampleLease(), [
      { ...grace, order: 1 },
      { ...linus, order: 2 },
    ]);
    const draft = await desk.prepare(sampleLease(), [grace]);
    const { body: key } = await member.post<NewKeyAnswer>('/api/keys', {
      name: 'Program',
      mode: 'live',
      scopes: ['documents:read', 'documents:send'],
    });
    expect((await suspend(id)).status).toBe(204);

    expect(await member.state()).toBe(401);
    expect((await desk.send(draft.id)).status).toBe(401);
    const program = desk.program(key.secret);
    expect(await program.ask('/api/documents')).toMatchObject({
      status: 403,
      body: { code: 'account-suspended' },
    });
    const browser = openBrowser(office.baseUrl);
    const page = await browser.submit(await browser.go('/api/login'), { ...who, act: 'sign-in' });
    expect([page.status, page.body.includes('This account is suspended')]).toEqual([403, true]);

    // Recipients sign in order. The second one is emailed although the sender is suspended.
    const before = office.post.to(linus.email).length;
    expect((await desk.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    expect(office.post.to(linus.email).length).toBe(before + 1);
    expect((await desk.signer(linus.email).sign()).status).toBe(200);
    await office.settled();
    expect((await desk.signer(linus.email).download()).status).toBe(200);

    expect((await lift(id)).status).toBe(204);
    // The provider still recognizes the person in this browser.
    await browser.go('/api/login');
    const again = memberAt(browser);
    expect((await again.ask(`/api/documents/${sent.id}`)).body['status']).toBe('completed');
    const events = await eventsOf(again);
    expect(events).toContainEqual(['account_suspended', null]);
    expect(events).toContainEqual(['suspension_lifted', null]);
    expect((await program.ask('/api/documents')).status).toBe(200);
    const csv = await again.browser.go('/api/audit/export?format=csv');
    expect(csv.body).toMatch(/account_suspended,.*Operator of this installation/);
  });

  test('suspending an account twice causes one event, and operators cannot suspend their own account', async () => {
    const { id } = await account();
    await suspend(id);
    await suspend(id);
    const { db } = office.ports.database;
    const events = await db
      .selectFrom('account_events')
      .select('type')
      .where('account_id', '=', id)
      .execute();
    expect(events.filter(({ type }) => type === 'account_suspended')).toHaveLength(1);
    const { body: own } = await operator.ask<{ accountId: string }>('/api/auth/user');
    expect((await suspend(own.accountId)).body['code']).toBe('not-permitted');
    expect((await look(own.accountId)).own).toBe(true);
  });

  test('the operator can end a person’s sessions, and the person can sign in again', async () => {
    const { who, member, id, userId } = await account();
    expect((await look(id)).members[0]!.sessions).toBe(1);
    expect((await act(id, userId, 'end-sessions')).status).toBe(204);
    expect(await member.state()).toBe(401);
    const again = await office.signedIn(who);
    expect(await eventsOf(again)).toContainEqual(['sessions_ended_by_operator', null]);
  });

  test('the operator can reset a lost second factor with its recovery codes, and the person is emailed', async () => {
    const { who, id, userId } = await account();
    expect((await act(id, userId, 'reset-second-factor')).body['code']).toBe('two-factor-not-on');
    const { db } = office.ports.database;
    const { subject } = await db
      .selectFrom('users')
      .select('subject')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const now = new Date(office.now());
    await inTransaction(db, async (tx) => {
      const secret = 'sealed';
      await tx
        .insertInto('identity_authenticators')
        .values({ identity_id: subject, secret, last_step: 0, created_at: now, enabled_at: now })
        .execute();
      await tx
        .insertInto('identity_recovery_codes')
        .values({ identity_id: subject, code_hash: newId(office.now()) })
        .execute();
    });
    expect((await look(id)).members[0]!.secondFactor).toBe(true);
    expect((await act(id, userId, 'reset-second-factor')).status).toBe(204);
    expect((await look(id)).members[0]!.secondFactor).toBe(false);
    await office.settled();
    expect(office.post.to(who.email).at(-1)?.subject).toMatch(/two-factor|second/i);
    const again = await office.signedIn(who);
    expect(await again.state()).toBe(200);
    expect(await eventsOf(again)).toContainEqual(['two_factor_reset', null]);
  });

  test('ownership passes to a confirmed member, and the previous owner becomes an admin', async () => {
    const { member, id, userId } = await account();
    const guest = await account();
    await member.post('/api/team/invitations', { email: guest.who.email, role: 'member' });
    await office.settled();
    const texts = office.post.to(guest.who.email).map(({ text }) => text);
    const link = texts.map((text) => /\/invitation#([\w-]+)/.exec(text)?.[1]).findLast(Boolean);
    expect((await guest.member.post('/api/invitations/accept', { link })).status).toBe(200);
    const heir = (await look(id)).members.find(({ email }) => email === guest.who.email)!;
    expect((await act(id, heir.id, 'make-owner')).status).toBe(204);
    expect((await look(id)).members.map(({ id: of, role }) => [of, role])).toEqual([
      [userId, 'admin'],
      [heir.id, 'owner'],
    ]);
    expect(await eventsOf(guest.member)).toContainEqual(['ownership_transferred', null]);
    expect((await act(id, newId(office.now()), 'make-owner')).status).toBe(404);
  });
});
