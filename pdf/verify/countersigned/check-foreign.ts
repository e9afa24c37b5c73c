import { childrenOf, MalformedBer, oidOf, readBer, type BerElement } from '../../signatures/read-ber.ts';
import { partsOf, type SignerInfo } from '../../signatures/read-signer.ts';

/** Hashes supported by WebCrypto, by their identifiers. */
export const digests: ReadonlyMap<string, string> = new Map([
  ['1.3.14.3.2.26', 'SHA-1'],
  ['2.16.840.1.101.3.4.2.1', 'SHA-256'],
  ['2.16.840.1.101.3.4.2.2', 'SHA-384'],
  ['2.16.840.1.101.3.4.2.3', 'SHA-512'],
]);

/** Signature algorithms that include their hash. */
const hashes: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.5', 'SHA-1'],
  ['1.2.840.113549.1.1.11', 'SHA-256'],
  ['1.2.840.113549.1.1.12', 'SHA-384'],
  ['1.2.840.113549.1.1.13', 'SHA-512'],
  ['1.2.840.10045.4.1', 'SHA-1'],
  ['1.2.840.10045.4.3.2', 'SHA-256'],
  ['1.2.840.10045.4.3.3', 'SHA-384'],
  ['1.2.840.10045.4.3.4', 'SHA-512'],
]);
const pss = '1.2.840.113549.1.1.10';
const edwards = '1.3.101.112';

/** Curves by their identifiers, with the size of their numbers in bytes. */
const curves: ReadonlyMap<string, { name: string; size: number }> = new Map([
  ['1.2.840.10045.3.1.7', { name: 'P-256', size: 32 }],
  ['1.3.132.0.34', { name: 'P-384', size: 48 }],
  ['1.3.132.0.35', { name: 'P-521', size: 66 }],
]);

/**
 * Returns whether a certificate's key made a signature over `data`. Also accepts algorithms that our own seals
 * must not use. Returns undefined if WebCrypto does not support the key or the algorithm.
 */
export async function checkForeign(
  certificate: BerElement,
  signer: SignerInfo,
  data: Uint8Array,
): Promise<boolean | undefined> {
  try {
    const key = partsOf(certificate)[5];
    const [type, curve] = childrenOf(childrenOf(key)[0]);
    const algorithm = algorithmOf(signer, curve?.tag === 0x06 ? oidOf(curve) : '');
    if (key === undefined || algorithm === undefined || families.get(oidOf(type)) !== algorithm.family)
      return undefined;
    const { parameters, size } = algorithm;
    const signature = size === undefined ? signer.signature : fixedLength(signer.signature, size);
    const { subtle } = globalThis.crypto;
    const imported = await subtle.importKey('spki', Uint8Array.from(key.bytes), parameters, false, [
      'verify',
    ]);
    return await subtle.verify(parameters, imported, Uint8Array.from(signature), Uint8Array.from(data));
  } catch (error) {
    if (error instanceof MalformedBer) return false;
    // WebCrypto throws for unsupported keys.
    return undefined;
  }
}

/** Kinds of keys by their identifiers. */
const families: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.1', 'rsa'],
  ['1.2.840.10045.2.1', 'ecdsa'],
  [edwards, 'edwards'],
]);

type Algorithm = {
  family: string;
  parameters: { name: string; hash: string; namedCurve?: string; saltLength?: number };
  size?: number;
};

function algorithmOf({ algorithm, digest }: SignerInfo, curveId: string): Algorithm | undefined {
  const [type, stated] = childrenOf(algorithm);
  const oid = oidOf(type);
  if (oid === edwards) return { family: 'edwards', parameters: { name: 'Ed25519', hash: '' } };
  if (oid === pss) {
    const salted = pssParameters(stated);
    return salted && { family: 'rsa', parameters: { name: 'RSA-PSS', ...salted } };
  }
  const hash = hashes.get(oid) ?? (families.has(oid) ? digests.get(digest) : undefined);
  if (hash === undefined) return undefined;
  if (oid.startsWith('1.2.840.113549.'))
    return { family: 'rsa', parameters: { name: 'RSASSA-PKCS1-v1_5', hash } };
  const curve = curves.get(curveId);
  return (
    curve && {
      family: 'ecdsa',
      parameters: { name: 'ECDSA', hash, namedCurve: curve.name },
      size: curve.size,
    }
  );
}

/** The defaults are SHA-1 and a salt of 20 bytes (RFC 4055, 3.1). */
function pssParameters(stated: BerElement | undefined): { hash: string; saltLength: number } | undefined {
  const parts = stated ? childrenOf(stated) : [];
  const part = (tag: number): BerElement | undefined => {
    const holder = parts.find((one) => one.tag === tag);
    return holder && childrenOf(holder)[0];
  };
  const [algorithm, salt] = [part(0xa0), part(0xa2)];
  const hash = algorithm ? digests.get(oidOf(childrenOf(algorithm)[0])) : 'SHA-1';
  if (hash === undefined) return undefined;
  return { hash, saltLength: salt ? salt.content.reduce((sum, byte) => sum * 256 + byte, 0) : 20 };
}

/**
 * CMS encodes ECDSA signatures as SEQUENCE { r, s }, but WebCrypto expects both numbers at the size of the
 * curve.
 */
function fixedLength(signature: Uint8Array, size: number): Uint8Array {
  const fixed = new Uint8Array(size * 2);
  const numbers = childrenOf(readBer(signature)).map(({ content }) => {
    const first = content.findIndex((byte) => byte !== 0);
    return first < 0 ? new Uint8Array() : content.subarray(first);
  });
  if (numbers.length !== 2 || numbers.some(({ length }) => length > size))
    throw new MalformedBer('the numbers of a signature');
  numbers.forEach((number, index) => fixed.set(number, size * (index + 1) - number.length));
  return fixed;
}
