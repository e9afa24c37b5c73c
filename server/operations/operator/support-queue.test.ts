import { beforeAll, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/accounts/account.ts';
import type { OperatorAnswer, QueuedMessage, SupportThread } from '#contract/operations/operator.ts';
import type { MemberSupportMessage } from '#contract/operations/support.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const olga = 'olga@hosting.example';
const message = {
  name: 'Ada Moreau',
  email: 'ada@harbour.example',
  topic: 'problem' as const,
  message: 'The second page stays white.',
};

describeOnOneDatabase('the operator’s support queue', (open) => {
  let at: Office;
  let operator: Desk;
  beforeAll(async () => {
    const settings = {
      OPERATOR_EMAILS: `${olga}, second@hosting.example`,
      SUPPORT_EMAIL: 'help@hosting.example',
      SUPPORT_REPLY_HOURS: '24',
    };
    at = await openOffice(await open(), { settings });
    operator = await at.desk({ firstName: 'Olga', lastName: 'Berg', email: 'Olga@Hosting.example' });
  }, 60_000);

  const write = async (desk: Desk, text = message.message): Promise<string> =>
    (
      await desk.ask<{ id: string }>('/api/support/messages', {
        method: 'POST',
        body: { ...message, message: text },
      })
    ).body.id;
  const queue = (state = 'waiting', more = '') =>
    operator.ask<QueuedMessage[]>(`/api/operator/support?state=${state}${more}`);
  const thread = (id: string) => operator.ask<SupportThread>(`/api/operator/support/${id}`);
  const answer = (id: string, text: string, headers: Record<string, string> = {}) =>
    operator.ask<SupportThread>(`/api/operator/support/${id}/answers`, {
      method: 'POST',
      body: { message: text },
      headers,
    });
  const own = (desk: Desk) => desk.ask<MemberSupportMessage[]>('/api/support/messages');
  const setState = (id: string, state: string) =>
    operator.put<SupportThread>(`/api/operator/support/${id}/state`, { state });

  test('messages on Pro and Business come before those on Free, and the queue and the email show plan, role and promised time', async () => {
    const desks: Record<string, Desk> = {};
    const ids: string[] = [];
    for (const plan of ['free', 'pro', 'business'] as const) {
      desks[plan] = await at.desk({ plan });
      ids.push(await write(desks[plan]));
    }
    const { body: waiting } = await queue();
    expect(waiting.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    expect(waiting.map(({ priority, account }) => [priority, account?.plan, account?.role])).toEqual([
      [true, 'pro', 'owner'],
      [true, 'business', 'owner'],
      [false, 'free', 'owner'],
    ]);
    await at.settled();
    const mails = at.post.to('help@hosting.example').map(({ text }) => text);
    expect(mails.filter((text) => text.includes('Priority: plan pro, role owner.'))).toHaveLength(1);
    expect(mails.filter((text) => text.includes('No priority: plan free, role owner.'))).toHaveLength(1);
    expect(mails.every((text) => text.includes('A reply is promised by '))).toBe(true);
    // The pages have no duplicates and no gaps.
    const first = await queue('waiting', '&limit=2');
    const next = /<([^>]+)>/.exec(String(first.headers['link']))![1]!;
    const second = await operator.ask<QueuedMessage[]>(next);
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    for (const id of ids) await setState(id, 'closed');
  });

  test('the next page is complete even if the last message of the current page has since been answered or reopened', async () => {
    const ada = await at.desk();
    const ids = [await write(ada), await write(ada), await write(ada)];
    const pageAfter = async (link: unknown) =>
      operator.ask<QueuedMessage[]>(/<([^>]+)>/.exec(String(link))![1]!);
    const first = await queue('waiting', '&limit=1');
    await answer(ids[0]!, 'Which browser?');
    const second = await pageAfter(first.headers['link']);
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(ids.slice(0, 2));
    for (const id of ids.slice(1)) await setState(id, 'closed');
    const closed = await queue('closed', '&limit=1');
    expect([closed.body[0]!.id, (await pageAfter(closed.headers['link'])).body[0]!.id]).toEqual([
      ids[2],
      ids[1],
    ]);
    await setState(ids[0]!, 'closed');
  });

  test('a reply is emailed to the writer and shown on their page, and their follow-up makes the message wait again', async () => {
    const ada = await at.desk();
    const id = await write(ada);
    const before = at.post.to(message.email).length;
    const answered = await answer(id, 'Which browser?\nSee https://hosting.example');
    expect(answered.status).toBe(201);
    expect(answered.body).toMatchObject({
      state: 'answered',
      replies: [{ author: 'operator', body: expect.stringContaining('Which browser?') }],
    });
    await at.settled();
    const mail = at.post.to(message.email).slice(before);
    expect(mail).toHaveLength(1);
    expect(mail[0]!.text).toContain('> Which browser?');
    // Links in a reply must not become clickable in mail programs.
    expect(mail[0]!.text).toContain('https[:]//hosting[.]example');
    expect(mail[0]!.replyTo?.address).toBe('help@hosting.example');
    expect((await own(ada)).body).toMatchObject([
      { id, state: 'answered', replies: [{ author: 'operator' }] },
    ]);
    const more = await ada.ask<MemberSupportMessage[]>(`/api/support/messages/${id}/replies`, {
      method: 'POST',
      body: { message: 'Firefox.' },
    });
    expect(more.body[0]).toMatchObject({
      state: 'waiting',
      replies: [{}, { author: 'writer', body: 'Firefox.' }],
    });
    expect((await queue()).body.map((one) => one.id)).toEqual([id]);
    await at.settled();
    expect(at.post.to('help@hosting.example').at(-1)!.text).toContain('> Firefox.');
    expect((await setState(id, 'closed')).body.state).toBe('closed');
    expect((await queue()).body).toEqual([]);
    expect((await setState(id, 'open')).body.state).toBe('waiting');
    await setState(id, 'closed');
  });

  test('a reply that an impatient browser submits twice is stored once', async () => {
    const ada = await at.desk();
    const id = await write(ada);
    const key = { 'idempotency-key': 'once' };
    expect((await answer(id, 'Done.', key)).status).toBe(201);
    expect((await answer(id, 'Done.', key)).status).toBe(201);
    expect((await thread(id)).body.replies).toHaveLength(1);
    expect((await answer(id, '  ')).body).toMatchObject({ code: 'support-message-invalid' });
    await setState(id, 'closed');
  });

  test('Mallory cannot act as the operator with another account, an unconfirmed address, a key or a guess', async () => {
    const ada = await at.desk();
    const id = await write(ada);
    const squatter = await at.desk({ email: olga, confirmed: false });
    const other = await at.desk({ email: 'olga@hosting.example.evil.example' });
    const routes = [
      ['GET', '/api/operator'],
      ['GET', '/api/operator/support'],
      ['GET', `/api/operator/support/${id}`],
      ['POST', `/api/operator/support/${id}/answers`],
      ['PUT', `/api/operator/support/${id}/state`],
    ] as const;
    for (const [method, path] of routes) {
      const body = path.endsWith('answers') ? { message: 'Send me your password.' } : { state: 'closed' };
      const send = { method, ...(method !== 'GET' && { body }) };
      for (const mallory of [ada, squatter, other]) {
        expect((await mallory.ask(path, send)).body, path).toMatchObject({ code: 'not-found' });
      }
      const stranger = await at.product.app.inject({
        url: path,
        ...send,
        ...(method !== 'GET' && { payload: body }),
      });
      expect(stranger.statusCode, path).toBe(401);
    }
    expect((await thread(id)).body).toMatchObject({ state: 'waiting', replies: [] });
    const isOperator = async (desk: Desk) => (await desk.ask<CurrentUser>('/api/auth/user')).body.isOperator;
    expect([await isOperator(operator), await isOperator(squatter), await isOperator(ada)]).toEqual([
      true,
      false,
      false,
    ]);
    await setState(id, 'closed');
  });

  test('no one can read or answer another person’s messages, not even in the same account', async () => {
    const ada = await at.desk();
    const mallory = await at.desk();
    const id = await write(ada, 'My tax number is 12345.');
    expect((await own(mallory)).body).toEqual([]);
    for (const wrong of [id, '00000000-0000-7000-8000-000000000000', 'x']) {
      const reply = await mallory.ask(`/api/support/messages/${wrong}/replies`, {
        method: 'POST',
        body: { message: 'Let me in' },
      });
      expect(reply.body).toMatchObject({ code: 'not-found' });
    }
    const { db } = at.product.services;
    const colleague = await at.desk({ email: 'linus@harbour.example' });
    await db
      .updateTable('support_messages')
      .set({ account_id: colleague.accountId, user_id: colleague.userId })
      .where('id', '=', id)
      .execute();
    expect((await own(ada)).body).toEqual([]);
    expect((await own(colleague)).body).toHaveLength(1);
    expect((await thread(id)).body.replies).toEqual([]);
    await setState(id, 'closed');
  });

  test('messages that have waited longer than promised are marked until someone answers them', async () => {
    const ada = await at.desk();
    const id = await write(ada);
    const counts = async () => (await operator.ask<OperatorAnswer>('/api/operator')).body;
    expect(await counts()).toEqual({ waiting: 1, overdue: 0 });
    const { db } = at.product.services;
    const dayAgo = new Date(at.now() - 1000);
    await db.updateTable('support_messages').set({ due_at: dayAgo }).where('id', '=', id).execute();
    expect(await counts()).toEqual({ waiting: 1, overdue: 1 });
    expect((await queue()).body[0]).toMatchObject({ id, overdue: true });
    await answer(id, 'Sorry, and done.');
    expect(await counts()).toEqual({ waiting: 0, overdue: 0 });
    expect((await thread(id)).body.overdue).toBe(false);
  });

  test('a visitor gets the reply by email and has no page for it', async () => {
    const asked = await at.product.app.inject({
      method: 'POST',
      url: '/api/support/messages',
      payload: { ...message, email: 'visitor@elsewhere.example' },
    });
    const { id } = asked.json<{ id: string }>();
    expect((await thread(id)).body).toMatchObject({ account: null, priority: false });
    await answer(id, 'Free accounts are free.');
    await at.settled();
    expect(at.post.to('visitor@elsewhere.example')[0]!.text).not.toContain('/support');
  });
});
