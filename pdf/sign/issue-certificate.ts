import { createHash, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { readCertificate } from '../verify/read-certificate.ts';
import { readChildren, readElement } from '../verify/read-der.ts';
import {
  bitString,
  boolean,
  certificateTime,
  contextTag,
  element,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  utf8String,
} from '../verify/canonical-der/der.ts';

/**
 * Subject of a certificate. `country` has two letters (ISO 3166-1). `unit` is a part of the organization, such
 * as a host.
 */
export type Subject = {
  readonly country?: string;
  readonly organization: string;
  readonly unit?: string;
  readonly commonName: string;
};

export type CertificateRequest = {
  readonly subject: Subject;
  readonly publicKey: KeyObject;
  readonly role: 'root' | 'authority' | 'seal';
  /** Validity period in ms UTC, both ends inclusive. Certificates store whole seconds. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Key that signs the certificate. For a root, it belongs to the same key pair. */
  readonly issuerKey: KeyObject;
  /** DER of the issuing certificate; absent for a self-signed root. */
  readonly issuer?: Uint8Array;
  /** URL of the certificate revocation list (RFC 5280 §4.2.1.13) and of the issuer's certificate (§4.2.2.1). */
  readonly listsAt?: string;
  readonly issuerAt?: string;
};

/**
 * Issues an X.509 v3 certificate (RFC 5280) in DER. A seal certificate has the extended key usages
 * documentSigning (RFC 9336) and emailProtection, because readers built on NSS do not accept the first one
 * alone.
 */
export async function issueCertificate(request: CertificateRequest): Promise<Uint8Array> {
  const subject = distinguishedName(request.subject);
  const issuer = request.issuer === undefined ? undefined : readCertificate(request.issuer);
  const publicKey = request.publicKey.export({ type: 'spki', format: 'der' });
  const algorithm =
    request.issuerKey.asymmetricKeyType === 'ec'
      ? sequence(objectIdentifier('1.2.840.10045.4.3.2'))
      : sequence(objectIdentifier('1.2.840.113549.1.1.11'), nullValue());
  const signedPart = sequence(
    contextTag(0, integer(2)),
    integer(serialNumber()),
    algorithm,
    issuer?.subject ?? subject,
    sequence(certificateTime(request.notBefore), certificateTime(request.notAfter)),
    subject,
    publicKey,
    contextTag(
      3,
      sequence(...extensions(request.role, publicKey, issuer?.publicKey ?? publicKey), ...places(request)),
    ),
  );
  const signature = await promisify(sign)('sha256', signedPart, request.issuerKey);
  return sequence(signedPart, algorithm, bitString(signature));
}

/**
 * Returns 16 random bytes with the high bit cleared and a nonzero first byte, so that the number is positive and
 * unique (RFC 5280 §4.1.2.2).
 */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

function distinguishedName(name: CertificateRequest['subject']): Uint8Array {
  const part = (type: string, value: Uint8Array) => setOf(sequence(objectIdentifier(type), value));
  return sequence(
    // RFC 5280 requires a PrintableString for the country.
    ...(name.country === undefined
      ? []
      : [part('2.5.4.6', element(0x13, new TextEncoder().encode(name.country)))]),
    part('2.5.4.10', utf8String(name.organization)),
    ...(name.unit === undefined ? [] : [part('2.5.4.11', utf8String(name.unit))]),
    part('2.5.4.3', utf8String(name.commonName)),
  );
}

function extensions(role: CertificateRequest['role'], own: Uint8Array, issuers: Uint8Array): Uint8Array[] {
  const keyId = octetString(keyIdentifier(own));
  const issuerId = sequence(element(0x80, keyIdentifier(issuers)));
  return [
    ...(role === 'seal' ? sealExtensions() : authorityExtensions(role)),
    extension('2.5.29.14', false, keyId),
    ...(role === 'root' ? [] : [extension('2.5.29.35', false, issuerId)]),
  ];
}

function places({ listsAt, issuerAt }: CertificateRequest): Uint8Array[] {
  const address = (url: string) => element(0x86, new TextEncoder().encode(url));
  const point = (url: string) => sequence(contextTag(0, contextTag(0, address(url))));
  const issuers = (url: string) => sequence(objectIdentifier('1.3.6.1.5.5.7.48.2'), address(url));
  return [
    ...(listsAt === undefined ? [] : [extension('2.5.29.31', false, sequence(point(listsAt)))]),
    ...(issuerAt === undefined ? [] : [extension('1.3.6.1.5.5.7.1.1', false, sequence(issuers(issuerAt)))]),
  ];
}

function sealExtensions(): Uint8Array[] {
  const uses = ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4'].map(objectIdentifier);
  return [
    extension('2.5.29.19', true, sequence()),
    // Bits 0 and 1: digitalSignature, nonRepudiation.
    extension('2.5.29.15', true, bitString(Uint8Array.of(0b1100_0000), 6)),
    extension('2.5.29.37', false, sequence(...uses)),
  ];
}

function authorityExtensions(role: 'root' | 'authority'): Uint8Array[] {
  const limits = role === 'root' ? [boolean(true)] : [boolean(true), integer(0)];
  return [
    extension('2.5.29.19', true, sequence(...limits)),
    // Bits 5 and 6: keyCertSign, cRLSign.
    extension('2.5.29.15', true, bitString(Uint8Array.of(0b0000_0110), 1)),
  ];
}

function extension(name: string, critical: boolean, value: Uint8Array): Uint8Array {
  return sequence(objectIdentifier(name), ...(critical ? [boolean(true)] : []), octetString(value));
}

/**
 * Returns the SHA-1 of the key's bits. It only identifies the issuer and protects nothing (RFC 5280 §4.2.1.2
 * method 1).
 */
function keyIdentifier(publicKey: Uint8Array): Uint8Array {
  const bits = readChildren(readElement(publicKey, 0x30))[1]?.content.subarray(1) ?? new Uint8Array();
  return createHash('sha1').update(bits).digest();
}
