import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Wire } from './wire.ts';

type Answer = [kind: number, id: number, error: { error: string; message: string } | null, result: unknown];

/**
 * A client for Marionette, the protocol that geckodriver uses to control Firefox. Debian has no geckodriver
 * package. The messages are WebDriver commands as JSON, each preceded by its length.
 */
export async function openMarionette(port: number): Promise<Wire> {
  const socket = await connected(port);
  const waiting = new Map<number, (answer: Answer) => void>();
  let [received, id] = [Buffer.alloc(0), 0];
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    for (let message = next(); message !== undefined; message = next()) {
      const answer = JSON.parse(message) as Answer | object;
      // The first message is a greeting.
      if (Array.isArray(answer)) waiting.get(answer[1] as number)?.(answer as Answer);
    }
  });
  /** Removes one complete message from the received data and returns it. */
  function next(): string | undefined {
    const colon = received.indexOf(':');
    if (colon < 0) return undefined;
    const end = colon + 1 + Number(received.subarray(0, colon).toString());
    if (received.length < end) return undefined;
    const message = received.subarray(colon + 1, end).toString();
    received = received.subarray(end);
    return message;
  }
  return {
    async call(command, body = {}) {
      const own = (id += 1);
      const answered = new Promise<Answer>((resolve) => waiting.set(own, resolve));
      const message = JSON.stringify([0, own, `WebDriver:${command}`, body]);
      socket.write(`${Buffer.byteLength(message)}:${message}`);
      const [, , error, result] = await answered;
      waiting.delete(own);
      if (error) throw new Error(`${command}: ${error.error}: ${error.message}`);
      const { value } = (result ?? {}) as { value?: unknown };
      return value === undefined ? result : value;
    },
    async close() {
      socket.end();
      await once(socket, 'close');
    },
  };
}

/** Firefox accepts connections only a few seconds after its start. */
async function connected(port: number): Promise<Socket> {
  const latest = Date.now() + 90_000;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const opened = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (opened) return socket;
    if (Date.now() > latest) throw new Error('Firefox does not listen.');
    await pause(200);
  }
}
