import { expect, test } from 'vitest';
import { passkeyPossible } from './use-passkey.ts';

const page = {
  isSecureContext: true,
  location: { hostname: 'sign.harbour.example' },
  PublicKeyCredential: class {},
};

test.each([
  ['a host name over TLS', page, true],
  ['plain http', { ...page, isSecureContext: false }, false],
  ['an IPv4 address', { ...page, location: { hostname: '127.0.0.1' } }, false],
  ['an IPv6 address', { ...page, location: { hostname: '[::1]' } }, false],
  ['a browser without passkey support', { ...page, PublicKeyCredential: undefined }, false],
])('passkeys need a host name and a secure connection: %s', (_name, at, possible) => {
  expect(passkeyPossible(at)).toBe(possible);
});
