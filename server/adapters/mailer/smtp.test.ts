import { describe, expect, onTestFinished, test } from 'vitest';
import { invitation, mailerSuite } from '#testing/mailer.suite.ts';
import { startSmtpServer, type SmtpManners } from '#testing/smtp-server.ts';
import { openSmtp } from './smtp.ts';

async function open(manners: SmtpManners = {}) {
  const server = await startSmtpServer(manners);
  const mailer = openSmtp(server.url);
  onTestFinished(async () => {
    await mailer.close();
    await server.close();
  });
  return { mailer, arrived: () => Promise.resolve(server.messages), server };
}

mailerSuite('an SMTP server', open);

describe('what a mail server says is what the sender sees (L-20)', () => {
  test.for([
    [
      'an address that does not exist',
      { recipient: () => ({ code: 550, text: 'No such user' }) },
      'bounced',
      /550.*No such user/,
    ],
    [
      'a mailbox that is full for now',
      { recipient: () => ({ code: 452, text: 'Mailbox full' }) },
      'deferred',
      /452.*Mailbox full/,
    ],
    [
      'a message that is refused for good',
      { message: () => ({ code: 554, text: 'Not wanted' }) },
      'bounced',
      /554.*Not wanted/,
    ],
    [
      'a message that is put off',
      { message: () => ({ code: 451, text: 'Try later' }) },
      'deferred',
      /451.*Try later/,
    ],
  ] as const)('%s', async ([, manners, state, reply]) => {
    const { mailer, server } = await open(manners);
    expect(await mailer.deliver(invitation)).toMatchObject({
      state,
      reply: expect.stringMatching(reply) as string,
    });
    expect(server.messages).toEqual([]);
  });

  test('a server that is not there puts the mail off and gives up no address', async () => {
    const { mailer, server } = await open();
    await server.close();
    expect(await mailer.deliver(invitation)).toMatchObject({ state: 'deferred' });
  });
});
