import { checkSignature, readSignatureAlgorithm } from '../check-signature.ts';
import type { SignatureAlgorithm } from '../check-signature.ts';
import { readCertificate } from '../read-certificate.ts';
import type { Certificate } from '../read-certificate.ts';
import { sameBytes } from '../bytes.ts';
import { MalformedDer, readElement } from '../read-der.ts';
import { writeTimestamp } from './write-timestamp.ts';
import { buildChain, isInOrder, isSelfIssued, canTimestamp } from '../trust-chain.ts';
import type { Chain } from '../trust-chain.ts';
import { digest } from './hashes.ts';
import { readTimestamp } from './read-timestamp.ts';
import type { Timestamp } from './read-timestamp.ts';

/** Codes of reasons why a token proves nothing. */
export type TimestampProblem =
  | 'timestamp-unreadable'
  /** The timestamp covers bytes other than the expected ones. */
  | 'timestamp-of-other'
  | 'timestamp-signature-wrong'
  /**
   * The certificate is not the one that the token names, is not for timestamps, or was not valid at the time of
   * the timestamp.
   */
  | 'timestamp-certificate'
  /** The token is not in the canonical form in which tokens are stored. */
  | 'timestamp-spelling'
  /** The timestamp is earlier than the time in the content that it covers. */
  | 'timestamp-order';

export type CheckedTimestamp = {
  readonly problem: TimestampProblem | undefined;
  /** Undefined if the token cannot be read. */
  readonly timestamp: Timestamp | undefined;
  readonly chain: Chain | undefined;
};

/**
 * Verifies a token over `covered` (the concatenated parts). Trust in the authority is reported separately as
 * `chain.trusted`, based on `roots`. Uses only WebCrypto.
 */
export async function checkTimestamp(
  token: Uint8Array,
  covered: Uint8Array,
  roots: readonly Certificate[],
): Promise<CheckedTimestamp> {
  try {
    const timestamp = readTimestamp(token);
    const certificates = timestamp.certificates.map(readCertificate);
    const judged = await judge(timestamp, certificates, covered);
    const [leaf] = certificates;
    if (judged || leaf === undefined)
      return { problem: judged ?? 'timestamp-certificate', timestamp, chain: undefined };
    const problem = await spellingProblem(token, timestamp, certificates);
    const { path, trusted } = await buildChain(leaf, certificates, roots, timestamp.at, 'timestamp');
    // A root with the same name and key but different bytes is not the one in the token.
    const isIts = path.every(({ bytes }, at) =>
      sameBytes(bytes, certificates[at]?.bytes ?? new Uint8Array()),
    );
    return { problem, timestamp, chain: { path: certificates, trusted: trusted && isIts } };
  } catch (error) {
    if (!(error instanceof MalformedDer)) throw error;
    return { problem: 'timestamp-unreadable', timestamp: undefined, chain: undefined };
  }
}

/** Returns the first problem of a received token in any encoding. `certificates` begin with the authority's certificate. */
export async function judge(
  timestamp: Timestamp,
  certificates: readonly Certificate[],
  covered: Uint8Array,
): Promise<TimestampProblem | undefined> {
  const { imprint, info, digestHash, messageDigest, signedAttributes, signature } = timestamp;
  if (!sameBytes(await digest(imprint.hash, covered), imprint.digest)) return 'timestamp-of-other';
  const [leaf] = certificates;
  if (leaf === undefined || !(await isNamed(leaf, timestamp))) return 'timestamp-certificate';
  const inTime = leaf.notBefore <= timestamp.at && timestamp.at <= leaf.notAfter;
  if (!inTime || !canTimestamp(leaf) || leaf.unknownCritical.length > 0) return 'timestamp-certificate';
  if (!sameBytes(await digest(digestHash, info), messageDigest)) return 'timestamp-signature-wrong';
  const algorithm = algorithmOf(timestamp);
  const holds = await checkSignature(leaf.publicKey, algorithm, signature, signedAttributes);
  return holds ? undefined : 'timestamp-signature-wrong';
}

/**
 * If the signature algorithm does not include a hash, the hash in the attributes is used. Otherwise both must
 * match.
 */
function algorithmOf({ signatureAlgorithm, digestHash }: Timestamp): SignatureAlgorithm {
  const algorithm = readSignatureAlgorithm(readElement(signatureAlgorithm));
  const length = digestHash.slice(4);
  if (algorithm === 'rsa-unnamed-hash') return `rsa-sha${length}` as SignatureAlgorithm;
  if (!algorithm.endsWith(length)) throw new MalformedDer('two hashes');
  return algorithm;
}

export async function isNamed(leaf: Certificate, { issuer, serial, namedBy }: Timestamp): Promise<boolean> {
  if (!sameBytes(leaf.issuer, issuer) || !sameBytes(leaf.serial, serial)) return false;
  for (const { hash, digest: named } of namedBy) {
    if (!sameBytes(await digest(hash, leaf.bytes), named)) return false;
  }
  return true;
}

async function isSelfSigned(root: Certificate): Promise<boolean> {
  const { publicKey, algorithm, signature, signedPart } = root;
  return isSelfIssued(root) && checkSignature(publicKey, algorithm, signature, signedPart);
}

/** Requires that the certificates are exactly the path to a root, and that the token is in the stored form. */
async function spellingProblem(
  token: Uint8Array,
  timestamp: Timestamp,
  certificates: readonly Certificate[],
): Promise<TimestampProblem | undefined> {
  const last = certificates.at(-1);
  const isPath = last !== undefined && (await isSelfSigned(last)) && (await isInOrder(certificates));
  if (!isPath) return 'timestamp-certificate';
  const bytes = certificates.map((certificate) => certificate.bytes);
  const same = sameBytes(writeTimestamp(timestamp, bytes, certificates[0]!.publicKey), token);
  return same ? undefined : 'timestamp-spelling';
}
