import { beforeAll, expect, test } from 'vitest';
import type { FinalCopy } from '#contract/documents/documents.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describeOnOneDatabase('final copies', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  const refused = { state: 'bounced', reply: '550 5.1.1 No such user' } as const;
  const completedFor = async (desk: Desk) => {
    const { id, recipients } = await desk.sent(sampleLease(), [grace, linus]);
    await desk.signer(grace.email).sign();
    office.post.answer(linus.email, refused);
    await desk.signer(linus.email).sign();
    await office.settled();
    const path = `/api/documents/${id}/copies`;
    const idOf = (email: string) => recipients.find((one) => one.email === email)!.id;
    const copies = async () => (await desk.ask<FinalCopy[]>(path)).body;
    return { id, path, idOf, copies };
  };
  const copiesTo = (email: string) =>
    office.post.to(email).filter(({ subject }) => subject.startsWith('Completed'));

  test('the list shows who got no copy and why, and a copy can be sent again to one person', async () => {
    const desk = await office.desk();
    const { path, idOf, copies } = await completedFor(desk);
    const before = await copies();
    expect(before.map(({ email, state, reply }) => [email, state, reply])).toEqual([
      [grace.email, 'accepted', '250 OK'],
      [linus.email, 'bounced', refused.reply],
      ['ada@harbour.example', 'accepted', '250 OK'],
    ]);
    const counts = [copiesTo(grace.email).length, copiesTo(linus.email).length];
    const again = await desk.post<FinalCopy[]>(path, { recipientIds: [idOf(linus.email)] });
    expect([again.status, again.body.find(({ email }) => email === linus.email)?.state]).toEqual([
      200,
      'queued',
    ]);
    await office.settled();
    expect((await copies()).every(({ state }) => state === 'accepted')).toBe(true);
    expect([copiesTo(grace.email).length, copiesTo(linus.email).length]).toEqual([counts[0], counts[1]! + 1]);
    expect(copiesTo(linus.email).at(-1)?.attachments).toHaveLength(1);
    const { body } = await desk.ask<{ type: string; detail: string }[]>('/api/audit');
    expect(JSON.stringify(body)).toContain('copies_resent');
  });

  test('copies can be sent to everyone again at most three times a day', async () => {
    const desk = await office.desk();
    const { path } = await completedFor(desk);
    const codes: unknown[] = [];
    for (let tries = 0; tries < 4; tries += 1)
      codes.push((await desk.post<{ code?: string }>(path, {})).body.code ?? 'sent');
    expect(codes).toEqual(['sent', 'sent', 'sent', 'too-many-requests']);
    office.wait(86_400_000 + 1000);
  });

  test('copies can be managed by members who manage documents, for completed documents and their recipients', async () => {
    const desk = await office.desk();
    const { id, path } = await completedFor(desk);
    const viewer = await office.colleague(desk, { email: 'viewer@harbour.example', role: 'viewer' });
    const stranger = await office.desk({ email: 'mallory@elsewhere.example' });
    expect((await viewer.post(path, {})).status).toBe(403);
    expect((await viewer.ask(path)).status).toBe(200);
    expect((await stranger.post(path, {})).status).toBe(404);
    expect((await desk.post(path, { recipientIds: [id] })).body).toMatchObject({
      code: 'recipient-not-found',
    });
    const open = await desk.sent(sampleLease(), [grace]);
    expect((await desk.post(`/api/documents/${open.id}/copies`, {})).body).toMatchObject({
      code: 'document-not-completed',
    });
  });

  test('the email has a link and no file if the account wants only links', async () => {
    const desk = await office.desk();
    expect((await desk.ask<{ copiesAsLinks: boolean }>('/api/team')).body.copiesAsLinks).toBe(false);
    const changed = await desk.ask('/api/team', { method: 'PATCH', body: { copiesAsLinks: true } });
    expect(changed.status).toBeLessThan(300);
    expect((await desk.ask<{ copiesAsLinks: boolean }>('/api/team')).body.copiesAsLinks).toBe(true);
    await completedFor(desk);
    const mail = copiesTo(grace.email).at(-1)!;
    expect([mail.attachments, /\/sign\/\S+/.test(mail.text)]).toEqual([[], true]);
    const sender = copiesTo('ada@harbour.example').at(-1)!;
    expect([sender.attachments, sender.text.includes('/document/')]).toEqual([[], true]);
  });
});
