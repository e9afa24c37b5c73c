import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { runProgram } from '#testing/run-program.ts';
import { openReceiver, type Reply } from '#testing/servers/webhook-receiver.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { describeRoutes } from '../../foundation/http/describe-api.ts';
import type { DescribedApi } from './client-operations.ts';
import { pythonSource } from './python-source.ts';

/** Prints the outcome of a call and the seconds that it would have waited. */
const program = (call: string, url: string) => `
import json, time
import countersign

waited = []
time.sleep = waited.append
client = countersign.Countersign(${JSON.stringify(url)}, "csk_test_key")
try:
    outcome = ${call}
except (countersign.ApiRefusal, countersign.ConnectionLost) as error:
    outcome = [type(error).__name__, getattr(error, "code", None), error.idempotency_key]
print(json.dumps([outcome, waited]))
`;

const write = 'client.send_document("lease", {})';
const once = 'client.add_webhook({"url": "https://crm.example", "kinds": []})';
const read = 'client.read_document("lease")';
const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
const made = json(200, { id: 'lease' });
const running = json(409, { code: 'idempotency-key-running' }, { 'retry-after': '1' });
const lease = { id: 'lease' };

// Skipped without Python. `npm test` reports what is missing.
describe.runIf(missingTools('python3').length === 0)('the Python client', () => {
  let folder: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    const source = pythonSource(routes, describeRoutes() as DescribedApi);
    await writeFile(join(folder, 'countersign.py'), source);
  });

  async function run(call: string, ...replies: Reply[]) {
    const receiver = await openReceiver();
    receiver.plan(...replies);
    receiver.always(replies.at(-1)!);
    const ran = await runProgram('python3', ['-c', program(call, new URL(receiver.url).origin)], {
      cwd: folder,
    });
    expect(ran.stderr).toBe('');
    const [outcome, waited] = JSON.parse(ran.stdout) as [unknown, number[]];
    return { outcome, waited, keys: receiver.received.map(({ headers }) => headers['idempotency-key']) };
  }

  test.each([
    ['a lost response', ['cut', made], [1]],
    ['a proxy without a response', [json(502, {}), made], [1]],
    ['a server that asks to wait', [json(503, {}, { 'retry-after': '7' }), made], [7]],
    ['a rate limit', [json(429, {}, { 'retry-after': '9999' }), made], [60]],
    ['a first attempt that is still running', ['cut', running, running, running, made], [1, 1, 1, 1]],
  ] as const)('retries a change with the same key after %s', async (_, replies, expected) => {
    const { outcome, waited, keys } = await run(write, ...replies);
    expect([outcome, waited]).toEqual([lease, expected]);
    expect(new Set(keys)).toEqual(new Set([expect.any(String)]));
  });

  test('reports a refusal with its code and the idempotency key for a retry', async () => {
    const refusal = json(409, { code: 'document-already-sent', detail: 'It was sent.' });
    const { outcome, waited, keys } = await run(write, refusal);
    expect([outcome, waited]).toEqual([['ApiRefusal', 'document-already-sent', keys[0]], []]);
  });

  test('gives up after three attempts, and a read has no key', async () => {
    const { outcome, keys } = await run(read, 'cut');
    expect([outcome, keys]).toEqual([
      ['ConnectionLost', null, null],
      [undefined, undefined, undefined],
    ]);
  });

  test('does not repeat a change without a key', async () => {
    for (const reply of ['cut', json(503, {}), json(502, {})] as const)
      expect((await run(once, reply, made)).keys).toEqual([undefined]);
  });

  test('does not send its key to the target of a redirect', async () => {
    const elsewhere = await openReceiver();
    const { outcome } = await run(read, { status: 302, headers: { location: elsewhere.url } });
    expect([outcome, elsewhere.received]).toEqual([['ApiRefusal', 'server-error', null], []]);
  });
});
