import { expect, test } from 'vitest';
import { documentPaths } from '#contract/paths.ts';
import { withAddresses } from './inline-paths.ts';

test('an address of the contract is written in place of its name', () => {
  const [name, address] = Object.entries(documentPaths)[0]!;
  expect(withAddresses(`load(documentPaths.${name}, {})`)).toBe(`load(${JSON.stringify(address)}, {})`);
});

test('other names are kept', () => {
  for (const code of ['paths.readDocument', 'documentPaths.unknown', 'wishPaths.length', '(documentPaths)'])
    expect(withAddresses(code)).toBe(code);
});
