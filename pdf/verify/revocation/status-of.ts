import { checkSignature } from '../check-signature.ts';
import type { Certificate } from '../read-certificate.ts';
import { sameBytes } from '../read-der.ts';
import { hexOf } from './read-crl.ts';
import type { RevocationList } from './read-crl.ts';

/** Whether a certificate had been withdrawn at a moment; `unknown` where no list says so. */
export type Status = 'good' | 'revoked' | 'unknown';

/** Reasons after which what was signed before stays good (RFC 3161, 4): any other may mean that the key was stolen. */
const harmless: ReadonlySet<number | undefined> = new Set([0, 3, 4, 5]);

/** Whether this list was signed by this certificate, and may be. */
export async function isOf(list: RevocationList, issuer: Certificate): Promise<boolean> {
  const { keyUsage, isAuthority, publicKey, subject } = issuer;
  const may = isAuthority && (keyUsage === undefined || keyUsage.has(6)) && sameBytes(subject, list.issuer);
  return may && (await checkSignature(publicKey, list.algorithm, list.signature, list.signedPart));
}

/**
 * Of a path, the certificate first and the root last, whether all but the root stood at `at` (ms UTC). A list counts
 * while it is fresh at that time, and while the certificate was not over yet when it was made: later ones leave it out.
 * Signatures that an authority for time made before it lost its key are as doubtful as later ones (RFC 3161, 4).
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

/** Held for a while, and perhaps given free again (RFC 5280, 5.3.1). */
const hold = 6;

/**
 * Whether a list says of any but the root of a path that it was withdrawn, whenever that was: for a seal whose time nobody
 * proves, since whoever holds a stolen key dates as they like. A list stays true of that when it is over, but for what was
 * only held. `now` is ms UTC.
 */
export async function isWithdrawn(
  path: readonly Certificate[],
  lists: readonly RevocationList[],
  now: number,
): Promise<boolean> {
  for (const [index, certificate] of path.slice(0, -1).entries()) {
    for (const { revoked, nextUpdate = now } of await listsFor(certificate, path[index + 1]!, lists)) {
      const entry = revoked.get(hexOf(certificate.serial));
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
    const entry = list.revoked.get(hexOf(certificate.serial));
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

/** Those that speak of this certificate: whole lists that its issuer signed. */
async function listsFor(
  certificate: Certificate,
  issuer: Certificate,
  lists: readonly RevocationList[],
): Promise<RevocationList[]> {
  const own: RevocationList[] = [];
  for (const list of lists) {
    if (!list.isPlain || !sameBytes(list.issuer, certificate.issuer)) continue;
    if (await isOf(list, issuer)) own.push(list);
  }
  return own;
}
