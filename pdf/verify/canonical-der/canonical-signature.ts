import { readKeyKind } from '../check-signature.ts';
import { readChildren, readElement, readUnsigned } from '../read-der.ts';
import { integer, sequence } from './der.ts';

/**
 * Returns the canonical form of a signature. With ECDSA, (r, n − s) is valid whenever (r, s) is, and anyone can
 * convert one into the other. A seal contains the one with the lower s. RSA signatures are already canonical.
 * `publicKey` is a DER SubjectPublicKeyInfo, under which `signature` must be valid.
 */
export function canonicalSignature(signature: Uint8Array, publicKey: Uint8Array): Uint8Array {
  const kind = readKeyKind(publicKey);
  if (kind?.family !== 'ecdsa') return signature;
  const [r = new Uint8Array(), s = new Uint8Array()] = readChildren(readElement(signature, 0x30), 2).map(
    readUnsigned,
  );
  const value = toNumber(s);
  const lower = value * 2n > kind.order ? toBytes(kind.order - value, kind.bytes) : s;
  return sequence(integer(r), integer(lower));
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

function toBytes(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => Number((value >> BigInt(8 * (length - 1 - at))) & 0xffn));
}
