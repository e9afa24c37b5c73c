import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Sha256 } from './sha256.ts';

const bytes = Uint8Array.from({ length: 1000 }, (_, at) => (at * 7919) & 0xff);
const expected = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

test('the digest of parts equals the digest of the whole', () => {
  for (let length = 0; length <= 300; length += 1) {
    const [first, second] = [Math.floor(length / 3), Math.floor(length / 2)];
    const hash = new Sha256().update(bytes.subarray(0, first)).update(bytes.subarray(first, second));
    const copy = hash.copy().update(bytes.subarray(500));
    hash.update(bytes.subarray(second, length));
    expect(Buffer.from(hash.digest()).toString('hex'), `${length} bytes`).toBe(
      expected(bytes.subarray(0, length)),
    );
    expect(Buffer.from(copy.digest()).toString('hex')).toBe(
      expected(Buffer.concat([bytes.subarray(0, second), bytes.subarray(500)])),
    );
  }
});
