import { checkSignature } from './check-signature.ts';
import type { RevocationList } from './revocation/read-crl.ts';
import { isCanonicalDer } from './canonical-der/check-canonical.ts';
import { findOlderSeals, hasTraceOfSeal } from './find-older-seals.ts';
import { locateCounterseal, type Countersigned } from './countersigned/locate-counterseal.ts';
import { locateSeal } from './locate-seal.ts';
import type { LocatedSeal } from './locate-seal.ts';
import { readCertificate } from './read-certificate.ts';
import type { Certificate } from './read-certificate.ts';
import { join, sameBytes, toHex } from './bytes.ts';
import { MalformedDer } from './read-der.ts';
import { readName } from './read-name.ts';
import { readSignedData } from './read-signed-data.ts';
import type { SignedData } from './read-signed-data.ts';
import { asciiAt } from './read-value.ts';
import { checkTimestamp } from './timestamp/check-timestamp.ts';
import { describeTimestamp, isTooEarly } from './timestamp/describe-timestamp.ts';
import type { DescribedTimestamp } from './timestamp/describe-timestamp.ts';
import { readAugmentations } from './augmentation/read-augmentations.ts';

import { checkAugmentations } from './check-augmentations.ts';
import type { SealProblem } from './seal-problem.ts';
import { buildChain, isInOrder, isSelfIssued } from './trust-chain.ts';

export type SealVerdict =
  /** Every byte is as sealed, and the key is certified by a trusted root. */
  | 'sealed-unchanged'
  /** Every byte is as sealed, but the root is unknown. Anyone can create such a seal. */
  | 'sealed-by-unknown'
  /** The file begins with an intact sealed file, and more was appended. */
  | 'changed-after-sealing'
  /** The file has an invalid seal or part of a seal. */
  | 'seal-broken'
  | 'no-seal'
  | 'not-a-pdf';

export type Verification = {
  readonly verdict: SealVerdict;
  /** Time of the seal according to the signer's clock in ms UTC. */
  readonly sealedAt?: number;
  /** Names such as 'O=Harbour, CN=Harbour Document Seal', and the serial number in hexadecimal. */
  readonly signer?: { readonly subject: string; readonly issuer: string; readonly serial: string };
  /** Size in bytes of the intact sealed file at the beginning. The rest was appended. */
  readonly sealedLength?: number;
  /**
   * Size in bytes of the file as originally sealed if valid timestamps were added later, or else of the whole
   * file.
   */
  readonly originalLength?: number;
  /** Set for a file that others had signed before it was sealed. */
  readonly countersigned?: Countersigned;
  /** Certificates of the seal, starting with its own. */
  readonly certificates?: readonly Certificate[];
  /** Revocation lists in the file, whose issuers are also in the file. */
  readonly lists?: readonly RevocationList[];
  readonly chainTrusted: boolean;
  /** Valid timestamps from any authority, in chronological order. */
  readonly timestamps: readonly DescribedTimestamp[];
  readonly problems: readonly SealProblem[];
};

/**
 * Verifies the seal of a PDF strictly. Accepts only the form written by `sealPdf`, covering the file to its last
 * byte (P-07 to P-10). `roots` are the trusted certificates in DER. An unreadable root is a caller error and
 * throws. Runs in Node and in browsers, and needs only WebCrypto.
 */
export async function verifyPdf(bytes: Uint8Array, trust: Roots): Promise<Verification> {
  if (!asciiAt(bytes, 0, 5).startsWith('%PDF-')) return failed('not-a-pdf', 'not-a-pdf');
  const roots = readRoots(trust);
  const whole = await verifySealed(bytes, roots);
  if (isIntact(whole) || whole.sealedLength !== undefined) return whole;
  // Longest first, so that long-term validation data still counts as part of the file if something else was
  // appended.
  for (const length of findOlderSeals(bytes).toReversed()) {
    const older = await verifySealed(bytes.subarray(0, length), roots);
    if (isIntact(older)) {
      const problems: SealProblem[] = ['bytes-after-seal', ...older.problems];
      return { ...older, verdict: 'changed-after-sealing', sealedLength: length, problems };
    }
  }
  const [problem] = whole.problems;
  if (problem !== 'no-seal' && problem !== 'structure-unreadable') return whole;
  const damaged = hasTraceOfSeal(bytes);
  return damaged ? failed('seal-broken', 'structure-unreadable') : failed('no-seal', 'no-seal');
}

/** Trusted certificates in DER, for seals and for timestamp authorities. */
export type Roots = {
  readonly roots: readonly Uint8Array[];
  readonly timestampRoots?: readonly Uint8Array[];
};

type Anchors = { readonly seals: readonly Certificate[]; readonly timestamps: readonly Certificate[] };

function readRoots({ roots, timestampRoots = [] }: Roots): Anchors {
  return { seals: roots.map(readCertificate), timestamps: timestampRoots.map(readCertificate) };
}

function isIntact({ verdict }: Verification): boolean {
  return verdict === 'sealed-unchanged' || verdict === 'sealed-by-unknown';
}

function failed(verdict: SealVerdict, problem: SealProblem): Verification {
  return { verdict, chainTrusted: false, timestamps: [], problems: [problem] };
}

/** Verifies a file that is sealed to its last byte, including revisions with long-term validation data. */
async function verifyStanding(bytes: Uint8Array, roots: Anchors): Promise<Verification> {
  const augmented = await readAugmentations(bytes);
  if (augmented === undefined) return verifyWhole(bytes, roots);
  const sealed = await verifyWhole(bytes.subarray(0, augmented.sealedLength), roots);
  if (!isIntact(sealed)) return sealed;
  const newest = sealed.timestamps.at(-1)?.at ?? sealed.sealedAt ?? 0;
  const { augmentations, sealedLength: originalLength } = augmented;
  const known = [sealed.certificates ?? [], ...sealed.timestamps.map(({ path }) => path)].flat();
  const later = await checkAugmentations(bytes, augmentations, {
    known,
    newest,
    roots: roots.timestamps,
  });
  const timestamps = [...sealed.timestamps, ...later.timestamps];
  const whole = { ...sealed, timestamps, lists: later.lists, originalLength };
  if (later.broken === undefined) return whole;
  const { begins, problem } = later.broken;
  const problems: SealProblem[] = ['bytes-after-seal', problem, ...sealed.problems];
  return { ...whole, verdict: 'changed-after-sealing', sealedLength: begins, problems };
}

const verifySealed = async (bytes: Uint8Array, roots: Anchors): Promise<Verification> =>
  (await verifyCountersigned(bytes, roots)) ?? verifyStanding(bytes, roots);

/** Returns undefined for a file that does not have the form of a countersigned one. */
async function verifyCountersigned(bytes: Uint8Array, roots: Anchors): Promise<Verification | undefined> {
  const located = await locateCounterseal(bytes);
  if (located === undefined) return undefined;
  if ('problem' in located) return failed('seal-broken', located.problem);
  const { seals, ...countersigned } = located;
  const all = await Promise.all(seals.map((seal) => verifyLocated(seal, roots)));
  const last = all.at(-1)!;
  // The key that made the seal must have made every mark.
  const own = last.certificates?.[0]?.bytes;
  const isOwn = ({ certificates = [] }: Verification) =>
    own !== undefined && certificates[0] !== undefined && sameBytes(certificates[0].bytes, own);
  const broken = all.find((one) => !isIntact(one)) ?? (all.every(isOwn) ? undefined : other);
  if (broken) return { ...last, verdict: 'seal-broken', problems: broken.problems, countersigned };
  return { ...last, countersigned };
}

const other = failed('seal-broken', 'certificate-differs');

async function verifyLocated(seal: LocatedSeal, roots: Anchors): Promise<Verification> {
  try {
    const signed = readSignedData(seal.cms);
    return await verifySeal(seal, signed, signed.certificates.map(readCertificate), roots);
  } catch (error) {
    if (error instanceof MalformedDer) return failed('seal-broken', 'signature-unreadable');
    throw error;
  }
}

async function verifyWhole(bytes: Uint8Array, roots: Anchors): Promise<Verification> {
  const located = locateSeal(bytes);
  return 'problem' in located ? failed('seal-broken', located.problem) : verifyLocated(located.seal, roots);
}

async function verifySeal(
  seal: LocatedSeal,
  signed: SignedData,
  certificates: readonly Certificate[],
  roots: Anchors,
): Promise<Verification> {
  const [leaf] = certificates;
  if (leaf === undefined || !isNamed(leaf, signed)) return failed('seal-broken', 'certificate-differs');
  const chain = await buildChain(leaf, certificates, roots.seals, seal.sealedAt);
  const problems = await findProblems(seal, signed, leaf);
  if (!(await areNamed(certificates, signed))) problems.push('certificate-differs');
  if (!(await isInOrder(certificates))) problems.push('certificate-stray');
  if (signed.hasOtherUnsigned) problems.push('unsigned-attributes');
  const stamped =
    signed.timestamp && (await readStamp(signed.timestamp, signed.signature, seal.sealedAt, roots));
  if (typeof stamped === 'string') problems.push(stamped);
  if (problems.length === 0 && !isCanonicalDer(seal.cms, signed, certificates)) {
    problems.push('signature-spelling');
  }
  const broken = problems.length > 0;
  if (!chain.trusted) problems.push('chain-untrusted');
  return {
    verdict: broken ? 'seal-broken' : chain.trusted ? 'sealed-unchanged' : 'sealed-by-unknown',
    sealedAt: seal.sealedAt,
    signer: { subject: readName(leaf.subject), issuer: readName(leaf.issuer), serial: toHex(leaf.serial) },
    chainTrusted: chain.trusted,
    timestamps: typeof stamped === 'object' ? [stamped] : [],
    certificates,
    problems,
  };
}

/** Returns the token over the seal's signature, or why it is invalid. */
async function readStamp(
  token: Uint8Array,
  signature: Uint8Array,
  sealedAt: number,
  roots: Anchors,
): Promise<DescribedTimestamp | SealProblem> {
  const checked = await checkTimestamp(token, signature, roots.timestamps);
  const described = await describeTimestamp(checked, 'signature');
  if (typeof described === 'object' && isTooEarly(described.at, sealedAt)) return 'timestamp-order';
  return described;
}

async function findProblems(
  seal: LocatedSeal,
  signed: SignedData,
  leaf: Certificate,
): Promise<SealProblem[]> {
  const problems: SealProblem[] = [];
  const digest = seal.digest ?? (await sha256(...seal.covered));
  if (!sameBytes(digest, signed.messageDigest)) problems.push('digest-differs');
  const { algorithm, signature, signedAttributes } = signed;
  if (!(await checkSignature(leaf.publicKey, algorithm, signature, signedAttributes))) {
    problems.push('signature-wrong');
  }
  return problems;
}

function isNamed(certificate: Certificate, signed: SignedData): boolean {
  return sameBytes(certificate.issuer, signed.issuer) && sameBytes(certificate.serial, signed.serial);
}

/**
 * Returns true if the seal contains exactly the certificates that it names, in order. Seals from before
 * 2026-11-22 name only the first one, so only a root at the end shows that none is missing.
 */
async function areNamed(certificates: readonly Certificate[], signed: SignedData): Promise<boolean> {
  const { certificateHashes } = signed;
  const root = certificates.at(-1);
  const isWhole =
    certificateHashes.length === 1
      ? root !== undefined && isSelfIssued(root)
      : certificateHashes.length === certificates.length;
  const hashes = await Promise.all(certificates.map(({ bytes }) => sha256(bytes)));
  return (
    isWhole && certificateHashes.every((hash, index) => sameBytes(hash, hashes[index] ?? new Uint8Array()))
  );
}

/** WebCrypto hashes only a single buffer, so the parts are joined first. */
async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', join(parts)));
}
