import { expectIdentifier, readAttributes } from '../read-attributes.ts';
import {
  expectTag,
  MalformedDer,
  readBoolean,
  readChildren,
  readElement,
  readObjectIdentifier,
  readUnsigned,
} from '../read-der.ts';
import type { DerElement } from '../read-der.ts';
import { readHashAlgorithm } from './hashes.ts';
import type { HashName } from './hashes.ts';

/** A parsed, not yet verified timestamp token (RFC 3161, 2.4.2). Byte fields contain the original DER. */
export type Timestamp = {
  /** TSTInfo as signed by the authority. */
  readonly info: Uint8Array;
  readonly imprint: { readonly hash: HashName; readonly digest: Uint8Array };
  readonly policy: string;
  /** Time in ms UTC. */
  readonly at: number;
  /** Accuracy according to the authority in ms; undefined if not specified. */
  readonly accuracy: number | undefined;
  readonly nonce: Uint8Array | undefined;
  /** Certificates in DER, in the order of the token. */
  readonly certificates: readonly Uint8Array[];
  readonly issuer: Uint8Array;
  readonly serial: Uint8Array;
  readonly digestHash: HashName;
  /** The attributes as covered by the signature, with the tag of a SET (RFC 5652, 5.4). */
  readonly signedAttributes: Uint8Array;
  readonly messageDigest: Uint8Array;
  /** References to the authority's certificate by one or two hashes (RFC 2634, RFC 5816). */
  readonly namedBy: readonly { readonly hash: HashName | 'SHA-1'; readonly digest: Uint8Array }[];
  /** AlgorithmIdentifier in DER. */
  readonly signatureAlgorithm: Uint8Array;
  readonly signature: Uint8Array;
};

/**
 * Parses a CMS with one signer, certificates and a TSTInfo of version 1. Throws `MalformedDer` for anything
 * else.
 */
export function readTimestamp(token: Uint8Array): Timestamp {
  const [contentType, content] = readChildren(readElement(token, 0x30), 2);
  expectIdentifier(contentType, '1.2.840.113549.1.7.2');
  const fields = readChildren(readElement(expectTag(content, 0xa0).content, 0x30), 5, 6);
  // Revocation lists may be in between. Like everything unsigned, they are removed when the token is stored.
  const [version, digests, encapsulated, certificates, signers] = fields.filter(({ tag }) => tag !== 0xa1);
  expectVersion(version, 3);
  expectTag(digests, 0x31);
  const [type, wrapped] = readChildren(expectTag(encapsulated, 0x30), 2);
  expectIdentifier(type, timestampInfo);
  const info = readElement(expectTag(wrapped, 0xa0).content, 0x04).content;
  const [signer] = readChildren(expectTag(signers, 0x31), 1);
  return {
    info,
    ...readInfo(info),
    certificates: readChildren(expectTag(certificates, 0xa0)).map(({ bytes }) => bytes),
    ...readSigner(expectTag(signer, 0x30)),
  };
}

const timestampInfo = '1.2.840.113549.1.9.16.1.4';

type Info = Pick<Timestamp, 'imprint' | 'policy' | 'at' | 'accuracy' | 'nonce'>;

function readInfo(der: Uint8Array): Info {
  const [version, policy, imprint, serial, time, ...rest] = readChildren(readElement(der, 0x30));
  expectVersion(version, 1);
  readUnsigned(serial);
  const [hash, digest] = readChildren(expectTag(imprint, 0x30), 2);
  const read: Info = {
    imprint: { hash: readHashAlgorithm(hash), digest: expectTag(digest, 0x04).content },
    policy: readObjectIdentifier(policy),
    at: readInstant(time),
    ...readRest(rest),
  };
  return read;
}

/** Reads accuracy, ordering, nonce, authority name and extensions, each at most once and in this order. */
function readRest(parts: readonly DerElement[]): Pick<Info, 'accuracy' | 'nonce'> {
  const order = [0x30, 0x01, 0x02, 0xa0, 0xa1];
  const places = parts.map(({ tag }) => order.indexOf(tag));
  if (places.some((place, at) => place < 0 || place <= (places[at - 1] ?? -1)))
    throw new MalformedDer('TSTInfo');
  const part = (tag: number) => parts.find((one) => one.tag === tag);
  const ordering = part(0x01);
  // FALSE is the default, which DER omits.
  if (ordering && !readBoolean(ordering)) throw new MalformedDer('a default is written out');
  const extensions = part(0xa1);
  if (extensions) refuseCritical(extensions);
  const accuracy = part(0x30);
  const nonce = part(0x02);
  return {
    accuracy: accuracy && readAccuracy(accuracy),
    nonce: nonce && readUnsigned(nonce),
  };
}

function refuseCritical(extensions: DerElement): void {
  for (const extension of readChildren(extensions)) {
    const [, ...values] = readChildren(expectTag(extension, 0x30), 2, 3);
    if (values.length === 2 && readBoolean(values[0]))
      throw new MalformedDer('an unknown critical extension');
  }
}

/** Returns milliseconds from seconds, [0] milliseconds and [1] microseconds, which are all optional. */
function readAccuracy(element: DerElement): number {
  const parts = readChildren(element, 0, 1, 2, 3);
  const part = (tag: number) => {
    const child = parts.find((one) => one.tag === tag);
    return child === undefined ? 0 : toNumber(readUnsigned({ ...child, tag: 0x02 }));
  };
  return part(0x02) * 1000 + part(0x80) + part(0x81) / 1000;
}

function toNumber(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Returns ms UTC from a GeneralizedTime with or without fractions of a second (RFC 3161, 2.4.2). */
function readInstant(element: DerElement | undefined): number {
  const text = new TextDecoder('latin1').decode(expectTag(element, 0x18).content);
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{0,8}[1-9]))?Z$/.exec(text);
  if (parts === null) throw new MalformedDer('time');
  const [year = 0, month = 0, ...rest] = parts.slice(1, 7).map(Number);
  return Date.UTC(year, month - 1, ...rest) + Math.floor(Number(`0.${parts[7] ?? 0}`) * 1000);
}

type Signer = Omit<Timestamp, keyof Info | 'info' | 'certificates'>;

function readSigner(signer: DerElement): Signer {
  // A seventh part would be unsigned attributes, which are removed when a token is stored.
  const [version, identity, digest, attributes, algorithm, signature] = readChildren(signer, 6, 7);
  expectVersion(version, 1);
  const [issuer, serial] = readChildren(expectTag(identity, 0x30), 2);
  const { bytes } = expectTag(attributes, 0xa0);
  return {
    issuer: expectTag(issuer, 0x30).bytes,
    serial: readUnsigned(serial),
    digestHash: readHashAlgorithm(digest),
    signedAttributes: Uint8Array.of(0x31, ...bytes.subarray(1)),
    ...readSigned(readElement(bytes, 0xa0)),
    signatureAlgorithm: expectTag(algorithm, 0x30).bytes,
    signature: expectTag(signature, 0x04).content,
  };
}

function readSigned(set: DerElement): Pick<Timestamp, 'messageDigest' | 'namedBy'> {
  const attributes = readAttributes(set);
  expectIdentifier(attributes.get('1.2.840.113549.1.9.3'), timestampInfo);
  const namedBy = [
    readName(attributes.get('1.2.840.113549.1.9.16.2.47'), (id) => {
      const parts = readChildren(id, 1, 2, 3);
      // SHA-256 is the default, so it is omitted.
      const named = parts[0]?.tag === 0x30;
      const digest = expectTag(parts[named ? 1 : 0], 0x04).content;
      return { hash: named ? readHashAlgorithm(parts[0]) : ('SHA-256' as const), digest };
    }),
    readName(attributes.get('1.2.840.113549.1.9.16.2.12'), (id) => ({
      hash: 'SHA-1' as const,
      digest: expectTag(readChildren(id, 1, 2)[0], 0x04).content,
    })),
  ].filter((name) => name !== undefined);
  if (namedBy.length === 0) throw new MalformedDer('the authority does not name its certificate');
  return { messageDigest: expectTag(attributes.get('1.2.840.113549.1.9.4'), 0x04).content, namedBy };
}

/**
 * Reads the first reference in a signing-certificate attribute, which is to the signer's certificate. Ignores
 * other references and policies.
 */
function readName<Name>(value: DerElement | undefined, read: (id: DerElement) => Name): Name | undefined {
  if (value === undefined) return undefined;
  const [certificates] = readChildren(expectTag(value, 0x30), 1, 2);
  const [first] = readChildren(expectTag(certificates, 0x30));
  return read(expectTag(first, 0x30));
}

function expectVersion(element: DerElement | undefined, version: number): void {
  if (readUnsigned(element).join() !== String(version)) throw new MalformedDer('version');
}
