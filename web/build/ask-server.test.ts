import { expect, test } from 'vitest';
import * as contract from '#contract/paths.ts';
import { forwardsToServer } from './ask-server.ts';

const addresses = Object.values(contract)
  .filter((paths) => typeof paths === 'object')
  .flatMap((paths: Record<string, string>) => Object.values(paths))
  .map((address) => contract.pathOf(address as contract.Address));

test('in development, requests for sign-in pages, links in emails and the outbox are proxied to the server', () => {
  expect(addresses.length).toBeGreaterThan(100);
  expect(addresses.filter((path) => !forwardsToServer.test(path))).toEqual([]);
});

test.each(['/plain.css', '/sign-in.js', '/oidc/auth?client_id=x', '/sandbox-payments/portal/1'])(
  '%s is also proxied to the server',
  (path) => expect(forwardsToServer.test(path)).toBe(true),
);

test.each(['/', '/documents', '/sign/token', '/sign.html', '/ceremony/words.ts', '/mailbox', '/loginx'])(
  '%s is a page or a file of the client',
  (path) => expect(forwardsToServer.test(path)).toBe(false),
);
