import { join, toHex } from '../verify/bytes.ts';
import { writeAugmentation } from '../verify/augmentation/write-augmentation.ts';
import type { Timestamps } from './seal-pdf.ts';

export type DocumentToAugment = {
  /** A sealed file, with or without earlier long-term validation data. */
  readonly pdf: Uint8Array;
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly timestamps: Timestamps;
};

/**
 * Returns the revision that adds a timestamp over the whole sealed file and the data for validating it later.
 * Returns undefined if no timestamp is available. The revision is appended, so the file itself is unchanged.
 */
export async function augmentSeal({
  pdf,
  timestamps,
  ...lists
}: DocumentToAugment): Promise<Uint8Array | undefined> {
  let room = timestamps.tokenBytes;
  for (let tries = 2; tries > 0; tries -= 1) {
    const { revision, gap } = await writeAugmentation(pdf, { ...lists, room });
    const covered = join([pdf, revision.subarray(0, gap.start), revision.subarray(gap.end)]);
    const token = await timestamps.stamp(covered);
    if (token === undefined) return undefined;
    if (token.length <= room) {
      revision.set(Buffer.from(toHex(token).toUpperCase(), 'latin1'), gap.start + 1);
      return revision;
    }
    room = token.length + 256;
  }
  return undefined;
}
