import { beforeAll, describe, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { ProposalView } from '#contract/documents/proposals.ts';
import { scopes, type Scope } from '#core/permission/scope.ts';
import { grace, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

let office: Office;
let ada: Desk;
/** A key with every scope, which an assistant should never have. */
let program: Desk;
beforeAll(async () => {
  office = await openOffice(await openOneDatabase());
  ada = await office.desk();
  program = await programOf(ada, 'live', scopes);
}, 60_000);

async function programOf(desk: Desk, mode: 'live' | 'test', of: readonly Scope[]): Promise<Desk> {
  const body = { name: 'Assistant', mode, scopes: of };
  const made = await desk.post<NewKeyAnswer>('/api/keys', body);
  return desk.program(made.body.secret);
}

const propose = async (by: Desk, documentId: string, body: object = {}): Promise<ProposalView> => {
  const sent = { act: 'send', documentId, ...body };
  const answer = await by.post<ProposalView>('/api/proposals', sent);
  expect([answer.status, answer.body]).toMatchObject([201, {}]);
  return answer.body;
};
const look = async (by: Desk, { id }: { id: string }) =>
  (await by.ask<ProposalView>(`/api/proposals/${id}`)).body;
const confirm = (by: Desk, { id, fingerprint }: ProposalView) =>
  by.post(`/api/proposals/${id}/confirm`, { fingerprint });
const draft = (by = program) => by.prepare(sampleLease(1), [{ ...grace, role: 'signer' }]);
const mailsTo = (email: string) => office.post.to(email).length;

describe('proposals by a program', () => {
  test('a proposal sends no email until a person confirms it, and is then that person’s action', async () => {
    const before = mailsTo(grace.email);
    const document = await draft();
    const made = await propose(program, document.id, { message: 'Thank you', expirationDays: 9 });
    expect(made).toMatchObject({ state: 'open', program: 'Assistant', message: 'Thank you', changed: false });
    expect(made.url).toMatch(new RegExp(`/confirm/${made.id}$`));
    await office.settled();
    expect([mailsTo(grace.email), (await ada.read(document.id)).status]).toEqual([before, 'draft']);
    const seen = await look(ada, made);
    expect((await confirm(ada, seen)).body).toMatchObject({ state: 'confirmed' });
    await office.settled();
    expect(mailsTo(grace.email)).toBe(before + 1);
    expect(await ada.read(document.id)).toMatchObject({ status: 'sent', message: 'Thank you' });
    const trail = await ada.ask<{ events: { type: string; actor: string }[] }>(
      `/api/documents/${document.id}/trail`,
    );
    const sent = trail.body.events.find(({ type }) => type === 'document_sent');
    expect(sent?.actor).toContain('Ada Moreau');
    expect(sent?.actor).not.toContain('Assistant');
  });

  test('a key cannot confirm its own proposals or those of another key', async () => {
    const made = await propose(program, (await draft()).id);
    const another = await programOf(ada, 'live', scopes);
    for (const by of [program, another]) {
      expect((await confirm(by, made)).body).toMatchObject({ code: 'key-not-allowed' });
      expect((await by.post(`/api/proposals/${made.id}/dismiss`)).status).toBe(403);
    }
    expect(await look(program, made)).toMatchObject({ state: 'open' });
  });

  test('proposing needs only documents:write, which does not allow sending', async () => {
    const careful = await programOf(ada, 'live', ['documents:read', 'documents:write']);
    const document = await draft(careful);
    expect((await careful.send(document.id)).body).toMatchObject({ code: 'insufficient-scope' });
    expect(await propose(careful, document.id)).toMatchObject({ state: 'open' });
  });

  test('if Mallory’s assistant changes the draft after the page was opened, confirming shows the page again instead of sending', async () => {
    const changes: ((id: string) => Promise<unknown>)[] = [
      async (id) => {
        const path = `/api/documents/${id}/recipients`;
        const mallory = { name: 'Grace Lindqvist', email: 'mallory@elsewhere.example', role: 'signer' };
        return program.put(path, [mallory]);
      },
      (id) => program.put(`/api/documents/${id}/fields`, []),
      (id) => program.put(`/api/documents/${id}`, { title: 'Sale of the house' }),
      async (id) => {
        const recipients = [{ ...grace, role: 'signer' }];
        const inTurn = { recipients, signingOrder: 'sequential' };
        return program.put(`/api/documents/${id}/recipients`, inTurn);
      },
    ];
    const before = mailsTo('mallory@elsewhere.example');
    for (const change of changes) {
      const document = await draft();
      const seen = await look(ada, await propose(program, document.id));
      await change(document.id);
      expect((await confirm(ada, seen)).body).toMatchObject({ code: 'proposal-changed' });
      expect((await ada.read(document.id)).status).toBe('draft');
      const again = await look(ada, seen);
      expect(again).toMatchObject({ state: 'open', changed: true });
      expect(again.fingerprint).not.toBe(seen.fingerprint);
    }
    expect(mailsTo('mallory@elsewhere.example')).toBe(before);
  });

  test('a proposal confirmed twice concurrently is sent once', async () => {
    const before = mailsTo(linus.email);
    const document = await program.prepare(sampleLease(1), [{ ...linus, role: 'signer' }]);
    const seen = await look(ada, await propose(program, document.id));
    const answers = await Promise.all([confirm(ada, seen), confirm(ada, seen), confirm(ada, seen)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await confirm(ada, seen)).body).toMatchObject({ code: 'proposal-closed' });
    await office.settled();
    expect(mailsTo(linus.email)).toBe(before + 1);
  });

  test('other accounts cannot see a proposal, and members who may not send can only read it', async () => {
    const seen = await look(ada, await propose(program, (await draft()).id));
    const mallory = await office.desk({ email: 'mallory@elsewhere.example' });
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['POST', '/confirm', { fingerprint: seen.fingerprint }],
      ['POST', '/dismiss', undefined],
    ] as const) {
      const path = `/api/proposals/${seen.id}${rest}`;
      expect((await mallory.ask(path, { method, ...(body && { body }) })).status).toBe(404);
    }
    const viewer = await office.colleague(ada, { role: 'viewer', email: 'viewer@harbour.example' });
    expect((await confirm(viewer, seen)).body).toMatchObject({ code: 'not-permitted' });
    const hana = await office.colleague(ada, { role: 'member', email: 'hana@harbour.example' });
    expect((await confirm(hana, seen)).status).toBe(200);
  });

  test('a proposal can be dismissed, and expires after a week', async () => {
    const document = await draft();
    const no = await look(ada, await propose(program, document.id));
    const dismissed = await ada.post(`/api/proposals/${no.id}/dismiss`);
    expect(dismissed.body).toMatchObject({ state: 'dismissed' });
    expect((await confirm(ada, no)).body).toMatchObject({ code: 'proposal-closed' });
    const late = await look(ada, await propose(program, document.id));
    await office.product.services.db
      .updateTable('proposals')
      .set({ created_at: new Date(office.now() - 7 * 86_400_000) })
      .where('id', '=', late.id)
      .execute();
    expect((await confirm(ada, late)).body).toMatchObject({ code: 'proposal-closed' });
    expect(await look(program, late)).toMatchObject({ state: 'over' });
  });

  test('reminding and voiding can also be proposed, and happen once a person confirms', async () => {
    const document = await draft();
    await ada.send(document.id);
    await office.settled();
    expect((await program.ask('/api/proposals', voiding(document.id, ' '))).body).toMatchObject({
      code: 'reason-missing',
    });
    const again = await program.post('/api/proposals', { act: 'send', documentId: document.id });
    expect(again.body).toMatchObject({ code: 'document-already-sent' });
    const before = mailsTo(grace.email);
    const recipientIds = document.recipients.map(({ id }) => id);
    const body = { act: 'remind', recipientIds };
    const reminder = await look(ada, await propose(program, document.id, body));
    expect(reminder).toMatchObject({ changed: false, recipientIds });
    expect((await confirm(ada, reminder)).status).toBe(200);
    await office.settled();
    expect(mailsTo(grace.email)).toBe(before + 1);
    const end = await look(ada, await propose(program, document.id, { act: 'void', reason: 'Wrong rent' }));
    expect((await ada.read(document.id)).status).toBe('sent');
    expect((await confirm(ada, end)).status).toBe(200);
    expect((await ada.read(document.id)).status).toBe('voided');
  });

  test('a test key can make proposals only for test documents', async () => {
    const tests = await programOf(ada, 'test', scopes);
    const real = await draft();
    const refused = await tests.post('/api/proposals', { act: 'send', documentId: real.id });
    expect(refused.status).toBe(404);
    const made = await propose(tests, (await draft(tests)).id);
    expect((await program.ask(`/api/proposals/${made.id}`)).status).toBe(404);
  });
});

const voiding = (documentId: string, reason: string) => ({
  method: 'POST' as const,
  body: { act: 'void', documentId, reason },
});
