import { dict, name, PdfDict, PdfString, textString } from '../objects/objects.ts';
import type { PdfObject, PdfRef } from '../objects/objects.ts';
import { openPdf } from '../read/open-pdf.ts';
import type { PdfFile } from '../read/open-pdf.ts';
import { joinFile, writeRevision, startRevision } from '../stamp/append-revision.ts';
import type { Revision } from '../stamp/append-revision.ts';
import { tagWidget } from '../stamp/tag-widget.ts';

export type SealOptions = {
  /** Time of the seal in ms UTC, written to /M in seconds. */
  readonly at: number;
  /** Name of the sealer as shown by PDF readers. */
  readonly name: string;
  readonly reason: string;
};

/** The file to seal: `pdf`, followed by the revision from `composeRevision` if there is one. */
export type Unsealed = { readonly pdf: Uint8Array; readonly revision?: Uint8Array };

/** A file with its seal revision written, except for the signature itself. */
export type PreparedSeal = {
  readonly bytes: Uint8Array;
  /** Offsets of the `<` of /Contents and after its `>`. The signature cannot cover the part between them. */
  readonly gap: { readonly start: number; readonly end: number };
};

/**
 * Typical size in bytes of the seal revision without its signature (dictionaries, a page with its links, and
 * tables).
 */
const usualRevision = 16_384;

/**
 * Appends the seal revision with `room` bytes for the signature and the final /ByteRange. Throws if the file
 * already has a form field or a certification, because a sealed file is never sealed again (P-11). The file is
 * copied once, directly into the sealed file. An unusually large first page requires a second copy.
 */
export function prepareSeal(unsealed: Unsealed, options: SealOptions, room: number): PreparedSeal {
  const parts = [unsealed.pdf, unsealed.revision ?? new Uint8Array()];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = joinFile(parts, usualRevision + 2 * room);
  const pdf = whole.subarray(0, length);
  const { revision, signatureAt } = layoutSeal(pdf, options, room);
  if (length + revision.length > whole.length) {
    return fillByteRange(joinFile([pdf, revision]), signatureAt, room);
  }
  whole.set(revision, length);
  return fillByteRange(whole.subarray(0, length + revision.length), signatureAt, room);
}

function layoutSeal(
  pdf: Uint8Array,
  options: SealOptions,
  room: number,
): { revision: Uint8Array; signatureAt: number } {
  const file = openPdf(pdf);
  const seal = startRevision(file);
  const signature = seal.add(signatureDictionary(options, new Uint8Array(room)));
  const field = addField(seal, firstPage(file), signature, options.name);
  seal.set(file.rootRef, certifiedCatalog(file, signature, field));
  const { revision, offsets } = writeRevision(pdf, seal.changed, { file });
  return { revision, signatureAt: offsets.get(signature.num) ?? 0 };
}

// Largest offset that a classic cross-reference table can contain. It reserves the maximum width.
const unknownOffset = 9_999_999_999;

/** /Contents and /ByteRange come before free text, so that no text can be mistaken for them. */
function signatureDictionary(options: SealOptions, contents: Uint8Array): PdfDict {
  return dict({
    Type: name('Sig'),
    Filter: name('Adobe.PPKLite'),
    SubFilter: name('ETSI.CAdES.detached'),
    ByteRange: [0, unknownOffset, unknownOffset, unknownOffset],
    Contents: new PdfString(contents, true),
    M: textString(pdfTime(options.at)),
    Name: textString(options.name),
    Reason: textString(options.reason),
    Reference: [
      dict({
        Type: name('SigRef'),
        TransformMethod: name('DocMDP'),
        TransformParams: dict({ Type: name('TransformParams'), P: 1, V: name('1.2') }),
      }),
    ],
  });
}

/** Formats `at` (ms UTC) as a PDF date (ISO 32000-2, 7.9.4). */
function pdfTime(at: number): string {
  return `D:${new Date(at).toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`;
}

/**
 * Creates the signature field and its widget as one object without extent, with the flags for printed and locked
 * (F 4 + 128).
 */
function addField(revision: Revision, pageRef: PdfRef, signature: PdfRef, sealedBy: string): PdfRef {
  const { file } = revision;
  const page = revision.object(pageRef);
  const catalog = file.object(file.rootRef);
  if (!(page instanceof PdfDict) || !(catalog instanceof PdfDict))
    throw new Error('the first page or the catalog is not a dictionary');
  const field = revision.allocate();
  const structParent = tagWidget(revision, catalog, field, pageRef);
  revision.set(
    field,
    dict({
      Type: name('Annot'),
      Subtype: name('Widget'),
      FT: name('Sig'),
      T: textString('Seal'),
      // Read aloud instead of the field's name (PDF/UA-1, 7.18.4).
      TU: textString(`Seal of ${sealedBy}`),
      V: signature,
      F: 132,
      Rect: [0, 0, 0, 0],
      P: pageRef,
      StructParent: structParent,
    }),
  );
  const annotations = file.resolve(page.get('Annots'));
  const others = Array.isArray(annotations) ? annotations : [];
  const withField = new PdfDict(page).set('Annots', [...others, field]);
  // On a tagged page with annotations, the tab order must follow the structure (PDF/UA-1, 7.18.3).
  if (structParent !== undefined) withField.set('Tabs', name('S'));
  revision.set(pageRef, withField);
  return field;
}

function certifiedCatalog(file: PdfFile, signature: PdfRef, field: PdfRef): PdfObject {
  const catalog = file.object(file.rootRef);
  if (!(catalog instanceof PdfDict)) throw new Error('the catalog is not a dictionary');
  if (catalog.has('AcroForm') || catalog.has('Perms'))
    throw new Error('the file already contains a form or a seal');
  return new PdfDict(catalog)
    .set('AcroForm', dict({ Fields: [field], SigFlags: 3 }))
    .set('Perms', dict({ DocMDP: signature }));
}

function firstPage(file: PdfFile): PdfRef {
  const page = file.pageRef(0);
  if (page === undefined) throw new Error('a file without pages');
  return page;
}

/** Writes the actual byte range over the placeholder, padded with spaces inside its brackets. */
function fillByteRange(bytes: Uint8Array, signatureAt: number, room: number): PreparedSeal {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reserved = `[0 ${unknownOffset} ${unknownOffset} ${unknownOffset}]`;
  const rangeAt = text.indexOf(reserved, signatureAt, 'latin1');
  const start = text.indexOf('/Contents <', signatureAt, 'latin1') + '/Contents '.length;
  const end = start + room * 2 + 2;
  const range = `[0 ${start} ${end} ${bytes.length - end}`.padEnd(reserved.length - 1) + ']';
  text.write(range, rangeAt, 'latin1');
  return { bytes, gap: { start, end } };
}
