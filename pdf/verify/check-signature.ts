import {
  expectTag,
  MalformedDer,
  readChildren,
  readElement,
  readObjectIdentifier,
  readUnsigned,
} from './read-der.ts';
import type { DerElement } from './read-der.ts';

/** Permitted algorithms (L-25, ETSI TS 119 312). SHA-1, MD5 and short keys are excluded. */
export type SignatureAlgorithm = `${'ecdsa' | 'rsa'}-sha${256 | 384 | 512}` | 'rsa-unnamed-hash';

const algorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ['1.2.840.10045.4.3.2', 'ecdsa-sha256'],
  ['1.2.840.10045.4.3.3', 'ecdsa-sha384'],
  ['1.2.840.10045.4.3.4', 'ecdsa-sha512'],
  ['1.2.840.113549.1.1.11', 'rsa-sha256'],
  ['1.2.840.113549.1.1.12', 'rsa-sha384'],
  ['1.2.840.113549.1.1.13', 'rsa-sha512'],
  // In a CMS, the hash may be specified only in digestAlgorithm (RFC 3370 §3.2).
  ['1.2.840.113549.1.1.1', 'rsa-unnamed-hash'],
]);

/** `order` is the order of the base point, n in SEC 2, 2.4.2 and 2.5.1. */
const curves: ReadonlyMap<string, { name: string; bytes: number; order: bigint }> = new Map([
  [
    '1.2.840.10045.3.1.7',
    {
      name: 'P-256',
      bytes: 32,
      order: BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'),
    },
  ],
  [
    '1.3.132.0.34',
    {
      name: 'P-384',
      bytes: 48,
      order: BigInt(
        '0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973',
      ),
    },
  ],
]);

/** Reads an AlgorithmIdentifier. Throws `MalformedDer` if the algorithm is not permitted. */
export function readSignatureAlgorithm(identifier: DerElement | undefined): SignatureAlgorithm {
  const [id, parameters] = readChildren(expectTag(identifier, 0x30), 1, 2);
  const algorithm = algorithms.get(readObjectIdentifier(id));
  if (algorithm === undefined) throw new MalformedDer('algorithm not allowed');
  // RFC 4055 §5 requires NULL parameters for RSA, and RFC 5758 §3.2 requires none for ECDSA.
  const wanted = algorithm.startsWith('rsa') ? '5,0' : '';
  if ((parameters?.bytes.join() ?? '') !== wanted) throw new MalformedDer('algorithm parameters');
  return algorithm;
}

/**
 * Verifies `signature` over `data`. `publicKey` is a DER SubjectPublicKeyInfo. Returns false for a key that is
 * too short, of an unknown type, or unsuitable for the algorithm. Uses WebCrypto, so that the same code runs in
 * browsers.
 */
export async function checkSignature(
  publicKey: Uint8Array,
  algorithm: SignatureAlgorithm,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  const hash = `SHA-${algorithm.endsWith('hash') ? 256 : algorithm.slice(-3)}`;
  const kind = readKeyKind(publicKey);
  if (kind === undefined || kind.family !== algorithm.slice(0, kind.family.length)) return false;
  const { subtle } = globalThis.crypto;
  const parameters =
    kind.family === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash }
      : { name: 'ECDSA', namedCurve: kind.curve, hash };
  const plain = kind.family === 'rsa' ? signature : fixedLengthEcdsa(signature, kind.bytes);
  if (plain === undefined) return false;
  try {
    const key = await subtle.importKey('spki', own(publicKey), parameters, false, ['verify']);
    return await subtle.verify(parameters, key, own(plain), own(data));
  } catch {
    // WebCrypto throws for invalid keys, such as a point that is not on its curve. The signature then counts as
    // invalid.
    return false;
  }
}

type KeyKind = { family: 'rsa' } | { family: 'ecdsa'; curve: string; bytes: number; order: bigint };

/** Returns the type of key in a DER SubjectPublicKeyInfo, or undefined if it is not permitted. */
export function readKeyKind(publicKey: Uint8Array): KeyKind | undefined {
  const [identifier, key] = readChildren(readElement(publicKey, 0x30), 2);
  const [id, parameters] = readChildren(expectTag(identifier, 0x30), 1, 2);
  const name = readObjectIdentifier(id);
  if (name === '1.2.840.10045.2.1') {
    const curve = curves.get(readObjectIdentifier(parameters));
    if (curve === undefined) return undefined;
    return { family: 'ecdsa', curve: curve.name, bytes: curve.bytes, order: curve.order };
  }
  if (name !== '1.2.840.113549.1.1.1') return undefined;
  const [modulus] = readChildren(readElement(expectTag(key, 0x03).content.subarray(1), 0x30));
  return readUnsigned(modulus).length >= 2048 / 8 ? { family: 'rsa' } : undefined;
}

/**
 * CMS and X.509 encode ECDSA signatures as SEQUENCE { r, s }, but WebCrypto expects both numbers at the curve's
 * length.
 */
function fixedLengthEcdsa(signature: Uint8Array, length: number): Uint8Array | undefined {
  const numbers = readChildren(readElement(signature, 0x30), 2).map(readUnsigned);
  if (numbers.some((number) => number.length > length)) return undefined;
  const fixed = new Uint8Array(length * 2);
  numbers.forEach((number, index) => fixed.set(number, length * (index + 1) - number.length));
  return fixed;
}

/** Copies the bytes into a separate buffer, as WebCrypto's types require. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes);
}
