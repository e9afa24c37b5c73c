import { describe, expect, test } from 'vitest';
import { isProfileFor } from './icc-profile.ts';

type Wanted = { space?: string; magic?: string; tags?: string[]; size?: number; length?: number };

/** Returns a profile with its header and tag table; each tag is twelve bytes after the table. */
function profile({
  space = 'GRAY',
  magic = 'acsp',
  tags = ['kTRC'],
  size,
  length = 12,
}: Wanted = {}): Uint8Array {
  const whole = 132 + tags.length * 24;
  const bytes = Buffer.alloc(whole);
  bytes.writeUInt32BE(size ?? whole, 0);
  bytes.writeUInt8(2, 8);
  bytes.write(space, 16, 'latin1');
  bytes.write('XYZ ', 20, 'latin1');
  bytes.write(magic, 36, 'latin1');
  bytes.writeUInt32BE(tags.length, 128);
  tags.forEach((tag, at) => {
    bytes.write(tag, 132 + at * 12, 'latin1');
    bytes.writeUInt32BE(132 + tags.length * 12 + at * 12, 136 + at * 12);
    bytes.writeUInt32BE(length, 140 + at * 12);
  });
  return bytes;
}

const rgb = ['rTRC', 'gTRC', 'bTRC', 'rXYZ', 'gXYZ', 'bXYZ'];

describe('an ICC profile is used', () => {
  test.each<[string, Uint8Array, number, boolean]>([
    ['that is sound', profile(), 1, true],
    ['of a matrix and curves', profile({ space: 'RGB ', tags: rgb }), 3, true],
    ['of tables', profile({ space: 'CMYK', tags: ['A2B0'] }), 4, true],
    ['not for colors of another count', profile(), 3, false],
    ['not without the mark of the format', profile({ magic: 'xxxx' }), 1, false],
    ['not when it is longer than its data', profile({ size: 999 }), 1, false],
    ['not when a tag is behind its end', profile({ length: 999 }), 1, false],
    ['not without what converts colors', profile({ space: 'RGB ', tags: ['rTRC'] }), 3, false],
    ['not when it is none', Buffer.from('bogus'), 1, false],
  ])('%s', (_, bytes, components, used) => {
    expect(isProfileFor(bytes, components)).toBe(used);
  });
});
