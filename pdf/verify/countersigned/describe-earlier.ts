import { join } from '../bytes.ts';
import { itemsOf } from '../read-objects.ts';
import type { PdfValue } from '../read-value.ts';
import { sameBytes } from '../bytes.ts';
import {
  childrenOf,
  MalformedBer,
  octetsOf,
  oidOf,
  readBer,
  type BerElement,
} from '../../signatures/read-ber.ts';
import {
  boundCertificate,
  isNamed,
  nameOf,
  readSignerInfo,
  type SignerInfo,
} from '../../signatures/read-signer.ts';
import { checkForeign, digests } from './check-foreign.ts';
import type { AnyPdf } from './read-any-pdf.ts';

/** A signature that the file already had. The identity in its certificate is not verified. */
export type Earlier = {
  /** Name in the certificate whose key made the signature; '' if that is unknown. */
  readonly signer: string;
  /** True if the key signed the bytes that the signature covers; undefined if that cannot be determined here. */
  readonly intact: boolean | undefined;
};

/** Maximum number of signatures, because each one requires a hash of the file. */
const maxSignatures = 32;

/** Returns the signatures of the file as it was uploaded, in the order of its form. */
export async function describeEarlier(base: AnyPdf): Promise<Earlier[]> {
  const signatures: ReadonlyMap<string, PdfValue>[] = [];
  const seen = new Set<number>();
  const visit = (item: PdfValue, depth: number): void => {
    if (depth > 32 || (item.kind === 'ref' && seen.has(item.num))) return;
    if (item.kind === 'ref') seen.add(item.num);
    const field = base.resolve(item);
    if (field?.kind !== 'dict') return;
    const value = base.resolve(field.entries.get('V'));
    if (value?.kind === 'dict' && value.entries.has('ByteRange')) signatures.push(value.entries);
    for (const kid of itemsOf(base.resolve(field.entries.get('Kids')))) visit(kid, depth + 1);
  };
  const catalog = base.resolve(base.trailer.get('Root'));
  const form = catalog?.kind === 'dict' ? base.resolve(catalog.entries.get('AcroForm')) : undefined;
  const fields = form?.kind === 'dict' ? itemsOf(base.resolve(form.entries.get('Fields'))) : [];
  for (const field of fields) visit(field, 0);
  const earlier: Earlier[] = [];
  // Sequentially, because each one holds a copy of the file.
  for (const value of signatures.slice(0, maxSignatures)) earlier.push(await describe(base, value));
  return earlier;
}

async function describe(base: AnyPdf, value: ReadonlyMap<string, PdfValue>): Promise<Earlier> {
  const range = itemsOf(base.resolve(value.get('ByteRange')));
  const [zero, before = 0, behind = 0, after = 0] = range.map((item) =>
    item.kind === 'number' ? item.value : -1,
  );
  const contents = base.resolve(value.get('Contents'));
  if (contents?.kind !== 'string') return unknown;
  const isGap = zero === 0 && contents.start === before && contents.end === behind && after >= 0;
  const covered = join([base.bytes.subarray(0, before), base.bytes.subarray(behind, behind + after)]);
  try {
    const { signer, intact } = await readSigned(contents.bytes, covered);
    return { signer, intact: isGap && behind + after <= base.bytes.length ? intact : false };
  } catch (error) {
    if (error instanceof MalformedBer) return unknown;
    throw error;
  }
}

const messageDigest = '1.2.840.113549.1.9.4';
/** Content type of a timestamp (RFC 3161, 2.4.2). */
const tokenType = '1.2.840.113549.1.9.16.1.4';

/**
 * Checks the digest in a CMS (RFC 5652, 11.2) and its signature. Returns the name in the certificate whose key
 * made it.
 */
async function readSigned(cms: Uint8Array, covered: Uint8Array<ArrayBuffer>): Promise<Earlier> {
  const parts = childrenOf(childrenOf(childrenOf(readBer(cms))[1])[0]);
  const [type, content] = childrenOf(parts[2]);
  const signer = readSignerInfo(childrenOf(parts.at(-1))[0]);
  const octets = content ? octetsOf(childrenOf(content)[0]) : new Uint8Array();
  // Some programs write empty content for a detached signature.
  const enclosed = octets.length === 0 ? undefined : octets;
  const signed = enclosed ?? covered;
  const answers = [
    enclosed === undefined || (await isAbout(oidOf(type), enclosed, covered)),
    signer.encodings.length === 0 || (await statesDigest(signer, signed)),
  ];
  if (answers.includes(false)) return { signer: '', intact: false };
  if (answers.includes(undefined)) return unknown;
  const signedBytes = signer.encodings.length > 0 ? signer.encodings : [signed];
  const candidates = await Promise.all(
    (await candidatesOf(parts, signer)).map(async (certificate) => ({
      name: nameOf(certificate),
      answers: await Promise.all(signedBytes.map((bytes) => checkForeign(certificate, signer, bytes))),
    })),
  );
  const makers = new Set(candidates.flatMap((one) => (one.answers.includes(true) ? [one.name] : [])));
  const [only = ''] = makers;
  // Certificates with the same key can have different names, and then the signer is unknown.
  if (makers.size > 0) return { signer: makers.size === 1 ? only : '', intact: true };
  return candidates.some((one) => one.answers.includes(undefined)) || candidates.length === 0
    ? unknown
    : { signer: '', intact: false };
}

const unknown: Earlier = { signer: '', intact: undefined };

/** Enclosed content is either a timestamp or, for type adbe.pkcs7.sha1, the digest of the file. */
async function isAbout(
  type: string,
  enclosed: Uint8Array,
  covered: Uint8Array<ArrayBuffer>,
): Promise<boolean | undefined> {
  if (type !== tokenType) return isDigest(sha1, enclosed, covered);
  const [, , imprint] = childrenOf(readBer(enclosed));
  const [algorithm, value] = childrenOf(imprint);
  return isDigest(oidOf(childrenOf(algorithm)[0]), octetsOf(value), covered);
}

const sha1 = '1.3.14.3.2.26';

async function statesDigest(signer: SignerInfo, signed: Uint8Array): Promise<boolean | undefined> {
  const stated = signer.attributes.get(messageDigest);
  return stated !== undefined && isDigest(signer.digest, octetsOf(stated), signed);
}

/**
 * Returns the certificates that match the signer's identifier and, if the signature is bound to a certificate,
 * that binding.
 */
async function candidatesOf(parts: readonly BerElement[], signer: SignerInfo): Promise<BerElement[]> {
  const holder = parts.slice(3).find(({ tag }) => tag === 0xa0);
  const certificates = (holder ? childrenOf(holder) : []).filter(({ tag }) => tag === 0x30);
  const bound = boundCertificate(signer);
  const named = certificates.filter((one) => isNamed(one, signer.id));
  if (bound === undefined) return named;
  const areBound = await Promise.all(named.map(({ bytes }) => isDigest(bound.algorithm, bound.hash, bytes)));
  return named.filter((_, at) => areBound[at] === true);
}

async function isDigest(
  algorithm: string,
  stated: Uint8Array,
  bytes: Uint8Array,
): Promise<boolean | undefined> {
  const name = digests.get(algorithm);
  if (name === undefined) return undefined;
  return sameBytes(
    new Uint8Array(await globalThis.crypto.subtle.digest(name, Uint8Array.from(bytes))),
    stated,
  );
}
