import { expect, test } from 'vitest';
import { keysValidAt, findTrustedKeys, readTrustedKeys, writeTrustedKeys } from './trusted-keys.ts';

const bytes = 'AQID'.repeat(11);
const first = { key: `sign.harbour.example/log/1+0a1b2c3d+${bytes}`, since: Date.UTC(2026, 0, 2) };
const later = { key: `sign.harbour.example/log/2+0a1b2c3e+${bytes}` };

test('a list of keys is parsed back, ignoring empty lines and comments', () => {
  const text = writeTrustedKeys([first, later]);
  expect(text).toBe(`${first.key} since 2026-01-02T00:00:00.000Z\n${later.key}\n`);
  expect(readTrustedKeys(`# keys\r\n\r\n${text}`)).toEqual([first, later]);
});

test('rejects text that is not a list of keys', () => {
  for (const text of ['', '# none', `PRIVATE+KEY+a+0a1b2c3d+${bytes}`, `${later.key} until 2026`, '{}'])
    expect(readTrustedKeys(text)).toBeUndefined();
});

test('a file that was sealed after the first known log began must be in the log', () => {
  expect(keysValidAt([first, later], first.since - 1)).toBe(false);
  expect(keysValidAt([first, later], first.since)).toBe(true);
  expect(keysValidAt([later], 0)).toBe(true);
  expect(keysValidAt([first], undefined)).toBe(true);
});

test('finds keys next to certificates in one file', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB+abcdef01+AQIDAQID\n-----END CERTIFICATE-----\n';
  expect(findTrustedKeys(`${pem}${writeTrustedKeys([first])}`)).toEqual([first]);
  expect(findTrustedKeys(pem)).toBeUndefined();
});
