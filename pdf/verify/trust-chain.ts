import { checkSignature } from './check-signature.ts';
import type { Certificate } from './read-certificate.ts';
import { sameBytes } from './bytes.ts';

/** Intended use of the first certificate in a chain. */
export type Purpose = 'seal' | 'timestamp';

export type Chain = {
  /** The chain from the sealing certificate upward, as far as issuers were found. */
  readonly path: readonly Certificate[];
  /** True if the path ends at a trusted root and every step of it is valid. */
  readonly trusted: boolean;
};

/**
 * Follows the issuers from `leaf` upward, through the certificates of its signature and the trusted `roots`.
 * Checks each step at the time `at` (ms UTC): signature, validity, CA flag, path length, key usage, and unknown
 * critical extensions (RFC 5280 §6.1, without policies, names and revocation).
 */
export async function buildChain(
  leaf: Certificate,
  others: readonly Certificate[],
  roots: readonly Certificate[],
  at: number,
  purpose: Purpose = 'seal',
): Promise<Chain> {
  const path = [leaf];
  let holds = mayBeUsed(leaf, at) && (purpose === 'seal' ? maySeal(leaf) : canTimestamp(leaf));
  for (let current = leaf; !isAnchor(current, roots) && !isSelfIssued(current);) {
    const issuer = await findIssuer(current, [...roots, ...others]);
    if (issuer === undefined || path.includes(issuer)) break;
    holds &&= mayBeUsed(issuer, at) && mayIssue(issuer, path.length - 1);
    path.push(issuer);
    current = issuer;
  }
  const last = path.at(-1) ?? leaf;
  return { path, trusted: holds && isAnchor(last, roots) };
}

/**
 * Returns true if each certificate was issued by the next one, and nothing follows a self-issued certificate.
 */
export async function isInOrder(certificates: readonly Certificate[]): Promise<boolean> {
  for (const [index, certificate] of certificates.slice(0, -1).entries()) {
    const next = certificates.slice(index + 1, index + 2);
    if (isSelfIssued(certificate) || (await findIssuer(certificate, next)) === undefined) return false;
  }
  return true;
}

async function findIssuer(
  certificate: Certificate,
  candidates: readonly Certificate[],
): Promise<Certificate | undefined> {
  for (const candidate of candidates) {
    if (!sameBytes(candidate.subject, certificate.issuer)) continue;
    const { algorithm, signature, signedPart } = certificate;
    if (await checkSignature(candidate.publicKey, algorithm, signature, signedPart)) return candidate;
  }
  return undefined;
}

function mayBeUsed(certificate: Certificate, at: number): boolean {
  const inTime = certificate.notBefore <= at && at <= certificate.notAfter;
  return inTime && certificate.unknownCritical.length === 0;
}

const documentUses = ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4', '2.5.29.37.0'];

/**
 * Requires digitalSignature or nonRepudiation, and an extended key usage suitable for documents, if the
 * certificate limits them.
 */
function maySeal({ keyUsage, extendedKeyUsage }: Certificate): boolean {
  const mayForKey = keyUsage === undefined || keyUsage.has(0) || keyUsage.has(1);
  return mayForKey && (extendedKeyUsage ?? documentUses).some((use) => documentUses.includes(use));
}

/** Requires timestamping as the only extended key usage, marked as critical (RFC 3161, 2.3). */
export function canTimestamp({ keyUsage, extendedKeyUsage, onlyExtendedUses }: Certificate): boolean {
  const mayForKey = keyUsage === undefined || keyUsage.has(0) || keyUsage.has(1);
  return mayForKey && onlyExtendedUses && extendedKeyUsage?.join() === '1.3.6.1.5.5.7.3.8';
}

function mayIssue(certificate: Certificate, authoritiesBelow: number): boolean {
  const { isAuthority, keyUsage, pathLength = Number.POSITIVE_INFINITY } = certificate;
  return isAuthority && (keyUsage === undefined || keyUsage.has(5)) && authoritiesBelow <= pathLength;
}

function isAnchor(certificate: Certificate, roots: readonly Certificate[]): boolean {
  return roots.some((anchor) => sameBytes(anchor.bytes, certificate.bytes));
}

export function isSelfIssued(certificate: Certificate): boolean {
  return sameBytes(certificate.issuer, certificate.subject);
}
