import { beforeEach, describe, expect, test } from 'vitest';
import { isRefusal } from './outcome/outcome.ts';
import { signingLinkApi } from './signing-link-api.ts';
import { loadMessages, speakWith } from './words.ts';

type Call = { path: string; method: string; key: string | null; body: string };

/** Simulates a server that gives these responses one after the other; 'lost' means a broken connection. */
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

// Other test files in the same process use other languages.
beforeEach(async () => speakWith('en', await loadMessages('en')));

describe('signing over a bad connection', () => {
  test('repeats the same content with the same key, and sends changed content with a new one', async () => {
    const { calls, send } = server('lost', Response.json({}), Response.json({}));
    const api = signingLinkApi('a/b', send);
    expect(await api.sign({ consent: true })).toMatchObject({ ok: false, failure: { offline: true } });
    expect(await api.sign({ consent: true })).toMatchObject({ ok: true });
    await api.sign({ consent: true, signatureText: 'Grace' });
    expect(calls[0]?.path).toBe('/api/sign/a%2Fb');
    expect(calls[0]?.key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(calls[1]?.key).toBe(calls[0]?.key);
    expect(calls[2]?.key).not.toBe(calls[0]?.key);
  });

  test('sends the page hash when the page is opened, so that an outdated page is detected', async () => {
    const { calls, send } = server(new Response(null, { status: 204 }));
    expect(await signingLinkApi('t', send).opened('cd')).toMatchObject({ ok: true });
    expect(calls).toMatchObject([{ path: '/api/sign/t/opened', body: '{"shownSha256":"cd"}' }]);
  });

  test('shows the server’s message when a request is refused', async () => {
    const problem = { code: 'field-missing', detail: 'Fill in Title on page 1.', status: 422 };
    const { send } = server(Response.json(problem, { status: 422 }));
    expect(await signingLinkApi('t', send).sign({})).toEqual({
      ok: false,
      failure: { offline: false, code: 'field-missing', detail: 'Fill in Title on page 1.' },
    });
  });

  test.each([
    ['a proxy’s page', new Response('<h1>502 Bad Gateway</h1>', { status: 502 }), ''],
    ['a proxy’s line', new Response('502 Bad Gateway', { status: 502 }), ''],
    ['a captive portal’s page', new Response('<h1>Welcome! Room number?</h1>', { status: 200 }), ''],
    ['an empty response', new Response('', { status: 500 }), ''],
    ['a plain text response', new Response('boom', { status: 500 }), ' (boom)'],
  ])('shows a sentence and no status code for a foreign response: %s', async (_, response, behind) => {
    const { send } = server(response);
    const detail = `The server couldn’t process this. Try again in a moment.${behind}`;
    expect(await signingLinkApi('t', send).sign({})).toEqual({
      ok: false,
      failure: { offline: false, code: '', detail },
    });
  });

  test('distinguishes a temporarily unavailable server from a voided document', () => {
    const failure = (code: string) => ({ offline: false, code, detail: '' });
    expect(['', 'server-error', 'too-many-requests'].map((code) => isRefusal(failure(code)))).toEqual([
      false,
      false,
      false,
    ]);
    expect(isRefusal({ offline: true, code: 'offline', detail: '' })).toBe(false);
    expect(isRefusal(failure('document-voided'))).toBe(true);
  });
});

test('reading a link is only a GET request', async () => {
  const { calls, send } = server(Response.json({}));
  await signingLinkApi('t', send).load();
  expect(calls).toEqual([{ path: '/api/sign/t', method: 'GET', key: null, body: '' }]);
});
