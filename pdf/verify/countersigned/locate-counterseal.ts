import { readSignature, type LocatedSeal } from '../locate-seal.ts';
import { dictOf, itemsOf, MalformedPdf } from '../read-objects.ts';
import { Sha256 } from '../sha256.ts';
import type { PdfValue } from '../read-value.ts';
import type { SealProblem } from '../seal-problem.ts';
import { isOnlyMarked } from './check-additions.ts';
import { describeEarlier, type Earlier } from './describe-earlier.ts';
import { readAnyPdf, type AnyPdf } from './read-any-pdf.ts';

type Entries = ReadonlyMap<string, PdfValue>;

/** A file that others had already signed, and what was appended to it. */
export type Countersigned = {
  /** Size in bytes of the file as it was uploaded. */
  readonly uploadedBytes: number;
  /** The sealed signing record inside the file: its pages as shown, the certificate and the evidence. */
  readonly record: Uint8Array;
  readonly earlier: readonly Earlier[];
};

/**
 * `seals` contains the signatures of the appended marks in order. The last one is the seal of the whole file.
 */
type Located = Countersigned & { readonly seals: readonly LocatedSeal[] };

/** Name under which the last mark contains the record (page-piece dictionary, ISO 32000-2, 14.5). */
export const recordKey = 'CountersignRecord';

/**
 * Finds the marks and the seal that were appended to a file with earlier signatures. Returns undefined for a
 * file without a record. Any other deviation from the form is a problem, because the seal cannot forbid changes
 * like that of a file without earlier signatures.
 */
export async function locateCounterseal(
  bytes: Uint8Array,
): Promise<Located | { readonly problem: SealProblem } | undefined> {
  if (!mentionsRecord(bytes)) return undefined;
  try {
    const whole = await readAnyPdf(bytes);
    const fields = fieldsOf(whole);
    const sealField = dictOf(whole.resolve(fields.at(-1)));
    const piece = pieceOf(whole, sealField);
    if (piece === undefined) return undefined;
    const [size, record] = [piece.get('Uploaded'), piece.get('Private')];
    if (size?.kind !== 'number' || record?.kind !== 'ref') return { problem: 'structure-unreadable' };
    const base = await readAnyPdf(bytes.subarray(0, size.value));
    const own = fields.slice(fieldsOf(base).length);
    if (!isOnlyMarked(base, whole, own)) return { problem: 'pages-redrawn' };
    const read = own.map((field) => sealOf(whole, field));
    const problem = read.find((one) => 'problem' in one);
    if (problem) return problem;
    const located = read.flatMap((one) => ('seal' in one ? [one.seal] : []));
    // Each mark covers the file up to its own revision, so that no mark can be removed unnoticed.
    const ends = located.map(({ covered: [before, after] }) => endOf(before, after));
    const isInOrder = ends.every((end, at) => end > (at === 0 ? size.value : ends[at - 1]!));
    if (!isInOrder || ends.at(-1) !== bytes.length) return { problem: 'bytes-after-seal' };
    const seals = withDigests(bytes, located, size.value);
    if (seals === undefined) return { problem: 'byte-range-gap' };
    return {
      seals,
      uploadedBytes: size.value,
      record: await whole.stream(record.num),
      earlier: await describeEarlier(base),
    };
  } catch (error) {
    if (error instanceof MalformedPdf) return { problem: 'structure-unreadable' };
    throw error;
  }
}

/**
 * Adds the digests of what the signatures cover. Each covers all bytes before it, so one running hash is used
 * for all of them. Returns undefined if the gap of a signature is not in its own revision.
 */
function withDigests(
  bytes: Uint8Array,
  seals: readonly LocatedSeal[],
  uploadedBytes: number,
): LocatedSeal[] | undefined {
  const before = new Sha256().update(bytes.subarray(0, uploadedBytes));
  let hashed = uploadedBytes;
  const located: LocatedSeal[] = [];
  for (const seal of seals) {
    const [{ length: gapStart }, after] = seal.covered;
    const end = endOf(seal.covered[0], after);
    if (gapStart < hashed) return undefined;
    before.update(bytes.subarray(hashed, gapStart));
    located.push({ ...seal, digest: before.copy().update(after).digest() });
    before.update(bytes.subarray(gapStart, end));
    hashed = end;
  }
  return located;
}

/** Quick check that avoids parsing. Only a file with these bytes can have the required form. */
function mentionsRecord(bytes: Uint8Array): boolean {
  const wanted = Uint8Array.from(`/${recordKey}`, (char) => char.charCodeAt(0));
  for (let at = bytes.indexOf(0x2f); at >= 0; at = bytes.indexOf(0x2f, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

function fieldsOf(file: AnyPdf): readonly PdfValue[] {
  const catalog = dictOf(file.resolve(file.trailer.get('Root')));
  const form = file.resolve(catalog.get('AcroForm'));
  return form?.kind === 'dict' ? itemsOf(file.resolve(form.entries.get('Fields'))) : [];
}

function pieceOf(file: AnyPdf, field: Entries): Entries | undefined {
  const appearance = file.resolve(field.get('AP'));
  const form = appearance?.kind === 'dict' ? file.resolve(appearance.entries.get('N')) : undefined;
  const pieces = form?.kind === 'dict' ? form.entries.get('PieceInfo') : undefined;
  const piece = pieces?.kind === 'dict' ? pieces.entries.get(recordKey) : undefined;
  return piece?.kind === 'dict' ? piece.entries : undefined;
}

/** Returns the signature of a mark in the file as it was when the mark was made. */
function sealOf(file: AnyPdf, field: PdfValue): ReturnType<typeof readSignature> {
  const dictionary = dictOf(file.resolve(dictOf(file.resolve(field)).get('V')));
  const range = itemsOf(dictionary.get('ByteRange')).map((item) => (item.kind === 'number' ? item.value : 0));
  const end = (range[2] ?? 0) + (range[3] ?? 0);
  return readSignature(file.bytes.subarray(0, Math.min(end, file.bytes.length)), dictionary);
}

const endOf = (before: Uint8Array, after: Uint8Array): number =>
  after.byteOffset - before.byteOffset + after.length;
