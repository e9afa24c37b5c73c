import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { mailsOf } from '../crash/mails-of.ts';
import type { OutboxMail } from '../crash/outbox-mails.ts';
import { makeTimestampAuthority, type Lie } from '../pki/timestamp-authority.ts';
import { startSmtpServer, type TestSmtpServer } from '../servers/smtp-server.ts';

/** All external services of the server. They run on this machine and the test controls them. */
export type Outside = {
  smtp: TestSmtpServer;
  /** Returns each accepted message once. `repeated` has the number of duplicates. */
  mails(): Promise<OutboxMail[]>;
  repeated(): number;
  authority: { url: string; rootPem: string; be(mood: Lie | 'off' | undefined): void };
  receiver: { url: string; ids: Set<string>; be(status: number | 'cut'): void };
  close(): Promise<void>;
};

export async function openOutside(): Promise<Outside> {
  const smtp = await startSmtpServer();
  const signer = await makeTimestampAuthority();
  let mood: Lie | 'off' | undefined;
  const authority = await listen((request, reply) => {
    void buffer(request).then((asked) => {
      if (mood === 'off') return void request.socket.destroy();
      reply.writeHead(200, { 'content-type': 'application/timestamp-reply' });
      return void reply.end(signer.answer(asked, Date.now(), mood));
    });
  });
  const ids = new Set<string>();
  let status: number | 'cut' = 204;
  const receiver = await listen((request, reply) => {
    void buffer(request).then(() => {
      if (status === 'cut') return void request.socket.destroy();
      if (status === 204) ids.add(String(request.headers['webhook-id']));
      return void reply.writeHead(status).end();
    });
  });
  const { mails, repeated } = mailsOf(smtp);
  return {
    smtp,
    mails,
    repeated,
    authority: { url: authority.url, rootPem: signer.rootPem, be: (next) => void (mood = next) },
    receiver: { url: receiver.url, ids, be: (next) => void (status = next) },
    close: async () => {
      await Promise.all([smtp.close(), authority.close(), receiver.close()]);
    },
  };
}

async function listen(answer: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
