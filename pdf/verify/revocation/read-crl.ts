import { readSignatureAlgorithm, type SignatureAlgorithm } from '../check-signature.ts';
import {
  expectTag,
  MalformedDer,
  readBoolean,
  readChildren,
  readElement,
  readObjectIdentifier,
  readTime,
  readUnsigned,
} from '../read-der.ts';
import type { DerElement } from '../read-der.ts';
import { toHex } from '../bytes.ts';

/**
 * The parts of a certificate revocation list (RFC 5280, 5.1) that are used. Byte fields contain the original
 * DER.
 */
export type RevocationList = {
  readonly issuer: Uint8Array;
  /** Time of issue in ms UTC. */
  readonly thisUpdate: number;
  readonly nextUpdate: number | undefined;
  /** Revoked certificates by serial number in hexadecimal. */
  readonly revoked: ReadonlyMap<string, { readonly at: number; readonly reason: number | undefined }>;
  /** True if the list contains nothing unsupported, so that it applies to all certificates of its issuer. */
  readonly isPlain: boolean;
  /** Time in ms UTC. The list still includes certificates that expired at this time or later. */
  readonly keepsSince: number | undefined;
  readonly signedPart: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
  readonly signature: Uint8Array;
};

/** Parses a revocation list. Throws `MalformedDer` for anything else. */
export function readCrl(der: Uint8Array): RevocationList {
  const [signedPart, outer, signature] = readChildren(readElement(der, 0x30), 3);
  const [version, inner, issuer, thisUpdate, ...rest] = readChildren(expectTag(signedPart, 0x30));
  if (readUnsigned(version).join() !== '1') throw new MalformedDer('version of the list');
  const algorithm = readSignatureAlgorithm(outer);
  const isSame = algorithm === readSignatureAlgorithm(inner);
  if (!isSame || algorithm === 'rsa-unnamed-hash') throw new MalformedDer('algorithm of the list');
  const next = rest.find(({ tag }) => tag === 0x17 || tag === 0x18);
  const entries = rest.find(({ tag }) => tag === 0x30);
  const extensions = rest.find(({ tag }) => tag === 0xa0);
  const bits = expectTag(signature, 0x03).content;
  if (bits[0] !== 0) throw new MalformedDer('signature bits');
  return {
    issuer: expectTag(issuer, 0x30).bytes,
    thisUpdate: readTime(thisUpdate),
    nextUpdate: next && readTime(next),
    revoked: new Map((entries ? readChildren(entries) : []).map(readEntry)),
    ...readExtensions(extensions),
    signedPart: expectTag(signedPart, 0x30).bytes,
    algorithm,
    signature: bits.subarray(1),
  };
}

function readEntry(entry: DerElement): [string, { at: number; reason: number | undefined }] {
  const [serial, at, extensions] = readChildren(expectTag(entry, 0x30), 2, 3);
  let reason: number | undefined;
  for (const extension of extensions ? readChildren(extensions) : []) {
    const [id, ...values] = readChildren(extension, 2, 3);
    const value = expectTag(values.at(-1), 0x04).content;
    if (readObjectIdentifier(id) === '2.5.29.21') reason = readElement(value, 0x0a).content[0];
    else if (values.length === 2 && readBoolean(values[0])) throw new MalformedDer('an unknown entry');
  }
  return [toHex(readUnsigned(serial)), { at: readTime(at), reason }];
}

/** Partial lists and delta lists are marked by a critical extension. */
function readExtensions(field: DerElement | undefined): Pick<RevocationList, 'isPlain' | 'keepsSince'> {
  let keepsSince: number | undefined;
  let isPlain = true;
  for (const extension of field ? readChildren(readElement(field.content, 0x30)) : []) {
    const [id, ...values] = readChildren(expectTag(extension, 0x30), 2, 3);
    const name = readObjectIdentifier(id);
    if (values.length === 2 && readBoolean(values[0])) isPlain = false;
    if (name === '2.5.29.60')
      keepsSince = readTime(readElement(expectTag(values.at(-1), 0x04).content, 0x18));
  }
  return { isPlain, keepsSince };
}
