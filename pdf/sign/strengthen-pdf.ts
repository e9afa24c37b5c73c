import { join } from '../verify/read-objects.ts';
import { layStrengthening, toHex } from '../verify/strengthen/lay-strengthening.ts';
import type { Timestamps } from './seal-pdf.ts';

export type ToStrengthen = {
  /** A sealed file, strengthened already or not. */
  readonly pdf: Uint8Array;
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly timestamps: Timestamps;
};

/**
 * The revision that strengthens a sealed file by a timestamp over all of it, and by what is needed to judge it later;
 * undefined when nobody gives a timestamp. The file itself stays as it is: the revision comes behind it.
 */
export async function strengthenPdf({
  pdf,
  timestamps,
  ...lists
}: ToStrengthen): Promise<Uint8Array | undefined> {
  let room = timestamps.tokenBytes;
  for (let tries = 2; tries > 0; tries -= 1) {
    const { revision, gap } = await layStrengthening(pdf, { ...lists, room });
    const covered = join([pdf, revision.subarray(0, gap.start), revision.subarray(gap.end)]);
    const token = await timestamps.stamp(covered);
    if (token === undefined) return undefined;
    if (token.length <= room) {
      revision.set(Buffer.from(toHex(token), 'latin1'), gap.start + 1);
      return revision;
    }
    room = token.length + 256;
  }
  return undefined;
}
