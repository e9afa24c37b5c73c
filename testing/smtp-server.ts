import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type TestSmtpServer = {
  url: string;
  messages: Uint8Array[];
  close(): Promise<void>;
};

/** What the server answers at each step; undefined lets it pass. */
export type SmtpManners = {
  recipient?: (address: string) => { code: number; text: string } | undefined;
  message?: () => { code: number; text: string } | undefined;
};

/** A mail server on this machine that behaves as a test wants it to. */
export async function startSmtpServer(manners: SmtpManners = {}): Promise<TestSmtpServer> {
  const messages: Uint8Array[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, callback) => callback(refusal(manners.recipient?.(address))),
    onData(stream, _session, callback) {
      void buffer(stream).then((message) => {
        const refused = refusal(manners.message?.());
        if (!refused) messages.push(message);
        callback(refused);
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, messages, close };
}

function refusal(answer: { code: number; text: string } | undefined): Error | undefined {
  return answer && Object.assign(new Error(answer.text), { responseCode: answer.code });
}
