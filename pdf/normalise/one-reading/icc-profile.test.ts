import { describe, expect, test } from 'vitest';
import { isProfileFor } from './icc-profile.ts';

type Wanted = { space?: string; magic?: string; tags?: string[]; size?: number; length?: number };

/** Returns a profile with its header and tag table. Each tag is twelve bytes after the table. */
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

describe('ICC profiles', () => {
  test.each<[string, Uint8Array, number, boolean]>([
    ['a valid profile is used', profile(), 1, true],
    ['a profile with a matrix and curves is used', profile({ space: 'RGB ', tags: rgb }), 3, true],
    ['a profile with tables is used', profile({ space: 'CMYK', tags: ['A2B0'] }), 4, true],
    ['a profile for another number of components is not used', profile(), 3, false],
    ['a profile without the signature of the format is not used', profile({ magic: 'xxxx' }), 1, false],
    ['a profile longer than its data is not used', profile({ size: 999 }), 1, false],
    ['a profile with a tag after its end is not used', profile({ length: 999 }), 1, false],
    [
      'a profile without tags for conversion is not used',
      profile({ space: 'RGB ', tags: ['rTRC'] }),
      3,
      false,
    ],
    ['other data are not used', Buffer.from('bogus'), 1, false],
  ])('%s', (_, bytes, components, used) => {
    expect(isProfileFor(bytes, components)).toBe(used);
  });
});
