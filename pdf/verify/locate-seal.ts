import { readRevisions } from './read-revisions.ts';
import type { Revisions } from './read-revisions.ts';
import { asciiAt, MalformedPdf, readIndirect } from './read-value.ts';
import type { PdfValue } from './read-value.ts';
import type { SealProblem } from './seal-problem.ts';
import { dictOf } from './read-objects.ts';

/** Position of the seal in the file, and the content of its dictionary. */
export type LocatedSeal = {
  /** The bytes before and after the signature, which it covers. */
  readonly covered: readonly [Uint8Array, Uint8Array];
  /** SHA-256 of the covered bytes, if it is already known. */
  readonly digest?: Uint8Array;
  /** The CMS in DER without its zero padding. */
  readonly cms: Uint8Array;
  /** Time in /M, in ms UTC. */
  readonly sealedAt: number;
};

export type Location = { readonly seal: LocatedSeal } | { readonly problem: SealProblem };

/**
 * Finds the single certifying signature of a file, and checks that it has the form written by `sealPdf` (P-07,
 * P-09). Like every reader, it starts at the last bytes and follows the trailer, the catalog and /Perms. It
 * never searches for keywords, because an attacker could plant them.
 */
export function locateSeal(bytes: Uint8Array): Location {
  try {
    const revisions = readRevisions(bytes);
    const catalog = dictOf(revisions.object(revisions.trailer.get('Root')));
    if (!catalog.has('Perms') && !catalog.has('AcroForm')) return { problem: 'no-seal' };
    const reference = dictOf(catalog.get('Perms')).get('DocMDP');
    if (!isOnlyField(revisions, catalog, reference)) return { problem: 'several-signatures' };
    if (countSignatures(bytes, revisions) !== 1) return { problem: 'several-signatures' };
    return readSeal(bytes, dictOf(revisions.object(reference)));
  } catch (error) {
    if (error instanceof MalformedPdf) return { problem: 'structure-unreadable' };
    throw error;
  }
}

function readSeal(bytes: Uint8Array, dictionary: ReadonlyMap<string, PdfValue>): Location {
  if (isPades(dictionary) && !forbidsChanges(dictionary.get('Reference')))
    return { problem: 'not-certified' };
  return readSignature(bytes, dictionary);
}

/** Reads a signature dictionary whose signature covers everything except itself. */
export function readSignature(bytes: Uint8Array, dictionary: ReadonlyMap<string, PdfValue>): Location {
  if (!isPades(dictionary)) return { problem: 'not-pades' };
  const sealedAt = readTime(dictionary.get('M'));
  if (sealedAt === undefined) return { problem: 'no-time' };
  const range = readByteRange(dictionary.get('ByteRange'));
  if (range === undefined) return { problem: 'byte-range-form' };
  const contents = dictionary.get('Contents');
  const [start, before, behind, after] = range;
  if (contents?.kind !== 'string' || start !== 0) return { problem: 'byte-range-form' };
  if (before !== contents.start || behind !== contents.end) return { problem: 'byte-range-gap' };
  if (behind + after !== bytes.length) return { problem: 'bytes-after-seal' };
  const cms = readContents(bytes, contents.start, contents.end);
  if (cms === undefined) return { problem: 'contents-form' };
  return { seal: { covered: [bytes.subarray(0, before), bytes.subarray(behind)], cms, sealedAt } };
}

/** Returns true if the AcroForm has exactly one field, which is the certifying signature. */
function isOnlyField(
  revisions: Revisions,
  catalog: ReadonlyMap<string, PdfValue>,
  signature: PdfValue | undefined,
): boolean {
  const fields = dictOf(catalog.get('AcroForm')).get('Fields');
  if (fields?.kind !== 'array' || fields.items.length !== 1) return false;
  const field = dictOf(revisions.object(fields.items[0]));
  const value = field.get('V');
  return (
    isName(field.get('FT'), 'Sig') &&
    value?.kind === 'ref' &&
    JSON.stringify(value) === JSON.stringify(signature)
  );
}

/**
 * Counts dictionaries with a /ByteRange among all objects of all revisions, including overwritten ones. Objects
 * must not overlap, because two interpretations of the same bytes are an attack and could make parsing endless.
 */
function countSignatures(bytes: Uint8Array, revisions: Revisions): number {
  let count = 0;
  let free = 0;
  for (const { offset, num, gen } of revisions.entries.toSorted(
    (left, right) => left.offset - right.offset,
  )) {
    if (offset < free) throw new MalformedPdf(`object ${num} is inside another`);
    const { value, end } = readIndirect(bytes, offset, num, gen);
    count += countIn(value);
    free = end;
  }
  return count;
}

function countIn(value: PdfValue): number {
  const inner =
    value.kind === 'dict' ? [...value.entries.values()] : value.kind === 'array' ? value.items : [];
  const own = value.kind === 'dict' && value.entries.has('ByteRange') ? 1 : 0;
  return inner.reduce((sum, item) => sum + countIn(item), own);
}

function isPades(dictionary: ReadonlyMap<string, PdfValue>): boolean {
  const [type, filter, subFilter] = ['Type', 'Filter', 'SubFilter'].map((key) => dictionary.get(key));
  const named = isName(type, 'Sig') && isName(filter, 'Adobe.PPKLite');
  // /Cert is forbidden in a CAdES signature (EN 319 142-1 Table 1).
  return named && isName(subFilter, 'ETSI.CAdES.detached') && !dictionary.has('Cert');
}

/** Requires exactly one reference, DocMDP with P=1, which allows no changes (ISO 32000-2, 12.8.2.2; P-07). */
function forbidsChanges(reference: PdfValue | undefined): boolean {
  if (reference?.kind !== 'array' || reference.items.length !== 1) return false;
  const entries = dictOf(reference.items[0]);
  const allowed = dictOf(entries.get('TransformParams')).get('P');
  return (
    isName(entries.get('TransformMethod'), 'DocMDP') && allowed?.kind === 'number' && allowed.value === 1
  );
}

/** Parses a PDF date in UTC as written by this product. */
function readTime(value: PdfValue | undefined): number | undefined {
  const text = value?.kind === 'string' ? asciiAt(value.bytes, 0, 32) : '';
  const parts = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, ...rest] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest);
}

export function readByteRange(value: PdfValue | undefined): [number, number, number, number] | undefined {
  const items = value?.kind === 'array' ? value.items : [];
  const [a = -1, b = -1, c = -1, d = -1] = items.map((item) => (item.kind === 'number' ? item.value : -1));
  const whole = items.length === 4 && [a, b, c, d].every((part) => Number.isSafeInteger(part) && part >= 0);
  return whole && b > 0 && c > b && d > 0 ? [a, b, c, d] : undefined;
}

/**
 * Reads the gap, which must be `<`, uppercase hex digits, and `>`, with one DER element followed by zeros. Any
 * freedom here would allow undetected changes, because no signature covers the gap.
 */
export function readContents(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  const hex = new TextDecoder('latin1').decode(bytes.subarray(start + 1, end - 1));
  if (!/^(?:[0-9A-F]{2})+$/.test(hex)) return undefined;
  const length = derLength(hex);
  if (length === undefined || hex.length < length * 2 || /[^0]/.test(hex.slice(length * 2))) return undefined;
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
}

/** Returns the size, including the header, of the DER SEQUENCE at the start of a hex text. */
function derLength(hex: string): number | undefined {
  const header = /^30(?:82(....)|81(..)|([0-7].))/.exec(hex);
  if (header === null) return undefined;
  const content = header[1] ?? header[2] ?? header[3] ?? '';
  return header[0].length / 2 + Number.parseInt(content, 16);
}

function isName(value: PdfValue | undefined, wanted: string): boolean {
  return value?.kind === 'name' && value.value === wanted;
}
