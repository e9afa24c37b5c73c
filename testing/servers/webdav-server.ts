import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestPlace } from './test-place.ts';

/**
 * Starts a WebDAV server (RFC 4918) with one user. It supports PUT, MKCOL and GET below /files. It refuses a
 * file in a missing folder with 409, and a file on a full disk with 507.
 */
export async function startWebDav(): Promise<TestPlace> {
  const files = new Map<string, Buffer>();
  const folders = new Set(['']);
  let fault: Parameters<TestPlace['fail']>[0];
  const server = createServer(
    (request, response) =>
      void (async () => {
        const body = await buffer(request);
        const end = (status: number, content?: Buffer) => response.writeHead(status).end(content);
        if (fault === 'down') return void request.socket.destroy();
        const expected = `Basic ${Buffer.from('grace:app-password').toString('base64')}`;
        if (fault === 'access' || request.headers.authorization !== expected) return end(401);
        const path = decodeURIComponent(request.url!)
          .replace('/files', '')
          .replaceAll(/^\/|\/$/g, '');
        const parent = path.split('/').slice(0, -1).join('/');
        if (request.method === 'MKCOL') {
          if (folders.has(path)) return end(405);
          folders.add(path);
          return end(201);
        }
        if (request.method === 'GET') {
          const file = files.get(path);
          return file ? end(200, fault === 'corrupt' ? file.subarray(1) : file) : end(404);
        }
        if (!folders.has(parent)) return end(409);
        if (fault === 'full') return end(507);
        files.set(path, body);
        return end(201);
      })(),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files`;
  return {
    place: { kind: 'webdav', url, user: 'grace' },
    secret: 'app-password',
    read: (path) => Promise.resolve(files.get(path)),
    fail: (next) => void (fault = next),
    stop: () => {
      server.closeAllConnections();
      return new Promise((stopped) => void server.close(() => stopped()));
    },
  };
}
