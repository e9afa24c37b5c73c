import { constants, createHash, verify, X509Certificate, type KeyObject } from 'node:crypto';
import { childrenOf, octetsOf, oidOf, readBer, type BerElement } from './read-ber.ts';
import { boundCertificate, isNamed, nameOf, readSignerInfo, type SignerInfo } from './read-signer.ts';

/** A CMS signature (RFC 5652) created by any program. */
export type ForeignCms = {
  /**
   * Readable subject of the certificate that the signature claims to be from; '' if there is none or several
   * certificates match.
   */
  readonly claimed: string;
  /** The signing-time attribute or the time of the timestamp, in ms UTC. */
  readonly at: number | undefined;
  /** Checks whether the signature covers exactly these bytes. */
  check(bytes: readonly Uint8Array[]): CheckedCms;
};

/**
 * `covers` is undefined if the algorithms are not supported. `signer` is the name in the certificate whose key
 * made the signature, or '' if there is none.
 */
export type CheckedCms = { readonly covers: boolean | undefined; readonly signer: string };

const digests: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.2.5', 'md5'],
  ['1.3.14.3.2.26', 'sha1'],
  ['1.3.36.3.2.1', 'ripemd160'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
  ['2.16.840.1.101.3.4.2.8', 'sha3-256'],
  ['2.16.840.1.101.3.4.2.9', 'sha3-384'],
  ['2.16.840.1.101.3.4.2.10', 'sha3-512'],
]);

/** Signature algorithms that include their hash. Others use the signer's digest algorithm. */
const hashes: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.5', 'sha1'],
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.113549.1.1.14', 'sha224'],
  ['1.2.840.10045.4.1', 'sha1'],
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
  ['2.16.840.1.101.3.4.3.10', 'sha3-256'],
  ['2.16.840.1.101.3.4.3.11', 'sha3-384'],
  ['2.16.840.1.101.3.4.3.12', 'sha3-512'],
]);
const pss = '1.2.840.113549.1.1.10';
/** Prefix of ECDSA with r and s at fixed length (BSI TR-03111, 5.2.1.1). The last number is the hash. */
const plainEcdsa = '0.4.0.127.0.7.1.1.4.1.';
const plainHashes = ['', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'];
/** RSA and EC key algorithms, which leave the hash to the digest algorithm. */
const unnamed: ReadonlySet<string> = new Set(['1.2.840.113549.1.1.1', '1.2.840.10045.2.1']);
const edwards: ReadonlySet<string> = new Set(['1.3.101.112', '1.3.101.113']);

const attributes = { digest: '1.2.840.113549.1.9.4', time: '1.2.840.113549.1.9.5' };
/** Content type of a timestamp (RFC 3161, 2.4.2). */
const tokenType = '1.2.840.113549.1.9.16.1.4';

/** @throws MalformedBer or a Node error if it is not a CMS signature */
export function readCms(bytes: Uint8Array): ForeignCms {
  const [, wrapped] = childrenOf(readBer(bytes));
  const parts = childrenOf(childrenOf(wrapped)[0]);
  const [type, content] = childrenOf(parts[2]);
  const octets = content ? octetsOf(childrenOf(content)[0]) : new Uint8Array();
  // Some programs write empty content for a detached signature.
  const enclosed = octets.length === 0 ? undefined : octets;
  const sets = parts.slice(3);
  const certificates = childrenOf(sets.find(({ tag }) => tag === 0xa0))
    .filter(({ tag }) => tag === 0x30)
    .map((one) => ({ own: one, x509: new X509Certificate(one.bytes) }));
  const signer = readSignerInfo(childrenOf(sets.at(-1))[0]);
  const candidates = certificates.filter(({ own }) => isNamed(own, signer.id) && isBound(own, signer));
  const token = enclosed && oidOf(type) === tokenType ? readToken(enclosed) : undefined;
  // Older programs give the signature algorithm as the digest algorithm.
  const digest = digests.get(signer.digest) ?? hashes.get(signer.digest);
  const checkDigests = (data: readonly Uint8Array[]): boolean | undefined => {
    if (digest === undefined) return undefined;
    const imprint = token && digests.get(token.digest);
    if (token && imprint === undefined) return undefined;
    if (token && !hashOf(imprint!, data).equals(token.imprint)) return false;
    // Content of type adbe.pkcs7.sha1 contains the digest of the file and is signed itself.
    if (enclosed && !token && !hashOf('sha1', data).equals(enclosed)) return false;
    if (signer.encodings.length === 0) return true;
    const stated = signer.attributes.get(attributes.digest);
    return stated !== undefined && hashOf(digest, enclosed ? [enclosed] : data).equals(octetsOf(stated));
  };
  return {
    claimed: onlyName(candidates.map(({ own }) => own)),
    at: token?.at ?? timeOf(signer.attributes.get(attributes.time)),
    check(data) {
      const isSame = checkDigests(data);
      if (!isSame) return { covers: isSame, signer: '' };
      const { encodings } = signer;
      const signed = encodings.length > 0 ? encodings.map((one) => [one]) : [enclosed ? [enclosed] : data];
      const answers = candidates.map(({ own, x509 }) => ({
        own,
        answer: firstAnswer(signed.map((bytes) => checkKey(x509.publicKey, signer, digest, bytes))),
      }));
      const signers = answers.filter(({ answer }) => answer === true).map(({ own }) => own);
      return { covers: firstAnswer(answers.map(({ answer }) => answer)), signer: onlyName(signers) };
    },
  };
}

function hashOf(name: string, parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/**
 * Returns the name that all certificates have in common. Certificates with the same key can have different
 * names, and then the signer is unknown.
 */
function onlyName(certificates: readonly BerElement[]): string {
  const [name = '', ...others] = new Set(certificates.map(nameOf));
  return others.length === 0 ? name : '';
}

/** Returns true unless the signer bound the signature to a different certificate. */
function isBound({ bytes }: BerElement, signer: SignerInfo): boolean {
  const bound = boundCertificate(signer);
  if (bound === undefined) return true;
  const algorithm = digests.get(bound.algorithm);
  return algorithm !== undefined && hashOf(algorithm, [bytes]).equals(bound.hash);
}

const firstAnswer = (answers: (boolean | undefined)[]): boolean | undefined =>
  answers.includes(true) ? true : answers.every((one) => one === undefined) ? undefined : false;

function checkKey(
  key: KeyObject,
  { algorithm, signature }: SignerInfo,
  digest: string | undefined,
  data: readonly Uint8Array[],
): boolean | undefined {
  const [type, parameters] = childrenOf(algorithm);
  const oid = oidOf(type);
  const whole = Buffer.concat(data);
  try {
    if (edwards.has(oid)) return verify(null, whole, key, signature);
    if (oid.startsWith(plainEcdsa)) {
      const hash = plainHashes[Number(oid.slice(plainEcdsa.length))];
      return hash ? verify(hash, whole, { key, dsaEncoding: 'ieee-p1363' }, signature) : undefined;
    }
    const hash = hashes.get(oid) ?? (oid === pss ? pssHash(parameters) : digest);
    // With an unknown identifier, only a successful verification shows that the right algorithm was used.
    const isKnown = hashes.has(oid) || unnamed.has(oid);
    if (oid !== pss) return verify(hash, whole, key, signature) || (isKnown ? false : undefined);
    const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_AUTO: saltLength } = constants;
    return verify(hash, whole, { key, padding, saltLength }, signature);
  } catch {
    // Node throws for keys, curves and hashes that OpenSSL does not support.
    return undefined;
  }
}

/** Returns the hash of RSA-PSS, which is SHA-1 by default (RFC 4055, 3.1). */
function pssHash(parameters: BerElement | undefined): string | undefined {
  const stated = parameters && childrenOf(parameters).find(({ tag }) => tag === 0xa0);
  if (stated === undefined) return 'sha1';
  return digests.get(oidOf(childrenOf(childrenOf(stated)[0])[0]));
}

/** Returns the imprint and time of a timestamp, or undefined if the time is unreadable. */
function readToken(content: Uint8Array): { digest: string; imprint: Uint8Array; at: number } | undefined {
  const [, , imprint, , time] = childrenOf(readBer(content));
  const [algorithm, hash] = childrenOf(imprint);
  const at = timeOf(time);
  if (at === undefined) return undefined;
  return { digest: oidOf(childrenOf(algorithm)[0]), imprint: octetsOf(hash), at };
}

/** Parses a UTCTime or GeneralizedTime. Returns ms UTC. */
function timeOf(element: BerElement | undefined): number | undefined {
  if (element === undefined) return undefined;
  const text = Buffer.from(element.content).toString('latin1');
  const digits = element.tag === 0x17 ? (Number(text.slice(0, 2)) < 50 ? '20' : '19') + text : text;
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:\.\d+)?Z$/.exec(digits);
  if (parts === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
