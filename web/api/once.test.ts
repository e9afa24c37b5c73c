import { beforeEach, expect, test } from 'vitest';
import { Unreachable, type Answer } from '../kit/request.ts';
import { speakWith } from '../words.ts';
import { once } from './once.ts';

beforeEach(() => speakWith('en', {}));

let uploads = 0;
/** Each test uploads a file of its own, since keys are kept until there is an answer. */
const newLease = () => ['POST /api/documents/upload', `Lease ${(uploads += 1)}.pdf`];

/** A server that answers so in turn, and the keys it was asked with. */
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

test('Alice uploads again after a lost answer: with the key of the first time (S-32)', async () => {
  const lease = newLease();
  const server = serverThat(lost(), answer(201), answer(201));
  await expect(once(lease, server.send)).rejects.toBeInstanceOf(Unreachable);
  await once(lease, server.send);
  await once(lease, server.send);
  const [first, again, later] = server.keys;
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(again).toBe(first);
  // It was answered, so that is over: the same file a third time is meant as another document.
  expect(later).not.toBe(first);
});

test('another file, and one that was refused, have keys of their own', async () => {
  const [lease, offer] = [newLease(), newLease()];
  const server = serverThat(lost(), answer(422), answer(201));
  await expect(once(lease, server.send)).rejects.toThrow('gone');
  await once(offer, server.send);
  await once(offer, server.send);
  expect(new Set(server.keys).size).toBe(3);
});

test('an answer of a proxy that lost the server is none', async () => {
  const lease = newLease();
  const server = serverThat(answer(504), answer(201));
  await once(lease, server.send);
  await once(lease, server.send);
  expect(server.keys[1]).toBe(server.keys[0]);
});

test('while the first try is being worked on it is waited for, and said so', async () => {
  speakWith('en', { 'again.running': 'It is being worked on.', 'again.cutOff': 'Look for it.' });
  const lease = newLease();
  const server = serverThat(lost(), answer(409, running, { 'retry-after': '1' }), answer(201));
  await expect(once(lease, server.send)).rejects.toThrow('gone');
  await expect(once(lease, server.send)).rejects.toMatchObject({ detail: 'It is being worked on.' });
  await once(lease, server.send);
  expect(new Set(server.keys).size).toBe(1);
});

test('a first try that was cut off is told, and the next one begins anew', async () => {
  speakWith('en', { 'again.running': 'It is being worked on.', 'again.cutOff': 'Look for it.' });
  const lease = newLease();
  const server = serverThat(lost(), answer(409, running), answer(201));
  await expect(once(lease, server.send)).rejects.toThrow('gone');
  await expect(once(lease, server.send)).rejects.toMatchObject({ detail: 'Look for it.' });
  await once(lease, server.send);
  expect(server.keys[2]).not.toBe(server.keys[0]);
});
