import { describe, expect, test } from 'vitest';
import { signingLinkApi } from './signing-link-api.ts';

type Call = { path: string; method: string; key: string | null; body: string };

/** A server that gives the replies in turn; the word 'lost' stands for a connection that breaks. */
function server(...replies: (Response | 'lost')[]) {
  const calls: Call[] = [];
  const send: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    calls.push({
      path: typeof input === 'string' ? input : '',
      method: init?.method ?? 'GET',
      key: headers.get('Idempotency-Key'),
      body: typeof init?.body === 'string' ? init.body : '',
    });
    const reply = replies.shift() ?? 'lost';
    return reply === 'lost' ? Promise.reject(new TypeError('failed to fetch')) : Promise.resolve(reply);
  };
  return { calls, send };
}

describe('signing over a bad connection', () => {
  test('repeats the same content under the same key, and a changed content under a new one', async () => {
    const { calls, send } = server('lost', Response.json({}), Response.json({}));
    const api = signingLinkApi('a/b', send);
    expect(await api.sign({ consent: true })).toMatchObject({ ok: false, failure: { offline: true } });
    expect(await api.sign({ consent: true })).toMatchObject({ ok: true });
    await api.sign({ consent: true, signatureText: 'Grace' });
    expect(calls[0]?.path).toBe('/api/sign/a%2Fb');
    expect(calls[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(calls[1]?.key).toBe(calls[0]?.key);
    expect(calls[2]?.key).not.toBe(calls[0]?.key);
  });

  test("passes on the server's own words when it refuses", async () => {
    const problem = { code: 'field-missing', detail: 'Still to fill in: Title on page 1.', status: 422 };
    const { send } = server(Response.json(problem, { status: 422 }));
    expect(await signingLinkApi('t', send).sign({})).toEqual({
      ok: false,
      failure: { offline: false, code: 'field-missing', detail: 'Still to fill in: Title on page 1.' },
    });
  });

  test('survives an answer that is no JSON', async () => {
    const { send } = server(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await signingLinkApi('t', send).load()).toEqual({
      ok: false,
      failure: { offline: false, code: '', detail: '502' },
    });
  });
});

test('reading a link is a GET and nothing else', async () => {
  const { calls, send } = server(Response.json({}));
  await signingLinkApi('t', send).load();
  expect(calls).toEqual([{ path: '/api/sign/t', method: 'GET', key: null, body: '' }]);
});
