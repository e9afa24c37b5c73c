import { beforeEach, expect, test } from 'vitest';
import { Unreachable, type Answer } from '../../kit/request.ts';
import { speakWith } from '../../words.ts';
import { once } from './once.ts';

beforeEach(() => speakWith('en', {}));

let uploads = 0;
/** Each test uploads a different file, because keys are kept until there is a response. */
const newLease = () => ['POST /api/documents/upload', `Lease ${(uploads += 1)}.pdf`];

/**
 * Simulates a server that gives these responses one after the other, and records the keys of the requests.
 */
function serverThat(...answers: (Answer | Error)[]) {
  const keys: (string | undefined)[] = [];
  return {
    keys,
    send: async (headers: Record<string, string>): Promise<Answer> => {
      keys.push(headers['Idempotency-Key']);
      const answer = answers.shift();
      if (!answer || answer instanceof Error) throw answer ?? new Error('It was asked too often.');
      return answer;
    },
  };
}

function answer(status: number, body: object = {}, headers: Record<string, string> = {}): Answer {
  const ok = status < 300;
  return { ok, status, statusText: '', headers: new Headers(headers), text: JSON.stringify(body) };
}

const running = { code: 'idempotency-key-running', detail: 'The first request is still being done.' };
const lost = () => new Unreachable('gone');

test("after a lost response, Alice's second upload uses the key of the first (S-32)", async () => {
  const lease = newLease();
  const server = serverThat(lost(), answer(201), answer(201));
  await expect(once(lease, server.send)).rejects.toBeInstanceOf(Unreachable);
  await once(lease, server.send);
  await once(lease, server.send);
  const [first, again, later] = server.keys;
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(again).toBe(first);
  // The first request got a response, so uploading the same file a third time creates another document.
  expect(later).not.toBe(first);
});

test('a different file, and a refused upload, get new keys', async () => {
  const [lease, offer] = [newLease(), newLease()];
  const server = serverThat(lost(), answer(422), answer(201));
  await expect(once(lease, server.send)).rejects.toThrow('gone');
  await once(offer, server.send);
  await once(offer, server.send);
  expect(new Set(server.keys).size).toBe(3);
});

test('a proxy’s error response does not count as a response of the server', async () => {
  const lease = newLease();
  const server = serverThat(answer(504), answer(201));
  await once(lease, server.send);
  await once(lease, server.send);
  expect(server.keys[1]).toBe(server.keys[0]);
});

test('waits, and says so, while the server is still processing the first attempt', async () => {
  speakWith('en', { 'again.running': 'It is being worked on.', 'again.cutOff': 'Look for it.' });
  const lease = newLease();
  const server = serverThat(lost(), answer(409, running, { 'retry-after': '1' }), answer(201));
  await expect(once(lease, server.send)).rejects.toThrow('gone');
  await expect(once(lease, server.send)).rejects.toMatchObject({ detail: 'It is being worked on.' });
  await once(lease, server.send);
  expect(new Set(server.keys).size).toBe(1);
});

test('reports an interrupted first attempt, and the next attempt starts again', async () => {
  speakWith('en', { 'again.running': 'It is being worked on.', 'again.cutOff': 'Look for it.' });
  const lease = newLease();
  const server = serverThat(lost(), answer(409, running), answer(201));
  await expect(once(lease, server.send)).rejects.toThrow('gone');
  await expect(once(lease, server.send)).rejects.toMatchObject({ detail: 'Look for it.' });
  await once(lease, server.send);
  expect(server.keys[2]).not.toBe(server.keys[0]);
});
