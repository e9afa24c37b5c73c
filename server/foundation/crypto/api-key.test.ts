import { expect, test } from 'vitest';
import { newApiKey, readApiKey } from './api-key.ts';

test('a key is parsed with the mode it was created for', () => {
  for (const mode of ['live', 'test'] as const) {
    const { secret, hash, lastFour } = newApiKey(mode);
    expect(readApiKey(secret)).toEqual({ mode, hash });
    expect(secret.endsWith(lastFour)).toBe(true);
    expect(hash).not.toContain(secret);
  }
});

test('a key with one wrong character is rejected without a database query', () => {
  const { secret } = newApiKey('live');
  for (let at = 0; at < secret.length; at += 1) {
    const other = secret[at] === 'a' ? 'b' : 'a';
    expect(readApiKey(secret.slice(0, at) + other + secret.slice(at + 1))).toBeUndefined();
  }
  expect(readApiKey('')).toBeUndefined();
  expect(readApiKey(` ${secret}`)).toBeUndefined();
});
