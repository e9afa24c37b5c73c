import { expect } from 'vitest';
import type { App } from '#server/foundation/http/fastify-app.ts';

export type ReceivedHint = { event: string; data: string };

/** A listener to an event stream: the events that it received, and whether the stream has ended. */
export type LiveListener = {
  readonly heard: ReceivedHint[];
  /** Resolves when a hint with this topic has arrived, since the start or since `forget` was last called. */
  untilTopic(topic: string): Promise<void>;
  untilEvent(event: string): Promise<ReceivedHint>;
  topics(): string[];
  forget(): void;
  ended: Promise<void>;
  leave(): Promise<void>;
};

/** Opens a stream of a listening server over a separate connection. */
export async function listenLive(
  app: App,
  path: string,
  headers: Record<string, string> = {},
): Promise<LiveListener> {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  const leaving = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${address.port}${path}`, { headers, signal: leaving.signal });
  if (answer.status !== 200 || !answer.body) throw new Error(`${path}: ${answer.status}`);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(answer.headers.get('content-encoding')).toBeNull();
  let heard: ReceivedHint[] = [];
  const ended = readEvents(answer.body, (event) => heard.push(event)).catch(() => undefined);
  const patience = { timeout: 15_000, interval: 20 };
  const topics = (): string[] =>
    heard.filter(({ event }) => event === 'hints').flatMap(({ data }) => JSON.parse(data) as string[]);
  return {
    get heard() {
      return heard;
    },
    topics,
    untilTopic: (topic) => expect.poll(topics, patience).toContain(topic),
    async untilEvent(name) {
      await expect.poll(() => heard.map(({ event }) => event), patience).toContain(name);
      return heard.find(({ event }) => event === name)!;
    },
    forget: () => void (heard = []),
    ended,
    async leave() {
      leaving.abort();
      await ended;
    },
  };
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  tell: (event: ReceivedHint) => void,
): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const value = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const event = value('event');
      if (event !== undefined) tell({ event, data: value('data') ?? '' });
    }
  }
}
