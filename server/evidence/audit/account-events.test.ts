import { beforeAll, expect, test } from 'vitest';
import type { AuditEventView, AuditExportEvent } from '#contract/evidence/audit.ts';
import type { CreateAnswer } from '#contract/operations/billing.ts';
import type { Enrolment, SessionView } from '#contract/accounts/security.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Answer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { cards, openShopper } from '#testing/payments/shopper.ts';
import { ada, mallory } from '#testing/sign-up.ts';
import { Secret } from 'otpauth';
import { setPlan } from '../../records/plan-store.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { codeAt } from '../../accounts/identity-provider/one-time-code.ts';

const newPassword = 'a quill of my own';

describeOnOneDatabase('sign-in events in the audit trail', (open) => {
  let office: SignInOffice;
  beforeAll(async () => {
    office = await openSignInOffice(await open());
  });

  const post = (member: Member, path: string, body: object) => member.post(path, body);
  /** All events except sign-ins, which have their own test. */
  const read = async (member: Member, query = '') =>
    (await member.ask<AuditEventView[]>(`/api/audit${query}`)).body.filter(
      ({ type }) => type !== 'signed_in',
    );

  test('records every sign-in with its IP address', async () => {
    const grace = {
      firstName: 'Grace',
      lastName: 'Lindqvist',
      email: 'grace@harbour.example',
      password: ada.password,
    };
    const first = await office.signedIn(grace);
    await office.signedIn(grace);
    const all = (await first.ask<AuditEventView[]>('/api/audit?type=signed_in')).body;
    expect(all).toHaveLength(2);
    expect(all[0]).toMatchObject({ actor: { email: grace.email }, ip: '127.0.0.1', document: null });
  });

  test('records security changes with the member and the address, but no refused attempts and no events of other accounts', async () => {
    const [here, there] = [await office.signedIn(ada), await office.signedIn(ada)];
    const change = (password: string) => post(here, '/api/security/password', { password, newPassword });
    office.wait(1000);
    expect((await change('a stolen cookie')).status).not.toBe(204);
    expect((await change(ada.password)).status).toBe(204);
    expect(await there.state()).toBe(401);

    office.wait(1000);
    const { body } = await here.ask<Enrolment>('/api/security/two-factor', {
      method: 'POST',
      body: { password: newPassword },
    });
    const secret = new Uint8Array(Secret.fromBase32(body.secret.replaceAll(' ', '')).buffer);
    expect((await post(here, '/api/security/two-factor/confirm', { code: '000000' })).status).not.toBe(200);
    const code = codeAt(secret, office.now());
    expect((await post(here, '/api/security/two-factor/confirm', { code })).status).toBe(200);
    office.wait(1000);
    const off = { method: 'DELETE', body: { password: newPassword } };
    for (const status of [204, 204])
      expect((await here.ask('/api/security/two-factor', off)).status).toBe(status);

    office.wait(1000);
    const other = await office.signedIn({ ...ada, password: newPassword });
    const sessions = (await here.ask<SessionView[]>('/api/sessions')).body;
    const ended = sessions.find(({ current }) => !current);
    expect((await here.delete(`/api/sessions/${ended?.id}`)).status).toBe(204);
    expect(await other.state()).toBe(401);

    const events = await read(here);
    expect(events.map(({ type }) => type)).toEqual([
      'session_ended',
      'two_factor_disabled',
      'two_factor_enabled',
      'password_changed',
      'email_confirmed',
      'member_joined',
    ]);
    expect(events[3]).toMatchObject({
      actor: { name: 'Ada Moreau', email: ada.email },
      document: null,
      recipient: null,
      seq: null,
      hash: null,
      ip: '127.0.0.1',
    });
    expect((await read(here, '?type=two_factor_enabled')).map(({ type }) => type)).toEqual([
      'two_factor_enabled',
    ]);
    expect(await read(here, '?person=moreau')).toHaveLength(6);
    expect(await read(here, '?person=grace')).toEqual([]);

    office.wait(1000);
    await here.delete('/api/sessions');
    const back = await office.signedIn({ ...ada, password: newPassword });
    expect((await read(back))[0]?.type).toBe('signed_out_everywhere');
    const stranger = await office.signedIn(mallory);
    expect((await read(stranger)).map(({ type }) => type)).toEqual(['email_confirmed', 'member_joined']);
  });
});

describeOnOneDatabase('plan events in the audit trail', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  test('plan changes read from the provider appear among document events on every page and in both exports', async () => {
    const desk = await office.desk({ firstName: 'Ada', lastName: 'Moreau', email: ada.email, plan: 'free' });
    const act = (path: string, body?: object) => desk.post<CreateAnswer>(`/api/subscription/${path}`, body);
    const { body: lease } = await desk.upload(sampleLease(1));
    office.wait(1000);
    const { url } = (await act('create', { planName: 'pro' })).body;
    await openShopper(office.product.app, url ?? '').pay(cards.pays);
    await office.settled();
    for (const path of ['cancel', 'resume', 'resume']) {
      office.wait(1000);
      await act(path);
      await office.settled();
    }
    office.wait(1000);
    await desk.put(`/api/documents/${lease.id}/recipients`, [grace]);
    const expected = [
      ['subscription_resumed', 'Pro'],
      ['subscription_canceled', expect.stringMatching(/^Pro until \d{1,2} [A-Z][a-z]+ \d{4}$/)],
      ['plan_changed', 'From Free to Pro'],
      ['document_uploaded', null],
    ];
    const listed: [string, string | null][] = [];
    const people: (string | null)[] = [];
    const addresses: (string | null)[] = [];
    for (let path: string | undefined = '/api/audit?limit=1'; path;) {
      const page: Answer<AuditEventView[]> = await desk.ask(path);
      listed.push(...page.body.map(({ type, reason }): [string, string | null] => [type, reason]));
      people.push(...page.body.map(({ actor }) => actor?.name ?? null));
      addresses.push(...page.body.slice(0, listed.length < 4 ? 1 : 0).map(({ ip }) => ip));
      path = /<([^>]+)>/.exec((page.headers['link'] as string | undefined) ?? '')?.[1];
    }
    expect(listed).toEqual(expected);
    // Ada made the changes at the provider, so she is the actor although we only read the plan back.
    expect(people).toEqual(Array.from({ length: 4 }, () => 'Ada Moreau'));
    expect(addresses).toEqual(Array.from({ length: 3 }, () => '127.0.0.1'));
    const [, cancelled, changed] = (await desk.ask<AuditEventView[]>('/api/audit')).body;
    expect(cancelled?.plan).toEqual({
      from: 'pro',
      to: 'pro',
      until: expect.stringMatching(/^\d{4}-/) as string,
    });
    expect(changed?.plan).toEqual({ from: 'free', to: 'pro', until: null });

    const csv = (await desk.ask('/api/audit/export?format=csv')).bytes.toString('utf8');
    expect(
      csv
        .split('\r\n')
        .slice(1, 5)
        .map((line) => line.split(',')[1]),
    ).toEqual(expected.map(([type]) => expect.stringContaining(String(type)) as string));
    const json = await desk.ask('/api/audit/export?format=json&type=plan_changed');
    expect(JSON.parse(json.bytes.toString('utf8'))).toMatchObject([
      {
        type: 'plan_changed',
        actor: { name: 'Ada Moreau', email: ada.email },
        body: null,
        values: {},
        document: null,
      } satisfies Partial<AuditExportEvent>,
    ]);
    expect((await desk.ask<unknown[]>(`/api/audit?document=${lease.id}`)).body).toHaveLength(1);
  });

  test('a member whose request changed nothing is not named as the actor of a later change at the provider', async () => {
    const desk = await office.desk({ firstName: 'Ada', lastName: 'Moreau', email: ada.email, plan: 'free' });
    const act = (path: string, body?: object) => desk.post<CreateAnswer>(`/api/subscription/${path}`, body);
    const { url } = (await act('create', { planName: 'pro' })).body;
    await openShopper(office.product.app, url ?? '').pay(cards.pays);
    await office.settled();
    const { body: portal } = await desk.ask<{ url: string }>('/api/subscription/portal');
    const later = async (what: 'cancel' | 'resume') => {
      office.wait(1000);
      await openShopper(office.product.app, portal.url).act(what);
      await office.settled();
      return (await desk.ask<AuditEventView[]>('/api/audit')).body[0];
    };
    // The subscription is not canceled, so it cannot be resumed.
    await act('resume');
    const ours = { actor: null, ip: null };
    expect(await later('cancel')).toMatchObject({ type: 'subscription_canceled', ...ours });
    // The subscription is already canceled.
    await act('cancel');
    expect(await later('resume')).toMatchObject({ type: 'subscription_resumed', ...ours });
  });

  test('a change that no member requested is attributed to the payment provider', async () => {
    const desk = await office.desk({ firstName: 'Ada', lastName: 'Moreau', email: ada.email, plan: 'pro' });
    await inTransaction(office.ports.database.db, (tx) =>
      setPlan(tx, desk.accountId, { plan: 'free', until: null }, office.now()),
    );
    const [event] = (await desk.ask<AuditEventView[]>('/api/audit')).body;
    expect(event).toMatchObject({ type: 'plan_changed', reason: 'From Pro to Free', actor: null, ip: null });
    const csv = (await desk.ask('/api/audit/export?format=csv')).bytes.toString('utf8');
    expect(csv).toContain('Payment provider');
    expect(csv).not.toContain('Countersign');
  });
});
