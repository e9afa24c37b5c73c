import { createHash, createPublicKey } from 'node:crypto';
import { readKeyKind } from '../verify/check-signature.ts';
import { readCertificate } from '../verify/read-certificate.ts';
import { integer, sequence } from '../verify/canonical-der/der.ts';
import { canonicalSignature } from '../verify/canonical-der/canonical-signature.ts';
import type { Sealer } from './sealer.ts';
import { writeSignedAttributes, writeSignedData } from '../verify/canonical-der/signed-data.ts';
import type { CertificateName } from '../verify/canonical-der/signed-data.ts';

/**
 * Creates a detached CMS SignedData over a SHA-256 digest, at level PAdES B-B (ETSI EN 319 142-1 Table 1; L-22).
 * The signed attributes are content type, message digest and ESS signing-certificate-v2. signing-time is
 * omitted, because PAdES takes the time from /M. All certificates are included and named in the signed
 * attributes. Returns DER.
 */
export async function signDigest(digest: Uint8Array, sealer: Sealer): Promise<Uint8Array> {
  return (await sign(digest, sealer)).cms();
}

/** A signature to which a timestamp can still be added. */
export type Signed = {
  /** The data to timestamp, which is the signature value (RFC 3161, appendix A). */
  readonly signature: Uint8Array;
  /**
   * Returns the complete CMS in DER: level B-T with a timestamp token over the signature, or B-B without one.
   */
  cms(token?: Uint8Array): Uint8Array;
};

export async function sign(digest: Uint8Array, sealer: Sealer): Promise<Signed> {
  const { names, publicKey } = describeSealer(sealer);
  const attributes = writeSignedAttributes(digest, names);
  const signature = canonicalSignature(await sealer.sign(attributes), publicKey);
  return { signature, cms: (token) => writeCms(sealer, names, attributes, signature, token) };
}

/**
 * Returns the maximum size in bytes of a CMS by this sealer. The digest has a fixed size, and the certificates
 * and their names are known before the file is written. Only the signature varies, so its maximum is used: the
 * key's modulus for RSA, and two numbers of the curve's size for ECDSA. The reserved space is therefore at most
 * a few bytes too large and never too small, whatever the chain.
 */
export function MAX_CMS_BYTES(sealer: Sealer): number {
  const described = describeSealer(sealer);
  described.longest ??= measureLongest(sealer, described);
  return described.longest;
}

function measureLongest(sealer: Sealer, { names, publicKey }: Described): number {
  const attributes = writeSignedAttributes(new Uint8Array(32), names);
  return writeCms(sealer, names, attributes, maxSignatureBytes(publicKey)).length;
}

/**
 * Returns the number of bytes by which a timestamp token of this size, as an unsigned attribute, makes a CMS
 * larger (RFC 3161, appendix A). This includes the token, the 25 bytes of its attribute header, and longer
 * length encodings of the five enclosing elements.
 */
export function tokenReserve(tokenBytes: number): number {
  return tokenBytes === 0 ? 0 : tokenBytes + 64;
}

type Described = { names: CertificateName[]; publicKey: Uint8Array; longest?: number };

/**
 * Caches results by sealing certificate, because a key seals many files and its chain needs to be parsed only
 * once.
 */
const known = new WeakMap<Uint8Array, { chain: readonly Uint8Array[]; described: Described }>();

function describeSealer({ chain }: Sealer): Described {
  const [first] = chain;
  if (first === undefined) throw new Error('a sealer without a certificate');
  const before = known.get(first);
  if (before && isSame(before.chain, chain)) return before.described;
  const described = describeChain(chain);
  known.set(first, { chain: [...chain], described });
  return described;
}

const isSame = (one: readonly Uint8Array[], other: readonly Uint8Array[]): boolean =>
  one.length === other.length && one.every((certificate, at) => certificate === other[at]);

function describeChain(chain: readonly Uint8Array[]): Described {
  const certificates = chain.map(readCertificate);
  const names = certificates.map(({ bytes, issuer, serial }): CertificateName => ({
    hash: createHash('sha256').update(bytes).digest(),
    issuer,
    serial,
  }));
  return { names, publicKey: certificates[0]!.publicKey };
}

function writeCms(
  { chain, algorithm }: Sealer,
  names: readonly CertificateName[],
  attributes: Uint8Array,
  signature: Uint8Array,
  timestamp?: Uint8Array,
): Uint8Array {
  return writeSignedData({
    signer: names[0]!,
    certificates: chain,
    attributes,
    algorithm: algorithm === 'rsa-sha256' ? 'rsa-sha256' : 'ecdsa-sha256',
    signature,
    timestamp,
  });
}

/** `publicKey` is a DER SubjectPublicKeyInfo. */
function maxSignatureBytes(publicKey: Uint8Array): Uint8Array {
  const kind = readKeyKind(publicKey);
  if (kind?.family === 'ecdsa') {
    const longest = integer(new Uint8Array(kind.bytes).fill(0xff));
    return sequence(longest, longest);
  }
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  return new Uint8Array(Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8));
}
