import { expect, test } from 'vitest';
import { trustedWith } from './use-served-roots.ts';

const root = [Uint8Array.of(1)];

test('no seal is genuine under a root without its revocation list or without log keys', () => {
  const [list, keys] = [{ data: [Uint8Array.of(2)] }, { data: [{ key: 'a' }] }];
  expect(trustedWith({ data: root }, { data: undefined }, keys)).toEqual([]);
  expect(trustedWith({ data: root }, list, { data: undefined })).toEqual([]);
  expect(trustedWith({ data: undefined }, { data: [] }, keys)).toEqual([]);
  // Covers the empty list of an authority that publishes it elsewhere, and a list of this installation.
  expect(trustedWith({ data: root }, { data: [] }, keys)).toBe(root);
  expect(trustedWith({ data: root }, list, keys)).toBe(root);
});
