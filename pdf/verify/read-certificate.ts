import {
  expectTag,
  MalformedDer,
  readBoolean,
  readChildren,
  readElement,
  readObjectIdentifier,
  readTime,
  readUnsigned,
} from './read-der.ts';
import type { DerElement } from './read-der.ts';
import { readSignatureAlgorithm } from './check-signature.ts';
import type { SignatureAlgorithm } from './check-signature.ts';

/**
 * The parts of an X.509 v3 certificate that are needed to check a chain (RFC 5280 §4.1). Byte fields contain the
 * original DER.
 */
export type Certificate = {
  readonly bytes: Uint8Array;
  /** The part that the issuer signed. */
  readonly signedPart: Uint8Array;
  readonly serial: Uint8Array;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  /** Validity period in ms UTC, both ends inclusive. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
  readonly signature: Uint8Array;
  readonly isAuthority: boolean;
  readonly pathLength: number | undefined;
  /**
   * Undefined if the certificate does not limit its use. Bit 0 is digitalSignature, and bit 5 is keyCertSign.
   */
  readonly keyUsage: ReadonlySet<number> | undefined;
  readonly extendedKeyUsage: readonly string[] | undefined;
  /** True if the extended key usage is critical, as RFC 3161 requires for a timestamp authority. */
  readonly onlyExtendedUses: boolean;
  /** URLs at which the issuer publishes revocation lists. */
  readonly listsAt: readonly string[];
  /** Critical extensions that this code does not support. A certificate with any of them must be refused. */
  readonly unknownCritical: readonly string[];
};

/** Parses a DER certificate. Throws `MalformedDer` for anything else. */
export function readCertificate(der: Uint8Array): Certificate {
  const [signedPart, outerAlgorithm, signature] = readChildren(readElement(der, 0x30), 3);
  const fields = readChildren(expectTag(signedPart, 0x30));
  const version = expectTag(fields[0], 0xa0);
  if (version.content.at(-1) !== 2) throw new MalformedDer('certificate version');
  const [, serial, innerAlgorithm, issuer, validity, subject, publicKey, ...rest] = fields;
  const [notBefore, notAfter] = readChildren(expectTag(validity, 0x30), 2);
  const algorithm = readSignatureAlgorithm(outerAlgorithm);
  const sameTwice = algorithm === readSignatureAlgorithm(innerAlgorithm);
  if (!sameTwice || algorithm === 'rsa-unnamed-hash') throw new MalformedDer('certificate algorithm');
  const extensions = rest.find((field) => field.tag === 0xa3);
  return {
    bytes: der,
    signedPart: expectTag(signedPart, 0x30).bytes,
    serial: readUnsigned(serial),
    issuer: expectTag(issuer, 0x30).bytes,
    subject: expectTag(subject, 0x30).bytes,
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    publicKey: expectTag(publicKey, 0x30).bytes,
    algorithm,
    signature: wholeBytes(signature),
    ...readExtensions(extensions),
  };
}

type Extensions = Pick<
  Certificate,
  | 'isAuthority'
  | 'pathLength'
  | 'keyUsage'
  | 'extendedKeyUsage'
  | 'onlyExtendedUses'
  | 'listsAt'
  | 'unknownCritical'
>;

function readExtensions(field: DerElement | undefined): Extensions {
  let read: Extensions = {
    isAuthority: false,
    pathLength: undefined,
    keyUsage: undefined,
    extendedKeyUsage: undefined,
    onlyExtendedUses: false,
    listsAt: [],
    unknownCritical: [],
  };
  if (field === undefined) return read;
  const seen = new Set<string>();
  for (const extension of readChildren(readElement(field.content, 0x30))) {
    const [id, ...values] = readChildren(expectTag(extension, 0x30), 2, 3);
    const name = readObjectIdentifier(id);
    if (seen.has(name)) throw new MalformedDer('extension twice');
    seen.add(name);
    const critical = values.length === 2 && readBoolean(values[0]);
    read = { ...read, ...readExtension(name, critical, expectTag(values.at(-1), 0x04).content, read) };
  }
  return read;
}

function readExtension(
  name: string,
  critical: boolean,
  value: Uint8Array,
  before: Extensions,
): Partial<Extensions> {
  if (name === '2.5.29.19') return readBasicConstraints(value);
  if (name === '2.5.29.15') return { keyUsage: readNamedBits(readElement(value, 0x03)) };
  if (name === '2.5.29.37') {
    const uses = readChildren(readElement(value, 0x30)).map(readObjectIdentifier);
    return { extendedKeyUsage: uses, onlyExtendedUses: critical };
  }
  if (name === '2.5.29.31') return { listsAt: readPoints(value) };
  return critical ? { unknownCritical: [...before.unknownCritical, name] } : {};
}

/**
 * Parses CRLDistributionPoints (RFC 5280 §4.2.1.13) with http or https. They are only hints for downloading and
 * do not affect validation.
 */
function readPoints(value: Uint8Array): string[] {
  const inside = (element: DerElement, tag: number): DerElement[] =>
    readChildren(element).filter((child) => child.tag === tag);
  return readChildren(readElement(value, 0x30))
    .flatMap((point) => inside(point, 0xa0))
    .flatMap((named) => inside(named, 0xa0))
    .flatMap((names) => inside(names, 0x86))
    .map(({ content }) => new TextDecoder('latin1').decode(content))
    .filter((url) => /^https?:\/\//i.test(url));
}

function readBasicConstraints(value: Uint8Array): Partial<Extensions> {
  const parts = readChildren(readElement(value, 0x30));
  const flag = parts.find((part) => part.tag === 0x01);
  const length = parts.find((part) => part.tag === 0x02);
  return {
    isAuthority: flag !== undefined && readBoolean(flag),
    pathLength: length === undefined ? undefined : readUnsigned(length).reduce((sum, b) => sum * 256 + b, 0),
  };
}

function readNamedBits(element: DerElement): Set<number> {
  const [, ...bytes] = element.content;
  const bits = new Set<number>();
  bytes.forEach((byte, index) => {
    for (let bit = 0; bit < 8; bit += 1) if ((byte & (0x80 >> bit)) !== 0) bits.add(index * 8 + bit);
  });
  return bits;
}

function wholeBytes(element: DerElement | undefined): Uint8Array {
  const { content } = expectTag(element, 0x03);
  if (content[0] !== 0) throw new MalformedDer('signature bits');
  return content.subarray(1);
}
