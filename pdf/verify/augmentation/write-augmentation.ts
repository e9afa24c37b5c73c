import { join, toHex } from '../bytes.ts';
import { readRevisions } from '../read-revisions.ts';
import type { Revisions } from '../read-revisions.ts';
import { asciiAt, MalformedPdf, spansOf } from '../read-value.ts';
import type { PdfValue } from '../read-value.ts';
import { dictOf } from '../read-objects.ts';

/** Validation data that a revision adds along with its timestamp over everything before. */
export type Added = {
  /** Certificates in DER, for readers that search for them in /DSS. */
  readonly certificates: readonly Uint8Array[];
  /** Revocation lists in DER (RFC 5280, 5). */
  readonly crls: readonly Uint8Array[];
  /** Number of bytes reserved for the timestamp token. */
  readonly room: number;
};

export type WrittenAugmentation = {
  /** Bytes after the original file, with zeros in place of the token. */
  readonly revision: Uint8Array;
  /**
   * Offsets in `revision` of the `<` of /Contents and after its `>`. The token does not cover the part between
   * them.
   */
  readonly gap: { readonly start: number; readonly end: number };
};

/**
 * Returns the revision that adds long-term validation data to a sealed file: the /DSS, and a document timestamp
 * over everything (ISO 32000-2, 12.8.4.3 and 12.8.5; allowed by DocMDP P=1, 12.8.2.2). It changes only the
 * catalog and the /Annots of the seal's page (P-08).
 *
 * The same parts always give the same bytes. A verifier reads the parts from a file, builds the revision again
 * and compares the bytes. Nothing else can therefore be added, and the verifier needs no list from this product.
 *
 * @throws MalformedPdf for a file that was not written by this product
 */
export async function writeAugmentation(before: Uint8Array, added: Added): Promise<WrittenAugmentation> {
  const revisions = readRevisions(before);
  const { trailer } = revisions;
  const first = numberOf(trailer.get('Size'));
  const catalog = revisions.entry(trailer.get('Root'));
  const page = sealedPage(revisions);
  const [signature, field] = [first, first + 1];
  const objects = new Map<number, readonly (string | Uint8Array)[]>();
  const dss = layoutDss({ before, revisions, first: first + 2, added }, objects);
  objects.set(signature, signatureParts(added.room));
  objects.set(field, [
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Timestamp ${first}) /V ${signature} 0 R /F 130 /Rect [0 0 0 0] ` +
      `/P ${page.num} ${page.gen} R >>`,
  ]);
  objects.set(catalog.num, [catalogWith(before, catalog.offset, field, dss)]);
  objects.set(page.num, [pageWith(before, page.offset, field)]);
  return write(before, revisions, objects, { signature, room: added.room });
}

/** Returns the page that contains the seal's field. */
function sealedPage(revisions: Revisions) {
  const form = dictOf(dictOf(revisions.object(revisions.trailer.get('Root'))).get('AcroForm'));
  const fields = form.get('Fields');
  const [seal] = fields?.kind === 'array' ? fields.items : [];
  return revisions.entry(dictOf(revisions.object(seal)).get('P'));
}

type Laying = { before: Uint8Array; revisions: Revisions; first: number; added: Added };

/** Returns a new /DSS that extends the previous one, or undefined if there is nothing to add. */
function layoutDss(
  { revisions, first, added }: Laying,
  objects: Map<number, readonly (string | Uint8Array)[]>,
): number | undefined {
  const { certificates, crls } = added;
  if (certificates.length + crls.length === 0) return undefined;
  const earlier = earlierDss(revisions);
  let next = first + 1;
  const listed = (name: string, streams: readonly Uint8Array[]): string => {
    const kept = earlier?.get(name);
    const items = (kept?.kind === 'array' ? kept.items : []).map(writeRef);
    for (const bytes of streams) {
      objects.set(next, [`<< /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream']);
      items.push(`${next} 0 R`);
      next += 1;
    }
    return items.length === 0 ? '' : ` /${name} [${items.join(' ')}]`;
  };
  const lists = `${listed('Certs', certificates)}${listed('CRLs', crls)}`;
  objects.set(first, [`<< /Type /DSS${lists} >>`]);
  return first;
}

function earlierDss(revisions: Revisions): ReadonlyMap<string, PdfValue> | undefined {
  const reference = dictOf(revisions.object(revisions.trailer.get('Root'))).get('DSS');
  return reference && dictOf(revisions.object(reference));
}

// Placeholder with the largest offset that a classic cross-reference table can contain, to reserve the maximum
// width.
const reserved = '[0 9999999999 9999999999 9999999999]';

function signatureParts(room: number): string[] {
  return [
    `<< /Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161 /ByteRange ${reserved} /Contents <`,
    '0'.repeat(room * 2),
    '> >>',
  ];
}

/** Returns the original catalog with an additional field and the new /DSS. */
function catalogWith(before: Uint8Array, offset: number, field: number, dss: number | undefined): string {
  const start = valueAt(before, offset);
  const spans = spansOf(before, start);
  const form = spans.get('AcroForm');
  const fields = form && spansOf(before, form.start).get('Fields');
  if (fields === undefined || before[fields.start] !== 0x5b)
    throw new MalformedPdf('the fields are not a list');
  const { end } = dictSpan(before, start, spans);
  const old = spans.get('DSS');
  const edits = [
    { start: fields.end - 1, end: fields.end - 1, text: ` ${field} 0 R` },
    ...(dss === undefined
      ? []
      : [old ? { ...old, text: `${dss} 0 R` } : { start: end, end, text: ` /DSS ${dss} 0 R ` }]),
  ];
  return edited(before, start, end + 2, edits);
}

/** Returns the original page with an additional annotation: the timestamp's field, which has no extent. */
function pageWith(before: Uint8Array, offset: number, field: number): string {
  const start = valueAt(before, offset);
  const spans = spansOf(before, start);
  const annotations = spans.get('Annots');
  if (annotations === undefined || before[annotations.start] !== 0x5b)
    throw new MalformedPdf('no annotations');
  const { end } = dictSpan(before, start, spans);
  const at = annotations.end - 1;
  return edited(before, start, end + 2, [{ start: at, end: at, text: ` ${field} 0 R` }]);
}

type Edit = { start: number; end: number; text: string };

function edited(before: Uint8Array, start: number, end: number, edits: readonly Edit[]): string {
  let text = '';
  let at = start;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    text += latin1(before.subarray(at, edit.start)) + edit.text;
    at = edit.end;
  }
  return text + latin1(before.subarray(at, end));
}

/** Returns the offset after `num gen obj`. */
function valueAt(bytes: Uint8Array, offset: number): number {
  const header = /^\d+ \d+ obj\s*/.exec(asciiAt(bytes, offset, 40));
  if (header === null) throw new MalformedPdf('an object is missing');
  return offset + header[0].length;
}

/** Returns the offset of the dictionary's `>>`, after its last value. */
function dictSpan(
  bytes: Uint8Array,
  start: number,
  spans: ReadonlyMap<string, { end: number }>,
): { end: number } {
  const last = Math.max(start + 2, ...[...spans.values()].map(({ end }) => end));
  const gap = /^\s*>>/.exec(asciiAt(bytes, last, 64));
  if (gap === null) throw new MalformedPdf('a dictionary does not end');
  return { end: last + gap[0].length - 2 };
}

async function write(
  before: Uint8Array,
  { trailer, entries }: Revisions,
  objects: ReadonlyMap<number, readonly (string | Uint8Array)[]>,
  { signature, room }: { signature: number; room: number },
): Promise<WrittenAugmentation> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const put = (part: string | Uint8Array): void => {
    const bytes = typeof part === 'string' ? bytesOf(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const numbers = [...objects.keys()].toSorted((one, other) => one - other);
  const offsets = new Map<number, number>();
  const genOf = (num: number): number => entries.find((entry) => entry.num === num)?.gen ?? 0;
  let gapStart = 0;
  for (const num of numbers) {
    offsets.set(num, before.length + length);
    put(`${num} ${genOf(num)} obj\n`);
    for (const part of objects.get(num)!) {
      put(part);
      if (num === signature && gapStart === 0) gapStart = length - 1;
    }
    put('\nendobj\n');
  }
  const startxref = before.length + length;
  put('xref\n');
  for (const run of runsOf(numbers)) {
    put(`${run[0]} ${run.length}\n`);
    for (const num of run) {
      put(`${String(offsets.get(num)).padStart(10, '0')} ${String(genOf(num)).padStart(5, '0')} n \n`);
    }
  }
  put(await trailerText(before, trailer, numbers.at(-1)! + 1));
  put(`\nstartxref\n${startxref}\n%%EOF\n`);
  const revision = join(parts);
  const gap = { start: gapStart, end: gapStart + room * 2 + 2 };
  const range = [0, before.length + gap.start, before.length + gap.end, revision.length - gap.end].join(' ');
  const rangeAt = gapStart - `${reserved} /Contents `.length;
  revision.set(bytesOf(`${`[${range}`.padEnd(reserved.length - 1)}]`), rangeAt);
  return { revision, gap };
}

/** Groups the numbers into ranges without gaps. */
function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const num of numbers) {
    const run = runs.at(-1);
    if (run && run.at(-1) === num - 1) run.push(num);
    else runs.push([num]);
  }
  return runs;
}

async function trailerText(
  before: Uint8Array,
  trailer: ReadonlyMap<string, PdfValue>,
  size: number,
): Promise<string> {
  const known = new Set(['Size', 'Root', 'Info', 'ID', 'Prev']);
  if ([...trailer.keys()].some((key) => !known.has(key)))
    throw new MalformedPdf('an unknown key in the trailer');
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(asciiAt(before, before.length - 40, 40))?.[1] ?? '0';
  const info = trailer.get('Info');
  const id = trailer.get('ID');
  const [lasting] = id?.kind === 'array' ? id.items : [];
  if (lasting?.kind !== 'string') throw new MalformedPdf('no identifier');
  // The second part of the identifier changes with every revision (ISO 32000-2, 14.4).
  const hash = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', Uint8Array.from(before)));
  return (
    `trailer\n<< /Size ${size} /Root ${writeRef(trailer.get('Root'))}${info ? ` /Info ${writeRef(info)}` : ''} ` +
    `/ID [<${toHex(lasting.bytes).toUpperCase()}> <${toHex(hash.subarray(0, 16)).toUpperCase()}>] /Prev ${previous} >>`
  );
}

function writeRef(value: PdfValue | undefined): string {
  if (value?.kind !== 'ref') throw new MalformedPdf('a reference is missing');
  return `${value.num} ${value.gen} R`;
}

function numberOf(value: PdfValue | undefined): number {
  if (value?.kind !== 'number' || !Number.isSafeInteger(value.value)) throw new MalformedPdf('no number');
  return value.value;
}

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
