import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { invitation } from '#testing/suites/mailer.suite.ts';
import { startSmtpServer } from '#testing/servers/smtp-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { isConfigProblem, loadConfig } from '../../foundation/config/config.ts';
import type { SmtpOAuth } from '../../foundation/config/smtp-settings.ts';
import { openSmtp } from './smtp.ts';

type Answer = { status?: number; body: string };

/** Starts a token server on this machine. It returns these responses in order and repeats the last one. */
async function startTokenServer(answers: Answer[]) {
  const asked: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push(Object.fromEntries(new URLSearchParams(body)));
      const { status = 200, body: answer } = answers.length > 1 ? answers.shift()! : answers[0]!;
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  onTestFinished(close);
  return { asked, close, url: `http://127.0.0.1:${port}/token` };
}

async function open(answers: Answer[], grant: SmtpOAuth['grant'] = { refreshToken: 'given once' }) {
  const signIns: string[][] = [];
  const server = await startSmtpServer({
    token(user, token) {
      signIns.push([user, token]);
      return token.startsWith('good') ? undefined : { code: 535, text: '5.7.3 Authentication unsuccessful' };
    },
  });
  const tokens = await startTokenServer(answers);
  const url = server.url.replace('smtp://', 'smtp://office%40harbour.example@');
  const oauth = { tokenUrl: tokens.url, clientId: 'countersign', clientSecret: 'hunter2', grant };
  const mailer = openSmtp(url, { requireTls: false, oauth });
  onTestFinished(async () => {
    await mailer.close();
    await server.close();
  });
  return { mailer, server, tokens, signIns };
}

const good = (token = 'good-1', more = {}) => ({
  body: JSON.stringify({ access_token: token, expires_in: 3600, ...more }),
});

test('a refresh token is exchanged for an access token, which is used to sign in', async () => {
  const { mailer, server, tokens, signIns } = await open([good()]);
  expect(await mailer.deliver(invitation)).toMatchObject({ state: 'accepted' });
  expect(await mailer.deliver(invitation)).toMatchObject({ state: 'accepted' });
  expect(server.messages).toHaveLength(2);
  expect(tokens.asked).toEqual([
    {
      client_id: 'countersign',
      client_secret: 'hunter2',
      grant_type: 'refresh_token',
      refresh_token: 'given once',
    },
  ]);
  expect(signIns).toEqual([['office@harbour.example', 'good-1']]);
  expect(await mailer.findTrouble()).toBeUndefined();
});

test('an application with its own permission uses the client credentials grant', async () => {
  const scope = 'https://outlook.office365.com/.default';
  const { mailer, tokens } = await open([good()], { scope });
  expect(await mailer.deliver(invitation)).toMatchObject({ state: 'accepted' });
  expect(tokens.asked).toMatchObject([{ grant_type: 'client_credentials', scope }]);
});

test('after the mail server refuses a token, the next attempt gets a new one with the latest refresh token', async () => {
  const { mailer, tokens } = await open([good('bad-1', { refresh_token: 'the next' }), good('good-2')]);
  expect(await mailer.deliver(invitation)).toMatchObject({ state: 'deferred' });
  expect(await mailer.deliver(invitation)).toMatchObject({ state: 'accepted' });
  expect(tokens.asked.map((one) => one['refresh_token'])).toEqual(['given once', 'the next']);
});

const expired = '{"error":"invalid_grant","error_description":"Token has been expired or revoked."}';

test.for([
  [
    { status: 400, body: expired },
    'The token server refused: invalid_grant: Token has been expired or revoked.',
  ],
  [{ status: 502, body: '<html>Bad gateway</html>' }, 'The token server answered 502 without a token'],
  [{ body: '{}' }, 'The token server refused: it returned no token'],
] as [Answer, string][])(
  'the response %o of a token server is reported as a problem for the operator',
  async ([answer, words]) => {
    const { mailer, server } = await open([answer]);
    const trouble = { kind: 'token', all: true, pauses: true, words };
    expect(await mailer.findTrouble()).toEqual(trouble);
    const delivery = await mailer.deliver(invitation);
    expect(delivery).toMatchObject({ state: 'deferred', trouble });
    // Senders see neither the token server's response nor a secret.
    expect(delivery.reply).toMatch(/^The mail server of this service cannot be signed in to/);
    expect(server.messages).toEqual([]);
  },
);

test('a token server that does not respond is named in the error', async () => {
  const { mailer, tokens } = await open([good()]);
  await tokens.close();
  expect(await mailer.findTrouble()).toMatchObject({
    kind: 'token',
    words: 'The token server did not answer (ECONNREFUSED)',
  });
});

test('a mailbox without permission to send by SMTP is reported as a refused sign-in, not a refused token', async () => {
  const { mailer } = await open([good('bad-1')]);
  expect(await mailer.deliver(invitation)).toMatchObject({ trouble: { kind: 'sign-in' } });
});

const whole = {
  SMTP_URL: 'smtp://office%40harbour.example@mail.harbour.example:587',
  SMTP_OAUTH_CLIENT_ID: 'countersign',
  SMTP_OAUTH_CLIENT_SECRET: 'hunter2',
  SMTP_OAUTH_TOKEN_URL: 'https://login.harbour.example/token',
  SMTP_OAUTH_REFRESH_TOKEN: 'given once',
};

test.for([
  [{ SMTP_OAUTH_CLIENT_SECRET: undefined }, /SMTP_OAUTH_CLIENT_SECRET/],
  [{ SMTP_OAUTH_CLIENT_ID: undefined }, /SMTP_OAUTH_CLIENT_ID/],
  [{ SMTP_OAUTH_TOKEN_URL: undefined }, /SMTP_OAUTH_TOKEN_URL/],
  [{ SMTP_OAUTH_REFRESH_TOKEN: undefined }, /SMTP_OAUTH_REFRESH_TOKEN.*SMTP_OAUTH_SCOPE/],
  [{ SMTP_OAUTH_SCOPE: 'all' }, /SMTP_OAUTH_REFRESH_TOKEN.*SMTP_OAUTH_SCOPE/],
  [{ SMTP_OAUTH_TOKEN_URL: 'http://login.harbour.example/token' }, /SMTP_OAUTH_TOKEN_URL.*https/],
  [{ SMTP_URL: 'smtp://mail.harbour.example:587' }, /SMTP_URL/],
  [{ SMTP_URL: undefined }, /SMTP_URL/],
] as [Partial<Record<keyof typeof whole | 'SMTP_OAUTH_SCOPE', string>>, RegExp][])(
  'settings with %o are refused, and the message names the setting',
  ([change, sentence]) => {
    const given = { DATA_DIR: temporaryFolder(), ...whole, ...change };
    const set = Object.entries(given).filter(([, value]) => value !== undefined);
    const config = loadConfig(Object.fromEntries(set));
    if (!isConfigProblem(config)) throw new Error('These settings were accepted.');
    expect(config.problem).toMatch(sentence);
    expect(config.problem).not.toContain('hunter2');
  },
);

test('complete settings are accepted', () => {
  const config = loadConfig({ DATA_DIR: temporaryFolder(), ...whole });
  if (isConfigProblem(config)) throw new Error(config.problem);
  expect(config.smtpOAuth).toMatchObject({ clientId: 'countersign', grant: { refreshToken: 'given once' } });
});
