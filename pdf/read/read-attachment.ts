import { inflateSync } from 'node:zlib';
import { PdfDict, PdfStream, PdfString } from '../objects/objects.ts';
import { openPdf } from './open-pdf.ts';

/** Maximum size in bytes. Evidence is never larger. */
const largest = 64 * 1024 * 1024;

/**
 * Returns the file that `attachFiles` added to a PDF under this name (ASCII), or undefined if there is none. If
 * several have the same name, which this product never writes, returns none of them.
 *
 * @throws PdfFormatError if the file cannot be read
 */
export function readAttachment(pdf: Uint8Array, name: string): Uint8Array | undefined {
  const file = openPdf(pdf);
  const catalog = file.object(file.rootRef);
  const related = catalog instanceof PdfDict ? file.resolve(catalog.get('AF')) : null;
  const matching = (Array.isArray(related) ? related : [])
    .map((item) => file.resolve(item))
    .filter(
      (spec): spec is PdfDict => spec instanceof PdfDict && textOf(file.resolve(spec.get('F'))) === name,
    );
  const [only] = matching;
  if (!only || matching.length > 1) return undefined;
  const embedded = file.resolve(only.get('EF'));
  const stream = embedded instanceof PdfDict ? file.resolve(embedded.get('F')) : null;
  return stream instanceof PdfStream ? inflateSync(stream.bytes, { maxOutputLength: largest }) : undefined;
}

function textOf(value: unknown): string | undefined {
  return value instanceof PdfString ? Buffer.from(value.bytes).toString('latin1') : undefined;
}
