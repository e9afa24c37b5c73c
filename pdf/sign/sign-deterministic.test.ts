import { createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { integer, sequence } from '../verify/canonical-der/der.ts';
import { signP256 } from './sign-deterministic.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const url = (text: string): string => hex(text).toString('base64url');

/** The key from RFC 6979, A.2.5. */
const key = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    d: url('C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721'),
    x: url('60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6'),
    y: url('7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299'),
  },
});

test.each([
  [
    'sample',
    'EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716',
    'F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8',
  ],
  [
    'test',
    'F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367',
    '019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083',
  ],
])('the message %j has the signature given in the RFC', (message, r, s) => {
  const wanted = sequence(integer(hex(r)), integer(hex(s)));
  expect(Buffer.from(signP256(Buffer.from(message), key))).toEqual(Buffer.from(wanted));
});

test('any key signs any message deterministically', () => {
  for (let round = 0; round < 20; round += 1) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const message = Buffer.from(`lease ${round}`);
    const signature = signP256(message, privateKey);
    expect(verify('sha256', message, createPublicKey(privateKey), signature)).toBe(true);
    expect(Buffer.from(signP256(message, privateKey))).toEqual(Buffer.from(signature));
  }
});

test('refuses a key on a different curve', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  expect(() => signP256(Buffer.from('lease'), privateKey)).toThrow('P-256');
});
