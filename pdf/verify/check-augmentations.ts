import { join } from './bytes.ts';
import type { Certificate } from './read-certificate.ts';
import { MalformedDer } from './read-der.ts';
import { readCrl, type RevocationList } from './revocation/read-crl.ts';
import { isListOfIssuer } from './revocation/status-of.ts';
import type { SealProblem } from './seal-problem.ts';
import type { Augmentation } from './augmentation/read-augmentations.ts';
import { checkTimestamp } from './timestamp/check-timestamp.ts';
import { describeTimestamp, isTooEarly } from './timestamp/describe-timestamp.ts';
import type { DescribedTimestamp } from './timestamp/describe-timestamp.ts';

export type CheckedAugmentations = {
  /** Valid timestamps in order. */
  readonly timestamps: readonly DescribedTimestamp[];
  readonly lists: readonly RevocationList[];
  /** The first invalid timestamp and the reason. From `begins` on, the file was changed. */
  readonly broken: { readonly begins: number; readonly problem: SealProblem } | undefined;
};

/**
 * Verifies the timestamps after a valid sealed file. `newest` is the latest time in it (ms UTC). `known`
 * contains the certificates of the seal and its timestamp. `roots` are the roots of timestamp authorities.
 */
export async function checkAugmentations(
  bytes: Uint8Array,
  augmentations: readonly Augmentation[],
  { known, newest, roots }: { known: readonly Certificate[]; newest: number; roots: readonly Certificate[] },
): Promise<CheckedAugmentations> {
  const timestamps: DescribedTimestamp[] = [];
  const lists: RevocationList[] = [];
  const certificates = [...known];
  for (const one of augmentations) {
    const stamp = await readStamp(bytes, one, timestamps.at(-1)?.at ?? newest, roots);
    if (typeof stamp === 'object') certificates.push(...stamp.path);
    const own = typeof stamp === 'object' ? await readLists(one, certificates) : [];
    const problem = typeof stamp === 'string' ? stamp : own === undefined ? 'revocation-stray' : undefined;
    if (typeof stamp === 'string' || own === undefined || problem)
      return { timestamps, lists, broken: { begins: one.begins, problem: problem! } };
    timestamps.push(stamp);
    lists.push(...own);
  }
  return { timestamps, lists, broken: undefined };
}

/**
 * Returns the revocation lists added by a revision. Each must be issued by a certificate in the file. Returns
 * undefined if there is anything else, because unchecked data could contain anything.
 */
async function readLists(
  { certificates, crls }: Augmentation,
  issuers: readonly Certificate[],
): Promise<RevocationList[] | undefined> {
  if (certificates.length > 0) return undefined;
  try {
    const lists = crls.map(readCrl);
    for (const list of lists) {
      const is = await Promise.all(issuers.map((issuer) => isListOfIssuer(list, issuer)));
      if (!is.includes(true)) return undefined;
    }
    return lists;
  } catch (error) {
    if (error instanceof MalformedDer) return undefined;
    throw error;
  }
}

async function readStamp(
  bytes: Uint8Array,
  { ends, gap, token }: Augmentation,
  before: number,
  timestampRoots: readonly Certificate[],
): Promise<DescribedTimestamp | SealProblem> {
  const covered = join([bytes.subarray(0, gap.start), bytes.subarray(gap.end, ends)]);
  const stamp = await describeTimestamp(await checkTimestamp(token, covered, timestampRoots), 'document');
  return typeof stamp === 'object' && isTooEarly(stamp.at, before) ? 'timestamp-order' : stamp;
}
