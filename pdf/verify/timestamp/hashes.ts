import { expectTag, MalformedDer, readChildren, readObjectIdentifier } from '../read-der.ts';
import type { DerElement } from '../read-der.ts';

/** Hashes permitted for timestamps (L-25, ETSI TS 119 312), by their WebCrypto names. */
export type HashName = 'SHA-256' | 'SHA-384' | 'SHA-512';

const hashes: ReadonlyMap<string, HashName> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'SHA-256'],
  ['2.16.840.1.101.3.4.2.2', 'SHA-384'],
  ['2.16.840.1.101.3.4.2.3', 'SHA-512'],
]);

/** Returns the object identifier of a hash in dotted form. */
export function hashIdentifier(name: HashName): string {
  for (const [dotted, hash] of hashes) if (hash === name) return dotted;
  throw new Error(`no hash ${name}`);
}

/**
 * Reads an AlgorithmIdentifier with absent or NULL parameters (RFC 5754, 2). Throws `MalformedDer` for any
 * other.
 */
export function readHashAlgorithm(identifier: DerElement | undefined): HashName {
  const [id, parameters] = readChildren(expectTag(identifier, 0x30), 1, 2);
  const hash = hashes.get(readObjectIdentifier(id));
  if (hash === undefined) throw new MalformedDer('hash not allowed');
  if (parameters !== undefined && parameters.bytes.join() !== '5,0') throw new MalformedDer('parameters');
  return hash;
}

export async function digest(hash: HashName | 'SHA-1', bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await globalThis.crypto.subtle.digest(hash, Uint8Array.from(bytes)));
}
