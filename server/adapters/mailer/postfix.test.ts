import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { longRun } from '#testing/long-run.ts';
import { invitation } from '#testing/suites/mailer.suite.ts';
import { startPostfix, type Postfix } from '#testing/servers/postfix.ts';
import type { Mail } from '../../ports/mailer.ts';
import { openSmtp } from './smtp.ts';

/** Tests with the responses of a real server: Debian's Postfix with its default settings. */
describe.runIf(longRun)('Debian’s Postfix with default settings', () => {
  let postfix: Postfix;
  beforeAll(async () => {
    postfix = await startPostfix();
  }, 60_000);
  afterAll(() => postfix.close());

  const to = (address: string, change: Partial<Mail> = {}): Mail => ({
    ...invitation,
    from: { name: 'Ada', address: 'sign@harbour.example' },
    to: { name: '', address },
    messageId: `${randomUUID()}@harbour.example`,
    ...change,
  });
  const mailerAt = (url: string, requireTls = false) => {
    const mailer = openSmtp(url, { requireTls });
    onTestFinished(() => mailer.close());
    return mailer;
  };
  const deliver = (mail: Mail, url = postfix.url) => mailerAt(url).deliver(mail);
  const large = {
    attachments: [
      { filename: 'a.pdf', mediaType: 'application/pdf', bytes: new Uint8Array(8 * 1024 * 1024) },
    ],
  };

  test('accepts an email over TLS with a self-signed certificate, and delivers it once', async () => {
    const mail = to('grace@harbour.example');
    expect(await deliver(mail)).toMatchObject({ state: 'accepted' });
    await expect.poll(() => postfix.mailbox('grace'), { timeout: 20_000 }).toHaveLength(1);
    expect((await postfix.mailbox('grace'))[0]).toContain(`<${mail.messageId}>`);
    expect((await postfix.mailbox('grace'))[0]).toContain('with ESMTPS id');
  });

  test('sends nothing if the server’s self-signed certificate must be trusted', async () => {
    const mailer = mailerAt(postfix.url, true);
    expect(await mailer.deliver(to('grace@harbour.example'))).toMatchObject({
      state: 'deferred',
      trouble: { kind: 'certificate', all: true },
    });
  });

  test.for([
    ['an unknown mailbox', 'nobody@harbour.example', {}, { state: 'bounced' }, /550 5\.1\.1/],
    ['a full mailbox', 'full@harbour.example', {}, { state: 'deferred' }, /552 5\.2\.2/],
    ['greylisting', 'later@harbour.example', {}, { state: 'deferred' }, /450 4\.2\.0/],
    ['an email that is too large', 'grace@harbour.example', large, { state: 'bounced', about: 'size' }, /./],
  ] as [string, string, Partial<Mail>, object, RegExp][])(
    '%s: the refusal concerns only this email',
    async ([, address, change, expected, reply]) => {
      const delivery = await deliver(to(address, change));
      expect(delivery).toMatchObject({ ...expected, reply: expect.stringMatching(reply) as string });
      expect(delivery).not.toHaveProperty('trouble');
    },
  );

  const unowned = { from: { name: 'Ada', address: 'unowned@harbour.example' } };
  test.for([
    ['relaying', 'grace@elsewhere.example', {}, 'relay', /4\.7\.1.*Relay access denied/],
    ['a foreign sender', 'grace@harbour.example', unowned, 'sender', /553 5\.7\.1.*not owned/],
    ['forbidden words', 'grace@harbour.example', { subject: 'forbidden' }, 'policy', /5\.7\.1.*content/],
  ] as [string, string, Partial<Mail>, string, RegExp][])(
    '%s: the refusal concerns the whole installation',
    async ([, address, change, kind, words]) => {
      expect(await deliver(to(address, change))).toMatchObject({
        state: 'deferred',
        trouble: { kind, words: expect.stringMatching(words) as string },
      });
    },
  );

  test('a server that blocks this host is reported as a problem for the operator', async () => {
    expect(await deliver(to('grace@harbour.example'), postfix.blockingUrl)).toMatchObject({
      state: 'deferred',
      trouble: { kind: 'blocked' },
    });
  });

  test('a server that accepts one message per minute delays the next one, and none is lost', async () => {
    const mailer = mailerAt(postfix.slowUrl);
    expect(await mailer.deliver(to('grace@harbour.example'))).toMatchObject({ state: 'accepted' });
    expect(await mailer.deliver(to('grace@harbour.example'))).toMatchObject({
      state: 'deferred',
      trouble: { kind: 'quota' },
    });
  });

  test('a stopped server is reported as not responding', async () => {
    const stopping = await startPostfix();
    const mailer = mailerAt(stopping.url);
    expect(await mailer.findTrouble()).toBeUndefined();
    await stopping.close();
    expect(await mailer.deliver(to('grace@harbour.example'))).toMatchObject({
      state: 'deferred',
      trouble: { kind: 'unreachable' },
    });
  });
});
