import { issueCrl, type CrlRequest } from '#pdf/sign/issue-crl.ts';
import { augmentSeal } from '#pdf/sign/augment-seal.ts';
import { saveTimestampToken } from './keep-token.ts';
import type { TestSealer } from './seal-chain.ts';
import type { TestAuthority } from './timestamp-authority.ts';

const [minute, day] = [60_000, 86_400_000];

export type Revoked = NonNullable<CrlRequest['revoked']>;

/**
 * Returns the revocation lists of the seal's root and of an authority's root, issued at this time (ms UTC).
 */
export async function listsAt(
  at: number,
  { key, of, revoked = [] }: { key: TestSealer; of: TestAuthority; revoked?: Revoked },
): Promise<Uint8Array[]> {
  const life = { thisUpdate: at - minute, nextUpdate: at + 7 * day };
  return [
    await issueCrl({ issuer: key.root, issuerKey: key.rootKey, ...life, revoked }),
    await issueCrl({ issuer: of.root, issuerKey: of.rootKey, ...life }),
  ];
}

/** Returns the file with these lists and the authority's document timestamp appended. */
export async function augmented(
  pdf: Uint8Array,
  at: number,
  by: TestAuthority,
  crls: readonly Uint8Array[] = [],
): Promise<Uint8Array> {
  const timestamps = { tokenBytes: 1500, stamp: (bytes: Uint8Array) => saveTimestampToken(by, bytes, at) };
  return Buffer.concat([pdf, (await augmentSeal({ pdf, certificates: [], crls, timestamps }))!]);
}
