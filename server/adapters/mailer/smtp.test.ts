import { describe, expect, onTestFinished, test } from 'vitest';
import { invitation, mailerSuite } from '#testing/suites/mailer.suite.ts';
import { startSmtpServer, type SmtpManners } from '#testing/servers/smtp-server.ts';
import { openSmtp } from './smtp.ts';

async function open(manners: SmtpManners = {}, requireTls = false) {
  const server = await startSmtpServer(manners);
  const mailer = openSmtp(server.url, { requireTls });
  onTestFinished(async () => {
    await mailer.close();
    await server.close();
  });
  return { mailer, arrived: () => Promise.resolve(server.messages), server };
}

mailerSuite('an SMTP server', open, 'accepted');

describe('mail server responses as shown to senders (L-20)', () => {
  test.for([
    [
      'an address that does not exist',
      { recipient: () => ({ code: 550, text: 'No such user' }) },
      'bounced',
      /550.*No such user/,
    ],
    [
      'a full mailbox',
      { recipient: () => ({ code: 452, text: 'Mailbox full' }) },
      'deferred',
      /452.*Mailbox full/,
    ],
    [
      'a message that is rejected permanently',
      { message: () => ({ code: 554, text: 'Not wanted' }) },
      'bounced',
      /554.*Not wanted/,
    ],
    [
      'a message that is deferred',
      { message: () => ({ code: 451, text: 'Try later' }) },
      'deferred',
      /451.*Try later/,
    ],
  ] as const)('the sender sees the response for %s', async ([, manners, state, reply]) => {
    const { mailer, server } = await open(manners);
    expect(await mailer.deliver(invitation)).toMatchObject({
      state,
      reply: expect.stringMatching(reply) as string,
    });
    expect(server.messages).toEqual([]);
  });

  test('an unreachable server defers the mail, and the message does not contain its address', async () => {
    const { mailer, server } = await open();
    await server.close();
    const words = 'The mail server did not answer (ECONNREFUSED)';
    const trouble = { kind: 'unreachable', all: true, pauses: false, words };
    expect(await mailer.deliver(invitation)).toEqual({ state: 'deferred', reply: words, trouble });
  });

  test('one attempt sends one message, even if the server disconnects during it', async () => {
    const { mailer, server } = await open();
    await mailer.deliver(invitation);
    server.plan(invitation.to.address, 'lost', 'lost');
    expect(await mailer.deliver(invitation)).toMatchObject({ state: 'deferred' });
    expect(server.taken).toHaveLength(2);
    expect(await mailer.deliver(invitation)).toMatchObject({ state: 'deferred' });
    expect(server.taken).toHaveLength(3);
  });
});

describe('return paths and delivery reports', () => {
  test('the mail uses the given return path and requests reports with headers only', async () => {
    const { mailer, server } = await open({ dsn: true });
    const returnPath = 'bounces+01a1f94e-0ae3-7f70-88e9-4b15ef3ee332@harbour.example';
    await mailer.deliver({ ...invitation, returnPath });
    expect(server.taken[0]).toMatchObject({
      from: returnPath,
      to: invitation.to.address,
      dsn: { ret: 'HDRS', envid: invitation.messageId, notify: ['FAILURE', 'DELAY'] },
    });
  });

  test('without a given return path, the mail uses the sender’s address', async () => {
    const { mailer, server } = await open();
    await mailer.deliver(invitation);
    expect(server.taken[0]?.from).toBe(invitation.from.address);
  });
});

describe('a mail server without encryption (S-42)', () => {
  test('nothing is sent, the mail is deferred, and the sender sees the reason', async () => {
    const { mailer, server } = await open({}, true);
    expect(await mailer.findTrouble()).toMatchObject({ kind: 'encryption' });
    expect(await mailer.deliver(invitation)).toMatchObject({
      state: 'deferred',
      reply: expect.stringContaining('offers no encryption that could be trusted') as string,
    });
    expect([server.asked, server.messages]).toEqual([[], []]);
  });

  test('nothing is sent to a server with an untrusted certificate', async () => {
    const { mailer, server } = await open({ tls: true }, true);
    expect(await mailer.deliver(invitation)).toMatchObject({
      state: 'deferred',
      trouble: { kind: 'certificate', all: true },
    });
    expect([server.asked, server.messages]).toEqual([[], []]);
  });

  test('a self-signed certificate is accepted where encryption is optional, as on the local machine', async () => {
    const { mailer, server } = await open({ tls: true }, false);
    expect(await mailer.deliver(invitation)).toMatchObject({ state: 'accepted' });
    expect(server.messages).toHaveLength(1);
  });
});

test('a mail server that is down is reported as unavailable', async () => {
  const { mailer, server } = await open();
  expect(await mailer.findTrouble()).toBeUndefined();
  await server.down();
  expect(await mailer.findTrouble()).toMatchObject({ kind: 'unreachable' });
});
