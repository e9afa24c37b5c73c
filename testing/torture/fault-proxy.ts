import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A network fault for the next requests that change something. */
export type Mischief = 'twice' | 'answer-lost' | 'request-lost';

export type FaultProxy = {
  baseUrl: string;
  /** Plans faults. The returned function returns how many of them have not occurred yet. */
  plan(mischief: Mischief, times: number): () => number;
  close(): Promise<void>;
};

/**
 * Starts a proxy with network faults between clients and the server: it sends requests twice, and loses
 * requests or responses (F-02, F-17).
 */
export async function openFaultProxy(port: number): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: false });
  let planned: { mischief: Mischief; times: number } | undefined;
  const server = createServer((request, response) => void pass(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const mischief = request.method !== 'GET' && planned && planned.times > 0 ? planned.mischief : undefined;
    if (mischief && planned) planned.times -= 1;
    if (mischief === 'request-lost') return void request.socket.destroy();
    const sent = Promise.all(
      Array.from({ length: mischief === 'twice' ? 2 : 1 }, () =>
        forward(request, body).catch(() => undefined),
      ),
    );
    // Either of the two responses may arrive. A success is preferred, as in a browser that repeats a request.
    const answers = (await sent).filter((answer) => answer !== undefined);
    const answer = answers.find(({ status }) => status < 400) ?? answers[0];
    if (!answer || mischief === 'answer-lost') return void request.socket.destroy();
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  }

  function forward(
    { method, url, headers }: IncomingMessage,
    body: Buffer,
  ): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const { connection: _, ...kept } = headers;
      const to = ask({ agent, host: '127.0.0.1', port, method, path: url, headers: kept }, (answer) => {
        const {
          'transfer-encoding': __,
          connection: ___,
          'keep-alive': ____,
          ...otherHeaders
        } = answer.headers;
        buffer(answer).then(
          (all) => resolve({ status: answer.statusCode ?? 502, headers: otherHeaders, body: all }),
          reject,
        );
      });
      to.once('error', reject);
      to.end(body);
    });
  }

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan(mischief, times) {
      const mine = (planned = { mischief, times });
      return () => {
        if (planned === mine) planned = undefined;
        return mine.times;
      };
    },
    close: () =>
      new Promise((closed) => {
        agent.destroy();
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
