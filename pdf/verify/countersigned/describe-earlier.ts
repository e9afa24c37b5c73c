import { itemsOf, join } from '../read-objects.ts';
import type { PdfValue } from '../read-value.ts';
import { sameBytes } from '../read-der.ts';
import {
  childrenOf,
  MalformedBer,
  octetsOf,
  oidOf,
  readBer,
  type BerElement,
} from '../../signatures/read-ber.ts';
import { isNamed, nameOf } from '../../signatures/read-signer.ts';
import type { AnyPdf } from './read-any-pdf.ts';

/** A signature that the file had before; the identity behind its certificate is not checked. */
export type Earlier = {
  /** The name in its certificate; '' if it cannot be read. */
  readonly signer: string;
  /** True if the bytes that it covers are those that were signed; undefined if that cannot be determined. */
  readonly intact: boolean | undefined;
};

/** More signatures than this are not read, because each costs a hash over the file. */
const maxSignatures = 32;

/** Returns the signatures of the file as it was uploaded, in the order of its form. */
export async function describeEarlier(base: AnyPdf): Promise<Earlier[]> {
  const found: ReadonlyMap<string, PdfValue>[] = [];
  const seen = new Set<number>();
  const visit = (item: PdfValue, depth: number): void => {
    if (depth > 32 || (item.kind === 'ref' && seen.has(item.num))) return;
    if (item.kind === 'ref') seen.add(item.num);
    const field = base.resolve(item);
    if (field?.kind !== 'dict') return;
    const value = base.resolve(field.entries.get('V'));
    if (value?.kind === 'dict' && value.entries.has('ByteRange')) found.push(value.entries);
    for (const kid of itemsOf(base.resolve(field.entries.get('Kids')))) visit(kid, depth + 1);
  };
  const catalog = base.resolve(base.trailer.get('Root'));
  const form = catalog?.kind === 'dict' ? base.resolve(catalog.entries.get('AcroForm')) : undefined;
  const fields = form?.kind === 'dict' ? itemsOf(base.resolve(form.entries.get('Fields'))) : [];
  for (const field of fields) visit(field, 0);
  return Promise.all(found.slice(0, maxSignatures).map((value) => describe(base, value)));
}

async function describe(base: AnyPdf, value: ReadonlyMap<string, PdfValue>): Promise<Earlier> {
  const range = itemsOf(base.resolve(value.get('ByteRange')));
  const [zero, before = 0, behind = 0, after = 0] = range.map((item) =>
    item.kind === 'number' ? item.value : -1,
  );
  const contents = base.resolve(value.get('Contents'));
  if (contents?.kind !== 'string') return { signer: '', intact: undefined };
  const isGap = zero === 0 && contents.start === before && contents.end === behind && after >= 0;
  const covered = join([base.bytes.subarray(0, before), base.bytes.subarray(behind, behind + after)]);
  try {
    const { signer, intact } = await readDigest(contents.bytes, covered);
    return { signer, intact: isGap && behind + after <= base.bytes.length ? intact : false };
  } catch (error) {
    if (error instanceof MalformedBer) return { signer: '', intact: undefined };
    throw error;
  }
}

const digests: ReadonlyMap<string, string> = new Map([
  ['1.3.14.3.2.26', 'SHA-1'],
  ['2.16.840.1.101.3.4.2.1', 'SHA-256'],
  ['2.16.840.1.101.3.4.2.2', 'SHA-384'],
  ['2.16.840.1.101.3.4.2.3', 'SHA-512'],
]);

/** Compares the message digest that a CMS states with the bytes (RFC 5652, 11.2). */
async function readDigest(cms: Uint8Array, covered: Uint8Array<ArrayBuffer>): Promise<Earlier> {
  const parts = childrenOf(childrenOf(childrenOf(readBer(cms))[1])[0]);
  const [type, content] = childrenOf(parts[2]);
  const [info] = childrenOf(parts.at(-1));
  const [, id, algorithm, attributes] = childrenOf(info);
  const signer = signerName(parts, id);
  if (oidOf(type) === '1.2.840.113549.1.9.16.1.4' && content) {
    const [, , imprint] = childrenOf(readBer(octetsOf(childrenOf(content)[0])));
    const [hash, value] = childrenOf(imprint);
    return { signer, intact: await isDigest(childrenOf(hash)[0], octetsOf(value), covered) };
  }
  const stated = attributes?.tag === 0xa0 ? attributeOf(attributes, '1.2.840.113549.1.9.4') : undefined;
  const isDetached = content === undefined || octetsOf(childrenOf(content)[0]).length === 0;
  if (stated === undefined || !isDetached) return { signer, intact: undefined };
  return { signer, intact: await isDigest(childrenOf(algorithm)[0], octetsOf(stated), covered) };
}

function attributeOf(attributes: BerElement, wanted: string): BerElement | undefined {
  const found = childrenOf(attributes).find((one) => oidOf(childrenOf(one)[0]) === wanted);
  return found && childrenOf(childrenOf(found)[1])[0];
}

function signerName(parts: readonly BerElement[], id: BerElement | undefined): string {
  const holder = parts.find(({ tag }) => tag === 0xa0);
  const certificates = (holder ? childrenOf(holder) : []).filter(({ tag }) => tag === 0x30);
  const named = certificates.find((one) => id !== undefined && isNamed(one, id));
  const certificate = named ?? certificates[0];
  return certificate ? nameOf(certificate) : '';
}

async function isDigest(
  algorithm: BerElement | undefined,
  stated: Uint8Array,
  covered: Uint8Array<ArrayBuffer>,
): Promise<boolean | undefined> {
  const name = digests.get(oidOf(algorithm));
  if (name === undefined) return undefined;
  return sameBytes(new Uint8Array(await globalThis.crypto.subtle.digest(name, covered)), stated);
}
