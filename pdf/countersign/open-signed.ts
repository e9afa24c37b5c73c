import { InflateBudget } from '../normalise/source/inflate-budget.ts';
import { collectPages } from '../normalise/source/page-tree.ts';
import { SourceFile } from '../normalise/source/source-file.ts';
import { isName, latin1Text, PdfDict, PdfRef, PdfStream } from '../objects/objects.ts';
import { parseIndirectObject } from '../objects/parse-object.ts';
import type { PdfFile } from '../read/open-pdf.ts';

/** A file, from any program, to which revisions can be appended. */
export type SignedFile = PdfFile & {
  /** True if the newest cross-reference table is a stream, so that a revision must also end in one. */
  readonly endsInStream: boolean;
};

/** Reason why nothing can be appended to a file without programs reading the result differently. */
export class NotAppendable extends Error {}

/** Trailer entries that are repeated in the next revision. The others describe only one table. */
const kept = ['Root', 'Info', 'ID'];

/**
 * Opens a file for appending. This is stricter than opening it for reading, because programs that repair the
 * file differently would also read the appended revision differently.
 *
 * @throws NotAppendable
 */
export function openSigned(bytes: Uint8Array): SignedFile {
  const source = SourceFile.openByXref(bytes, new InflateBudget());
  if (typeof source === 'string') throw new NotAppendable(source);
  if (source.encrypted) throw new NotAppendable('encrypted');
  if (latin1Text(bytes.subarray(0, 5)) !== '%PDF-') throw new NotAppendable('bytes before the header');
  const startxref = lastTable(bytes);
  const { trailer } = source;
  const [rootRef, size] = [trailer.get('Root'), trailer.get('Size')];
  if (!(rootRef instanceof PdfRef) || typeof size !== 'number') throw new NotAppendable('trailer');
  const highest = Math.max(0, ...source.objectNumbers);
  // Programs that respect /Size ignore objects above it, and a larger /Size would restore them.
  if (highest >= size) throw new NotAppendable('objects above the size');
  const table = parseIndirectObject(bytes, startxref)?.value;
  const pages = collectPages(source, 500);
  const refs = pages.map(({ num }) =>
    num === undefined ? undefined : new PdfRef(num, source.generation(num)),
  );
  return {
    bytes,
    trailer: new PdfDict([...trailer].filter(([key]) => kept.includes(key))),
    rootRef,
    size: Math.max(size, highestNumber(bytes) + 1),
    startxref,
    object: (target) => source.get(typeof target === 'number' ? new PdfRef(target) : target),
    resolve: source.resolve,
    generation: (num) => source.generation(num),
    pageCount: pages.length,
    pageRef: (index) => refs[index],
    pageRefs: () => refs.filter((one) => one !== undefined),
    endsInStream: table instanceof PdfStream && isName(table.dict.get('Type'), 'XRef'),
  };
}

/** Returns the offset of the newest cross-reference table. Nothing may follow the %%EOF marker. */
function lastTable(bytes: Uint8Array): number {
  const end = latin1Text(bytes.subarray(Math.max(0, bytes.length - 64)));
  const match = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(end);
  if (match === null) throw new NotAppendable('bytes after the end');
  return Number(match[1]);
}

/**
 * Returns the highest number of anything that looks like an object, so that a new number is also unused after a
 * program repairs the file.
 */
function highestNumber(bytes: Uint8Array): number {
  let highest = 0;
  for (const [, num] of latin1Text(bytes).matchAll(/(\d{1,8})\s+\d{1,5}\s+obj\b/g))
    highest = Math.max(highest, Number(num));
  return highest;
}
