import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issueCrl } from '#pdf/sign/issue-crl.ts';
import { onTeardown } from '../at-the-end.ts';
import type { Lie, TestAuthority } from '../pki/timestamp-authority.ts';

/** Behavior of an authority on the network, in addition to false responses. */
export type Mood = Lie | 'off' | 'silent' | 'redirecting' | 'endless' | 'web-page' | 'no-answer';

export type TimestampServer = {
  readonly url: string;
  readonly authority: TestAuthority;
  /** Number of requests that it received. */
  asked(): number;
  /** Sets its behavior from now on. Default: honest. */
  be(mood: Mood | undefined): void;
  close(): Promise<void>;
};

/**
 * Starts a timestamp authority over HTTP on this machine. Its revocation list has the same URL. `at` is its
 * clock in ms UTC. It is closed by the caller, or at the end of the test, suite or file that started it.
 */
export async function openTimestampServer(
  of: TestAuthority | ((url: string) => Promise<TestAuthority>),
  at: () => number,
): Promise<TimestampServer> {
  let mood: Mood | undefined;
  let authority: TestAuthority;
  let count = 0;
  const server = createServer((request, reply) => {
    if (request.method === 'GET') {
      const { root: issuer, rootKey: issuerKey } = authority;
      const life = { thisUpdate: at() - 60_000, nextUpdate: at() + 7 * 86_400_000 };
      return void issueCrl({ issuer, issuerKey, ...life }).then((list) => reply.end(list));
    }
    count += 1;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (mood === 'off') return void request.socket.destroy();
      if (mood === 'silent') return;
      if (mood === 'redirecting') return void reply.writeHead(307, { location: '/elsewhere' }).end();
      if (mood === 'web-page')
        return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>');
      reply.writeHead(200, { 'content-type': 'application/timestamp-reply' });
      if (mood === 'endless') return void reply.end(Buffer.alloc(1_000_000, 0x30));
      if (mood === 'no-answer') return void reply.end();
      reply.end(authority.answer(Buffer.concat(parts), at(), mood));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let closed: Promise<void> | undefined;
  const close = () =>
    (closed ??= new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }));
  onTeardown(close);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  authority = typeof of === 'function' ? await of(url) : of;
  return {
    url,
    authority,
    asked: () => count,
    be: (next) => void (mood = next),
    close,
  };
}
