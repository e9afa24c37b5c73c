import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#testing/servers/free-port.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const script = fileURLToPath(new URL('../../../deploy/hand-in-bounce.sh', import.meta.url));

/** Runs the script as Postfix does, with the email on standard input. Returns its exit status. */
async function handIn(url: string): Promise<number | null> {
  const header = join(temporaryFolder(), 'bounces.header');
  writeFileSync(header, 'Authorization: Bearer the secret\n');
  const child = spawn('sh', [script, url, header], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.on('error', () => undefined);
  child.stdin.end('Subject: Undelivered Mail Returned to Sender\n\nThe address does not exist.\n');
  const [status] = (await once(child, 'exit')) as [number | null];
  return status;
}

test('the script for Postfix submits an email, or asks Postfix to retry later if the server does not accept it', async () => {
  const requests: string[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push([request.method, request.url, request.headers.authorization, body.slice(0, 8)].join(' '));
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await handIn(url)).toBe(0);
  expect(requests).toEqual(['POST /api/mail/bounces Bearer the secret Subject:']);
  // The server is starting, a restarting proxy is in front of it, or its secret differs. With any other exit
  // status, Postfix would bounce the bounce.
  for (status of [503, 502, 401, 429]) expect(await handIn(url)).toBe(75);
  expect(await handIn(`http://127.0.0.1:${await freePort()}`)).toBe(75);
});
