import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isProof, writeProof } from './expiring-proof.ts';

const now = Date.UTC(2026, 10, 20);
const macFor = (facts: string) => (until: string) =>
  createHmac('sha256', 'key').update(`${until} ${facts}`).digest('base64url');
const mac = macFor('link of Grace');

test('a proof is valid until it expires, and only for the facts it was written for', () => {
  const proof = writeProof(now + 1000, mac);
  expect(isProof(proof, now + 999, mac)).toBe(true);
  expect(isProof(proof, now + 1000, mac)).toBe(false);
  expect(isProof(proof, now, macFor('link of Linus'))).toBe(false);
});

test('Mallory can neither extend nor forge a proof', () => {
  const [, secret] = writeProof(now + 1000, mac).split('.');
  expect(isProof(`${now + 9_000_000}.${secret}`, now, mac)).toBe(false);
  for (const text of [undefined, '', '.', `${now + 1000}.`, `Infinity.${secret}`, `1e20.${secret}`])
    expect(isProof(text, now, mac)).toBe(false);
});
