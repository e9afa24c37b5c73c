import { expect, test } from 'vitest';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { sequence } from '../verify/canonical-der/der.ts';
import { readBer } from './read-ber.ts';
import { isNamed, nameOf, partsOf } from './read-signer.ts';

test('a signer is identified by issuer and serial number, because other authorities use the same numbers', async () => {
  const [acme, bistro] = await Promise.all(
    ['Acme', 'Bistro'].map(async (organization) => {
      const { chain } = await makeSealChain({ organization });
      return readBer(chain[0]!);
    }),
  );
  const [serial, , issuer] = partsOf(acme!);
  const otherIssuer = partsOf(bistro!)[2];
  expect(nameOf(acme!)).toBe('Acme Document Seal');
  expect(isNamed(acme!, readBer(sequence(issuer!.bytes, serial!.bytes)))).toBe(true);
  expect(isNamed(acme!, readBer(sequence(otherIssuer!.bytes, serial!.bytes)))).toBe(false);
  expect(isNamed(bistro!, readBer(sequence(issuer!.bytes, serial!.bytes)))).toBe(false);
});
