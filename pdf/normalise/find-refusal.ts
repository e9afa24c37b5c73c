import { isDict, PdfStream, type PdfDict } from '../objects/objects.ts';
import { widgetsOf } from './signatures/find-signatures.ts';
import { isDocumentUnchanged } from './signatures/changed-since.ts';
import { MAX_SIGNATURES, readSignatures, type EarlierSignature } from './signatures/read-signatures.ts';
import { decodeStream } from './source/decode-stream.ts';
import type { SourcePage } from './source/page-tree.ts';
import {
  MAX_PAGES,
  alreadySigned,
  certified,
  changedAfterSigning,
  fieldsLocked,
  refusals,
  signatureBroken,
  signatureUnsupported,
  signedAndOpen,
  signedAsFinal,
  type PdfRefusal,
} from './source/refusals.ts';
import type { SourceFile } from './source/source-file.ts';

/**
 * Limits of a side length in points. ISO 32000 allows up to 14,400 (annex C.2), and a page smaller than one
 * point cannot be signed.
 */
const maxSide = 14_400;
const minSide = 1;

/**
 * Returns true if every page has a size that can be drawn and signed. A page of a billion points would cost as
 * much as a book.
 */
export function havePaperSize(pages: readonly { width: number; height: number }[]): boolean {
  return pages.every(
    ({ width, height }) => Math.max(width, height) <= maxSide && Math.min(width, height) >= minSide,
  );
}

/**
 * Returns why a readable file cannot be accepted, or undefined if it can. `original` contains the uploaded
 * bytes, while `file` may be a rewritten copy. With `keepsSignatures`, approval signatures are accepted.
 */
export function findRefusal(
  file: SourceFile,
  pages: SourcePage[],
  original: Uint8Array,
  keepsSignatures: boolean,
): PdfRefusal | undefined {
  if (pages.length === 0) return refusals.damaged;
  if (pages.length > MAX_PAGES) return refusals.tooManyPages;
  const catalog = file.resolve(file.trailer.get('Root'));
  if (!isDict(catalog)) return undefined;
  if (file.dictAt(catalog, 'Collection') !== undefined) return refusals.portfolio;
  const form = file.dictAt(catalog, 'AcroForm');
  if (form?.has('XFA') === true && isDynamicForm(file, catalog, pages)) return refusals.dynamicForm;
  // Viewers would redraw the field values, each in a different way (ISO 32000-2, 12.7.3).
  const isRedrawn = file.resolve(form?.get('NeedAppearances')) === true;
  if (keepsSignatures && isRedrawn) return signedAndOpen('form-flattened');
  return refuseSigned(file, original, readSignatures(file, pages, original), keepsSignatures);
}

/**
 * Refuses a signed file with the most serious reason (P-06). A document timestamp is refused like any other
 * signature.
 */
function refuseSigned(
  file: SourceFile,
  original: Uint8Array,
  signatures: readonly EarlierSignature[],
  keepsSignatures: boolean,
): PdfRefusal | undefined {
  const broken = signatures.find(({ bytes }) => bytes === 'changed');
  if (broken) return signatureBroken(broken.signer);
  const limits = signatures.filter(({ allows }) => allows !== undefined);
  const [strictest] = limits.toSorted((one, other) => (one.allows ?? 0) - (other.allows ?? 0));
  if (strictest) return limitedBy(strictest);
  if (keepsSignatures && signatures.length > MAX_SIGNATURES) return refusals.tooComplex;
  const locking = signatures.find(({ locksFields }) => locksFields);
  if (keepsSignatures && locking) return fieldsLocked(locking.signer);
  const unknown = signatures.find(({ bytes }) => bytes === 'unknown');
  if (keepsSignatures && unknown) return signatureUnsupported(unknown.signer);
  const names = [...new Set(signatures.map(({ signer }) => signer))];
  if (!keepsSignatures || signatures.length === 0)
    return signatures.length === 0 ? undefined : alreadySigned(names);
  const end = Math.max(...signatures.map((one) => one.end));
  // Otherwise, no signature covers part of the document.
  const isWhole = end === original.length || isDocumentUnchanged(file, original, end);
  return isWhole ? undefined : changedAfterSigning(signatures.at(-1)?.signer ?? '');
}

/** The lock of an approval signature can limit later changes in the same way as a certification. */
function limitedBy({ kind, allows, signer }: EarlierSignature): PdfRefusal {
  if (allows === 1) return signedAsFinal(signer);
  return kind === 'certification' ? certified(signer) : fieldsLocked(signer);
}

/**
 * Returns true for a dynamic XFA form. Its pages are XML, and its only PDF page shows "please wait". Flattened
 * forms still contain the XML but have real pages.
 */
function isDynamicForm(file: SourceFile, catalog: PdfDict, pages: SourcePage[]): boolean {
  if (file.resolve(catalog.get('NeedsRendering')) === true) return true;
  if (pages.some((page) => widgetsOf(file, page).length > 0)) return false;
  const [only] = pages;
  return pages.length === 1 && only !== undefined && asksToWait(file, only);
}

/**
 * Detects the text of the placeholder page that Adobe's programs put before a dynamic form, even if its strings
 * are split. On a page without readable text, the text may be in a font's own codes.
 */
function asksToWait(file: SourceFile, page: SourcePage): boolean {
  const streams = [page.dict.get('Contents')].flatMap((given) => {
    const contents = file.resolve(given);
    return Array.isArray(contents) ? contents : [given];
  });
  const letters = streams.map((item) => {
    const stream = file.resolve(item);
    const content = stream instanceof PdfStream ? decodeStream(stream, file.resolve, file.budget) : undefined;
    const text = content === undefined ? '' : Buffer.from(content).toString('latin1');
    return [...text.matchAll(/\(((?:\\.|[^\\()])*)\)/g)].map(([, piece]) => piece).join('');
  });
  const words = letters.join('').trim();
  return words === '' || /please\s*wait|adobe\s*reader/i.test(words);
}
