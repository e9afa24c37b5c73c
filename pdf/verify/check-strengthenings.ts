import { join } from './read-objects.ts';
import type { Certificate } from './read-certificate.ts';
import type { SealProblem } from './seal-problem.ts';
import type { Strengthening } from './strengthen/read-strengthenings.ts';
import { checkTimestamp } from './timestamp/check-timestamp.ts';
import { describeTimestamp, isTooEarly } from './timestamp/describe-timestamp.ts';
import type { DescribedTimestamp } from './timestamp/describe-timestamp.ts';

export type CheckedStrengthenings = {
  /** Of those that hold, in their order. */
  readonly timestamps: readonly DescribedTimestamp[];
  readonly crls: readonly Uint8Array[];
  /** The first one that does not hold, and why; from `begins` on the file was changed. */
  readonly broken: { readonly begins: number; readonly problem: SealProblem } | undefined;
};

/** The timestamps behind a sealed file that holds, of which `sealedAt` is the newest time so far (ms UTC). */
export async function checkStrengthenings(
  bytes: Uint8Array,
  strengthenings: readonly Strengthening[],
  sealedAt: number,
  timestampRoots: readonly Certificate[],
): Promise<CheckedStrengthenings> {
  const timestamps: DescribedTimestamp[] = [];
  const crls: Uint8Array[] = [];
  for (const one of strengthenings) {
    const stamp = await readStamp(bytes, one, timestamps.at(-1)?.at ?? sealedAt, timestampRoots);
    if (typeof stamp === 'string')
      return { timestamps, crls, broken: { begins: one.begins, problem: stamp } };
    timestamps.push(stamp);
    crls.push(...one.crls);
  }
  return { timestamps, crls, broken: undefined };
}

async function readStamp(
  bytes: Uint8Array,
  { ends, gap, token }: Strengthening,
  before: number,
  timestampRoots: readonly Certificate[],
): Promise<DescribedTimestamp | SealProblem> {
  const covered = join([bytes.subarray(0, gap.start), bytes.subarray(gap.end, ends)]);
  const stamp = await describeTimestamp(await checkTimestamp(token, covered, timestampRoots), 'document');
  return typeof stamp === 'object' && isTooEarly(stamp.at, before) ? 'timestamp-order' : stamp;
}
