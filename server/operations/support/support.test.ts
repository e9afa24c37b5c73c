import { expect, test } from 'vitest';
import type { Installation, Readiness } from '#contract/operations/support.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice } from '#testing/open-office.ts';

const message = {
  name: 'Grace Lindqvist',
  email: 'grace@harbour.example',
  topic: 'problem',
  message: 'The second page\nstays white.',
} as const;
const settings = { SUPPORT_EMAIL: 'help@harbour.example', OPERATOR_NAME: 'Harbour Robotics' };

describeOnOneDatabase('support', (open) => {
  async function openHelpdesk(given: Record<string, string> = settings) {
    const database = await open();
    const office = await openOffice(database, { settings: given });
    const { app } = office.product;
    const write = (body: unknown, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: '/api/support/messages', payload: body as object, headers });
    return { ...office, app, db: database.db, write };
  }

  test('a visitor’s message is stored and emailed to the operator, who can simply reply', async () => {
    const { write, settled, post, db } = await openHelpdesk();
    const answer = await write(message);
    expect(answer.statusCode).toBe(201);
    await settled();
    const [mail] = post.to('help@harbour.example');
    expect(mail).toMatchObject({
      to: { name: 'Harbour Robotics' },
      replyTo: { name: 'Grace Lindqvist', address: 'grace@harbour.example' },
      subject: 'Support (problem): Grace Lindqvist',
    });
    expect(mail?.text).toContain('> The second page\n> stays white.');
    expect(await db.selectFrom('support_messages').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      id: answer.json<{ id: string }>().id,
      ...message,
      account_id: null,
      state: 'accepted',
      attempts: 1,
    });
  });

  test('a member’s message names their account', async () => {
    const { desk, settled, post } = await openHelpdesk();
    const ada = await desk();
    const answer = await ada.post('/api/support/messages', message);
    expect(answer.status).toBe(201);
    await settled();
    expect(post.to('help@harbour.example')[0]?.text).toContain(ada.accountId);
  });

  test('the email goes to the outbox if no support address is set', async () => {
    const { write, settled, post } = await openHelpdesk({ PUBLIC_URL: 'https://sign.harbour.example' });
    await write(message);
    await settled();
    expect(post.to('support@sign.harbour.example')).toHaveLength(1);
  });

  longTest('a deferred email is retried, and the message is not lost', async () => {
    const { write, settled, post, db } = await openHelpdesk();
    post.answer('help@harbour.example', { state: 'deferred', reply: '451 later' });
    await write(message);
    const stateNow = async () =>
      (await db.selectFrom('support_messages').select(['state', 'reply']).executeTakeFirstOrThrow()).reply;
    await expect.poll(stateNow).toBe('451 later');
    await settled();
    await expect.poll(() => post.to('help@harbour.example').length, { timeout: 20_000 }).toBe(1);
  });

  test('an incomplete message is not stored, and the refusal lists the missing parts', async () => {
    const { write, db } = await openHelpdesk();
    const wrong = [
      [{ name: '  ' }, 'name'],
      [{ email: 'grace' }, 'email'],
      [{ email: 'grace@harbour.example, mallory@elsewhere.example' }, 'email'],
      [{ message: ' \n ' }, 'message'],
      [{ message: 'x'.repeat(5001) }, '5000'],
    ] as const;
    for (const [change, word] of wrong) {
      const answer = await write({ ...message, ...change });
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: 'support-message-invalid' });
      expect(answer.json<{ detail: string }>().detail).toContain(word);
    }
    expect(await db.selectFrom('support_messages').select('id').execute()).toEqual([]);
  });

  test('rejects an unknown topic as malformed', async () => {
    const { write } = await openHelpdesk();
    expect((await write({ ...message, topic: 'gossip' })).statusCode).toBe(400);
  });

  test('a name cannot inject email headers', async () => {
    const { write, settled, post } = await openHelpdesk();
    await write({ ...message, name: 'Mallory\r\nBcc: all@harbour.example' });
    await settled();
    expect(post.to('help@harbour.example')[0]?.subject).toBe(
      'Support (problem): Mallory Bcc: all@harbour[.]example',
    );
  });

  test('Mallory cannot flood the operator’s mailbox', async () => {
    const { write, wait } = await openHelpdesk();
    for (let sent = 0; sent < 5; sent += 1) expect((await write(message)).statusCode).toBe(201);
    const sixth = await write(message);
    expect(sixth.statusCode).toBe(429);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
    wait(600_001);
    expect((await write(message)).statusCode).toBe(201);
  });

  test('the server’s operator is public information', async () => {
    const { app } = await openHelpdesk();
    expect((await app.inject('/api/installation')).json<Installation>()).toEqual({
      operator: 'Harbour Robotics',
      supportEmail: 'help@harbour.example',
      supportPhone: null,
      mail: 'outbox',
      supportMessages: 'kept',
      supportReplyHours: null,
      seal: 'self-issued',
      signUp: { rule: 'open', domains: [], offered: true },
    });
    const reached = await openHelpdesk({
      ...settings,
      SMTP_URL: 'smtp://127.0.0.1:2525',
      SUPPORT_PHONE: '+49 30 123456',
      SUPPORT_REPLY_HOURS: '24',
    });
    expect((await reached.app.inject('/api/installation')).json<Installation>()).toMatchObject({
      mail: 'sent',
      supportMessages: 'mailed',
      supportPhone: '+49 30 123456',
      supportReplyHours: 24,
    });
    const silent = await openHelpdesk({});
    expect((await silent.app.inject('/api/installation')).json<Installation>()).toMatchObject({
      operator: null,
      supportEmail: null,
    });
  });
});

describeOnOneDatabase('the state of the installation', (open) => {
  const converter = { convert: () => Promise.reject(new Error('not asked here')) };
  const working = { ...converter, available: () => Promise.resolve(true) };

  test('reports that all components work', async () => {
    const { product } = await openOffice(await open(), { ports: { docx: working } });
    const answer = await product.app.inject('/api/ready');
    expect(answer.statusCode).toBe(200);
    const { components, upSince } = answer.json<Readiness>();
    expect(components).toEqual({
      database: 'ok',
      files: 'ok',
      mail: 'ok',
      jobs: 'ok',
      converter: 'ok',
      seals: 'ok',
    });
    expect(Date.parse(upSince)).toBeLessThanOrEqual(Date.now());
  });

  test('lists degraded components and continues to serve requests', async () => {
    const broken = { ...converter, available: () => Promise.reject(new Error('gone')) };
    const database = await open();
    const office = await openOffice(database, { ports: { docx: broken }, working: false });
    await office.product.app.inject({
      method: 'POST',
      url: '/api/support/messages',
      payload: message,
    });
    office.wait(120_000); // no worker takes the job
    const answer = await office.product.app.inject('/api/ready');
    expect(answer.statusCode).toBe(200);
    expect(answer.json<Readiness>().components).toEqual({
      database: 'ok',
      files: 'ok',
      mail: 'ok',
      jobs: 'degraded',
      converter: 'degraded',
      seals: 'ok',
    });
  });

  test('reports a mail server that is down', async () => {
    const office = await openOffice(await open(), { ports: { docx: working } });
    office.post.open = false;
    const answer = await office.product.app.inject('/api/ready');
    expect(answer.statusCode).toBe(200);
    expect(answer.json<Readiness>().components).toMatchObject({ mail: 'degraded', jobs: 'ok' });
  });

  longTest('reports a seal that cannot be made', async () => {
    const database = await open();
    const office = await openOffice(database, { ports: { docx: working } });
    const { accountId, userId } = await office.desk();
    await database.db
      .insertInto('documents')
      .values({
        account_id: accountId,
        id: userId,
        created_by: userId,
        title: 'Lease',
        status: 'sealing',
        file_name: 'a.pdf',
        media_type: 'application/pdf',
        pages: JSON.stringify([]),
        original_sha256: '00',
        original_size: 1,
        base_sha256: '00',
        base_size: 1,
        seal_problem: 'The key has expired.',
      })
      .execute();
    const answer = await office.product.app.inject('/api/ready');
    expect(answer.json<Readiness>().components).toMatchObject({ seals: 'degraded', jobs: 'ok' });
  });
});
