import { expect, test } from 'vitest';
import { trustedWith } from './use-served-roots.ts';

const root = [Uint8Array.of(1)];

test('a root without its revocation list or without log keys makes no seal genuine', () => {
  const [list, keys] = [{ data: [Uint8Array.of(2)] }, { data: [{ key: 'a' }] }];
  expect(trustedWith({ data: root }, { data: undefined }, keys)).toEqual([]);
  expect(trustedWith({ data: root }, list, { data: undefined })).toEqual([]);
  expect(trustedWith({ data: undefined }, { data: [] }, keys)).toEqual([]);
  // With the empty list of an authority that publishes it elsewhere, and with one of this installation.
  expect(trustedWith({ data: root }, { data: [] }, keys)).toBe(root);
  expect(trustedWith({ data: root }, list, keys)).toBe(root);
});
