import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deriveSecret } from './secret-key.ts';
import { linkToken, newLinkId, readLinkToken } from './signing-link.ts';

const linkKey = Buffer.from('a key for signing links, 32 bytes');
const id = Buffer.from('00112233445566778899aabbccddeeff', 'hex').toString('base64url');
const token = linkToken(linkKey, id);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a genuine signing link', () => {
  test('the link contains its id', () => {
    expect(readLinkToken(linkKey, token)).toBe(id);
    for (let time = 0; time < 50; time += 1) {
      const linkId = newLinkId();
      expect(readLinkToken(linkKey, linkToken(linkKey, linkId))).toBe(linkId);
    }
  });

  test('the link is always the same for the same id', () => {
    expect(linkToken(linkKey, id)).toBe(token);
    expect(token).toMatch(/^[A-Za-z0-9_-]{54}$/);
  });

  test('the link has an id of 128 random bits', () => {
    const ids = new Set(Array.from({ length: 1000 }, newLinkId));
    expect(ids.size).toBe(1000);
    for (const one of ids) expect(Buffer.from(one, 'base64url')).toHaveLength(16);
  });
});

describe('links forged by Mallory', () => {
  const bytes = Buffer.from(token, 'base64url');
  const otherId = newLinkId();

  test.each([
    ['omits it', ''],
    ['knows only the id', id],
    [
      'uses the id followed by zeros',
      Buffer.concat([bytes.subarray(0, 16), Buffer.alloc(24)]).toString('base64url'),
    ],
    ['guesses the rest', Buffer.concat([bytes.subarray(0, 16), randomBytes(24)]).toString('base64url')],
    ['makes it with another key', linkToken(Buffer.from('another key that Mallory made up'), id)],
    ['makes it with an empty key', linkToken(Buffer.alloc(0), id)],
    [
      'makes it with a plain HMAC of the id',
      Buffer.concat([bytes.subarray(0, 16), plainMac()]).toString('base64url'),
    ],
    [
      'uses the proof of another link',
      Buffer.concat([Buffer.from(otherId, 'base64url'), bytes.subarray(16)]).toString('base64url'),
    ],
    ['removes the last character', token.slice(0, -1)],
    ['removes half of it', token.slice(0, 27)],
    ['adds a character', `${token}A`],
    ['adds padding', `${token}==`],
    ['adds a line break', `${token}\n`],
    ['adds a leading space', ` ${token}`],
    ['swaps upper and lower case', swapCase(token)],
    ['uses the standard base64 alphabet', `${token.slice(0, -2)}+/`],
    ['sends a very long token', token.repeat(20_000)],
  ])('links are rejected if Mallory %s', (_, forged) =>
    expect(readLinkToken(linkKey, forged)).toBeUndefined(),
  );

  test('forged links are rejected if any one character differs', () => {
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const forged = token.slice(0, at) + other + token.slice(at + 1);
      expect(readLinkToken(linkKey, forged), `character ${at}`).toBeUndefined();
    }
  });

  test('links are rejected in other encodings of the same bytes: the last character’s spare bits must be zero', () => {
    const ways = [...alphabet].map((last) => token.slice(0, -1) + last);
    const same = ways.filter((way) => Buffer.from(way, 'base64url').equals(bytes));
    expect(same.length).toBeGreaterThan(1); // without other encodings, the test would prove nothing
    expect(ways.filter((way) => readLinkToken(linkKey, way) !== undefined)).toEqual([token]);
  });

  test('links are rejected if made with another derived key of the same secret', () => {
    const secret = Buffer.alloc(32, 7);
    const made = linkToken(deriveSecret(secret, 'provider cookies'), id);
    expect(readLinkToken(deriveSecret(secret, 'signing link'), made)).toBeUndefined();
    expect(
      readLinkToken(
        deriveSecret(secret, 'signing link'),
        linkToken(deriveSecret(secret, 'signing link'), id),
      ),
    ).toBe(id);
  });
});

function plainMac(): Buffer {
  return createHmac('sha256', linkKey).update(Buffer.from(id, 'base64url')).digest().subarray(0, 24);
}

function swapCase(text: string): string {
  return [...text].map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join('');
}
