import { checkSignature } from '../check-signature.ts';
import type { Certificate } from '../read-certificate.ts';
import { sameBytes } from '../bytes.ts';
import { toHex } from '../bytes.ts';
import type { RevocationList } from './read-crl.ts';

/** Revocation status of a certificate at a given time; `unknown` without a list. */
export type Status = 'good' | 'revoked' | 'unknown';

/**
 * Revocation reasons that leave earlier signatures valid (RFC 3161, 4). With any other, the key may have been
 * stolen.
 */
const harmless: ReadonlySet<number | undefined> = new Set([0, 3, 4, 5]);

/** Returns true if this certificate signed the list and is allowed to sign lists. */
export async function isListOfIssuer(list: RevocationList, issuer: Certificate): Promise<boolean> {
  const { keyUsage, isAuthority, publicKey, subject } = issuer;
  const may = isAuthority && (keyUsage === undefined || keyUsage.has(6)) && sameBytes(subject, list.issuer);
  return may && (await checkSignature(publicKey, list.algorithm, list.signature, list.signedPart));
}

/**
 * Returns the status of all certificates of a path (leaf first, root last), except the root, at the time `at`
 * (ms UTC). A list counts if it is current at that time and was issued before the certificate expired, because
 * later lists omit expired certificates. If a timestamp authority lost its key, its earlier signatures are as
 * doubtful as later ones (RFC 3161, 4).
 */
export async function statusOf(
  path: readonly Certificate[],
  lists: readonly RevocationList[],
  at: number,
  role: 'seal' | 'timestamp',
): Promise<Status> {
  let whole: Status = 'good';
  for (const [index, certificate] of path.slice(0, -1).entries()) {
    const own = await ofOne(certificate, path[index + 1]!, lists, at, role);
    if (own === 'revoked') return 'revoked';
    if (own === 'unknown') whole = 'unknown';
  }
  return whole;
}

/** Reason for a certificate on hold, which may be released later (RFC 5280, 5.3.1). */
const hold = 6;

/**
 * Returns true if a list reports any certificate of a path, except the root, as revoked at any time. Used for a
 * seal without a proven time, because the holder of a stolen key can choose any date. Expired lists count too,
 * except for certificates on hold. `now` is in ms UTC.
 */
export async function isWithdrawn(
  path: readonly Certificate[],
  lists: readonly RevocationList[],
  now: number,
): Promise<boolean> {
  for (const [index, certificate] of path.slice(0, -1).entries()) {
    for (const { revoked, nextUpdate = now } of await listsFor(certificate, path[index + 1]!, lists)) {
      const entry = revoked.get(toHex(certificate.serial));
      if (entry && (entry.reason !== hold || nextUpdate >= now)) return true;
    }
  }
  return false;
}

async function ofOne(
  certificate: Certificate,
  issuer: Certificate,
  lists: readonly RevocationList[],
  at: number,
  role: 'seal' | 'timestamp',
): Promise<Status> {
  let status: Status = 'unknown';
  for (const list of await listsFor(certificate, issuer, lists)) {
    const entry = list.revoked.get(toHex(certificate.serial));
    if (entry) {
      const isSaved = entry.at > at && (role === 'seal' || harmless.has(entry.reason));
      if (!isSaved) return 'revoked';
    }
    const isFresh = list.nextUpdate !== undefined && list.nextUpdate >= at;
    const knowsIt =
      list.thisUpdate <= certificate.notAfter || (list.keepsSince ?? Infinity) <= certificate.notAfter;
    if (isFresh && knowsIt) status = 'good';
  }
  return status;
}

/** Returns the complete lists signed by the issuer of this certificate. */
async function listsFor(
  certificate: Certificate,
  issuer: Certificate,
  lists: readonly RevocationList[],
): Promise<RevocationList[]> {
  const own: RevocationList[] = [];
  for (const list of lists) {
    if (!list.isPlain || !sameBytes(list.issuer, certificate.issuer)) continue;
    if (await isListOfIssuer(list, issuer)) own.push(list);
  }
  return own;
}
