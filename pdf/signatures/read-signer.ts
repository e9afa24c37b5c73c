import { childrenOf, MalformedBer, octetsOf, oidOf, readBer, type BerElement } from './read-ber.ts';

const commonName = '2.5.4.3';
const organization = '2.5.4.10';

/** Returns the parts of a certificate (RFC 5280, 4.1) starting with its serial number. */
export const partsOf = (certificate: BerElement): BerElement[] =>
  childrenOf(childrenOf(certificate)[0]).filter(({ tag }) => tag !== 0xa0);

/** Returns the common name of a subject or else its organization; '' if it has neither. */
export function nameOf(certificate: BerElement): string {
  const pairs = childrenOf(partsOf(certificate)[4])
    .flatMap(childrenOf)
    .map((pair): [string, string] => {
      const [type, value] = childrenOf(pair);
      return [oidOf(type), value === undefined ? '' : textOf(value)];
    });
  const names = new Map(pairs);
  return (names.get(commonName) ?? names.get(organization) ?? '').trim();
}

function textOf({ tag, content }: BerElement): string {
  const encoding = tag === 0x0c ? 'utf-8' : tag === 0x1e ? 'utf-16be' : 'latin1';
  return new TextDecoder(encoding).decode(content);
}

/**
 * Returns true if the signer identifies this certificate (RFC 5652, 5.3): by issuer and serial number, because
 * authorities number their certificates independently, or by key identifier.
 */
export function isNamed(certificate: BerElement, id: BerElement): boolean {
  if (id.tag === keyIdentifier) return sameBytes(keyIdentifierOf(certificate), id.content);
  if (id.tag !== 0x30) return false;
  const [serial, , issuer] = partsOf(certificate);
  const [statedIssuer, statedSerial] = childrenOf(id);
  return sameBytes(issuer?.bytes, statedIssuer?.bytes) && sameBytes(serial?.bytes, statedSerial?.bytes);
}

/** Tag of a signer that is identified by a key identifier. */
const keyIdentifier = 0x80;

/** Returns the subject key identifier of a certificate (RFC 5280, 4.2.1.2). */
function keyIdentifierOf(certificate: BerElement): Uint8Array | undefined {
  const holder = partsOf(certificate).find(({ tag }) => tag === 0xa3);
  const extensions = holder ? childrenOf(childrenOf(holder)[0]) : [];
  const extension = extensions.find((one) => oidOf(childrenOf(one)[0]) === '2.5.29.14');
  return extension && octetsOf(readBer(octetsOf(childrenOf(extension).at(-1))));
}

function sameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** The parsed parts of a SignerInfo (RFC 5652, 5.3). */
export type SignerInfo = {
  readonly id: BerElement;
  /** Algorithm of the message digest, as a dotted identifier. */
  readonly digest: string;
  readonly algorithm: BerElement;
  readonly signature: Uint8Array;
  /**
   * The possible signed forms of the signed attributes: in DER order and in stored order. Empty without
   * attributes.
   */
  readonly encodings: readonly Uint8Array[];
  /** First value of each signed attribute, by type. */
  readonly attributes: ReadonlyMap<string, BerElement>;
};

export function readSignerInfo(info: BerElement | undefined): SignerInfo {
  const [, id, digest, ...rest] = childrenOf(info);
  const signed = rest[0]?.tag === 0xa0 ? rest.shift() : undefined;
  const [algorithm, signature] = rest;
  if (id === undefined || algorithm === undefined) throw new MalformedBer('the signer is incomplete');
  const values = (signed ? childrenOf(signed) : []).map((attribute): [string, BerElement] => {
    const [type, set] = childrenOf(attribute);
    return [oidOf(type), childrenOf(set)[0]!];
  });
  return {
    id,
    digest: oidOf(childrenOf(digest)[0]),
    algorithm,
    signature: octetsOf(signature),
    encodings: signed ? encodingsOf(signed) : [],
    attributes: new Map(values),
  };
}

/**
 * The attributes are signed as a SET in DER, but stored with an implicit tag and by some programs unsorted (RFC
 * 5652, 5.4).
 */
function encodingsOf(signed: BerElement): Uint8Array[] {
  const stored = joined([Uint8Array.of(0x31), signed.bytes.subarray(1)]);
  const header = stored.subarray(0, stored.length - signed.content.length);
  const parts = childrenOf(signed).map(({ bytes }) => bytes);
  const sorted = joined([header, ...parts.toSorted(compareBytes)]);
  return sameBytes(sorted, stored) ? [stored] : [sorted, stored];
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at < 0 || at >= other.length ? one.length - other.length : one[at]! - other[at]!;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const signingCertificate = '1.2.840.113549.1.9.16.2.12';
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47';

/**
 * Returns the hash of the certificate that the signer bound the signature to (RFC 5035), and its algorithm as a
 * dotted identifier. Returns undefined if the signed attributes name no certificate.
 */
export function boundCertificate({
  attributes,
}: SignerInfo): { readonly algorithm: string; readonly hash: Uint8Array } | undefined {
  const second = attributes.get(signingCertificateV2);
  const stated = second ?? attributes.get(signingCertificate);
  if (stated === undefined) return undefined;
  const [own] = childrenOf(childrenOf(stated)[0]);
  const parts = childrenOf(own);
  const [first] = parts;
  const algorithm = first?.tag === 0x30 ? oidOf(childrenOf(first)[0]) : second ? sha256 : sha1;
  return { algorithm, hash: octetsOf(parts.find(({ tag }) => tag === 0x04)) };
}

const sha1 = '1.3.14.3.2.26';
const sha256 = '2.16.840.1.101.3.4.2.1';
