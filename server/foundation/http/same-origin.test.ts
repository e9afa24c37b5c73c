import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { crossSiteRefusal } from './same-origin.ts';

const publicUrl = 'https://sign.example.org';

function ask(method: string, headers: Record<string, string>, host = 'sign.example.org'): boolean {
  const request = { method, headers, host } as unknown as FastifyRequest;
  return crossSiteRefusal(request, publicUrl) === undefined;
}

/** Kinds of requests with their headers, and whether each may change something. */
test.each([
  ['a program, which says nothing', {}, true],
  ['our page', { origin: publicUrl, 'sec-fetch-site': 'same-origin' }, true],
  ['our page in an old browser', { origin: publicUrl }, true],
  ['the address bar', { 'sec-fetch-site': 'none' }, true],
  ['another site', { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }, false],
  ['another site in an old browser', { origin: 'https://elsewhere.example' }, false],
  ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, false],
  ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
  ['a sandboxed frame in an old browser', { origin: 'null' }, false],
  [
    'a neighbour on the same domain',
    { origin: 'https://blog.example.org', 'sec-fetch-site': 'same-site' },
    false,
  ],
  ['our host without TLS is another origin to a browser', { origin: 'http://sign.example.org:81' }, false],
  ['a name that only starts like ours', { origin: 'https://sign.example.org.elsewhere.example' }, false],
])('allows or refuses a change requested by %s', (_name, headers, passes) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(ask(method, headers), method).toBe(passes);
  for (const method of ['GET', 'HEAD']) expect(ask(method, headers), method).toBe(true);
});

test('the Host header does not make an origin ours, because only PUBLIC_URL does', () => {
  expect(ask('POST', { origin: 'http://evil.example' }, 'evil.example')).toBe(false);
});

test('localhost and 127.0.0.1 are the same machine', () => {
  const request = { method: 'POST', headers: { origin: 'http://localhost:3000' }, host: 'proxy' };
  expect(crossSiteRefusal(request as unknown as FastifyRequest, 'http://127.0.0.1:3000')).toBeUndefined();
});
