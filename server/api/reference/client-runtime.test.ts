import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import { openCaller, type ApiRefusal } from './client-runtime.ts';
import { describeRoutes } from '../../foundation/http/describe-api.ts';
import { clientOperations, type DescribedApi } from './client-operations.ts';
import { unrepeatable } from './client-source.ts';

const addresses = {
  uploadDocument: 'POST /api/documents/upload',
  addWebhook: 'POST /api/webhooks',
  readDocument: 'GET /api/documents/{id}',
};
type Name = keyof typeof addresses;
type Operations = Record<Name, { given: object; answer: { id: string } }>;
const operations = clientOperations(routes, describeRoutes() as DescribedApi);
const once = new Set(unrepeatable(operations));

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const made = () => json(201, { id: 'lease' });
const lost = () => new TypeError('fetch failed');
const running = () => json(409, { code: 'idempotency-key-running' }, { 'retry-after': '1' });
const cutOff = () => json(409, { code: 'idempotency-key-running' });

/**
 * Creates a client whose server sends these responses in order and repeats the last one. An Error means that
 * the response was lost.
 */
function clientOf(...answers: (() => Response | Error)[]) {
  const keys: (string | undefined)[] = [];
  const send = (async (_url: URL, { headers }: { headers: Record<string, string> }) => {
    const answer = answers[Math.min(keys.length, answers.length - 1)]!();
    keys.push(headers['idempotency-key']);
    if (answer instanceof Error) throw answer;
    return answer;
  }) as unknown as typeof fetch;
  const { call } = openCaller<Operations>(
    { addresses, once },
    { url: 'http://sign.example', key: 'k', fetch: send },
  );
  /** Returns the response or the error of a call. */
  const outcome = async (name: Name): Promise<unknown> => {
    const asked = call(name).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    return asked;
  };
  return { keys, outcome };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('after a lost response, the client waits for the first request with its key', async () => {
  const stillRunning = Array.from({ length: 20 }, () => running);
  const { keys, outcome } = clientOf(lost, ...stillRunning, made);
  expect(await outcome('uploadDocument')).toEqual({ id: 'lease' });
  expect(keys).toHaveLength(22);
  expect(new Set(keys)).toEqual(new Set([expect.any(String)]));
});

test.each([502, 504])('after a proxy’s %i, the client retries with the same key', async (status) => {
  const { keys, outcome } = clientOf(() => new Response('Bad gateway', { status }), made);
  expect(await outcome('uploadDocument')).toEqual({ id: 'lease' });
  expect(keys).toEqual([keys[0], keys[0]]);
});

test.each([
  ['that never ends', [lost, running], 302],
  ['that was interrupted', [lost, cutOff], 2],
  ['without any response', [lost], 3],
])(
  'a request %s fails with an error that contains the idempotency key for repeating it',
  async (_, answers, sent) => {
    const { keys, outcome } = clientOf(...answers);
    const error = (await outcome('uploadDocument')) as ApiRefusal;
    expect(error).toBeInstanceOf(Error);
    expect(keys).toHaveLength(sent);
    expect(error.idempotencyKey).toBe(keys[0]);
  },
);

test('a write without an idempotency key is repeated only if the server asked to wait before doing anything', async () => {
  expect([...once].toSorted()).toEqual(['addWebhook', 'embedEditor', 'embedSigning', 'renewWebhookSecret']);
  for (const answer of [lost, () => json(503, {}), () => new Response('', { status: 502 })]) {
    const { keys, outcome } = clientOf(answer, made);
    expect(await outcome('addWebhook')).toBeInstanceOf(Error);
    expect(keys).toEqual([undefined]);
  }
  const { keys, outcome } = clientOf(() => json(429, {}, { 'retry-after': '7' }), made);
  expect(await outcome('addWebhook')).toEqual({ id: 'lease' });
  expect(keys).toEqual([undefined, undefined]);
});

test('a read has no idempotency key and is still retried', async () => {
  const { keys, outcome } = clientOf(lost, () => json(503, {}), made);
  expect(await outcome('readDocument')).toEqual({ id: 'lease' });
  expect(keys).toEqual([undefined, undefined, undefined]);
});
