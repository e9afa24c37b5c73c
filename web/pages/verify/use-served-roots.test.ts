import { expect, test } from 'vitest';
import { trustedWith } from './use-served-roots.ts';

const root = [Uint8Array.of(1)];

test('a root that came without its list of withdrawn certificates makes no seal genuine', () => {
  expect(trustedWith({ data: root }, { data: undefined })).toEqual([]);
  expect(trustedWith({ data: undefined }, { data: [] })).toEqual([]);
  // With the empty list of an authority that gives its list elsewhere, and with one of ours.
  expect(trustedWith({ data: root }, { data: [] })).toBe(root);
  expect(trustedWith({ data: root }, { data: [Uint8Array.of(2)] })).toBe(root);
});
