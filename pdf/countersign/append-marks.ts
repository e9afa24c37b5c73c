import { deflateSync } from 'node:zlib';
import { dict, name, PdfDict, PdfRef, PdfStream, PdfString, stream, textString } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { readTextString } from '../objects/read-text-string.ts';
import {
  joinFile,
  startRevision,
  writeRevisionAfter,
  type Revision,
  type WrittenRevision,
} from '../stamp/append-revision.ts';
import { startCanvas } from '../stamp/canvas.ts';
import { drawStamp, type Stamp } from '../stamp/draw-stamp.ts';
import { startImageSet } from '../stamp/embed-image.ts';
import { hanFaceOfFile } from '../text/choose-han.ts';
import { startFontSet } from '../text/embed-fonts.ts';
import { NotAppendable, openSigned, type SignedFile } from './open-signed.ts';

export type Mark = {
  /** Page number from 0. */
  page: number;
  /** Stamps shown by the signature field, all on this page. */
  stamps: readonly Stamp[];
  /** Signing time in ms UTC. */
  at: number;
  /** Name of the signer as shown by PDF readers. */
  name: string;
  reason: string;
  /** The signing record, which the last mark contains. */
  record?: { bytes: Uint8Array; uploadedBytes: number };
};

/** A mark and the number of bytes reserved for its signature. */
export type MarkWithRoom = Mark & { room: number };

/**
 * Offsets from the start of the file: the `<` of /Contents, the byte after its `>`, and the end of the
 * revision.
 */
export type MarkGap = { readonly start: number; readonly end: number; readonly fileEnd: number };

export type PreparedMarks = {
  /** The bytes to append to the file. */
  readonly added: Uint8Array;
  /** Gaps for the signatures, in the order of the marks. */
  readonly gaps: readonly MarkGap[];
};

const unknownOffset = 9_999_999_999;

/**
 * Appends one revision per mark. Each adds a signature field with the stamps as its appearance and `room` bytes
 * for its signature. Page contents, other fields and the catalog remain unchanged, because validators accept
 * nothing else after an approval signature (docs/decisions/0049). The file is read only once, because a
 * signature does not change the size of what follows it.
 *
 * @throws NotAppendable
 */
export function appendMarks(pdf: Uint8Array, marks: readonly MarkWithRoom[]): PreparedMarks {
  const opened = openSigned(pdf);
  const changed = new Map<number, PdfObject>();
  const object = (target: PdfRef | number): PdfObject =>
    changed.get(typeof target === 'number' ? target : target.num) ?? opened.object(target);
  const resolve = (value: PdfObject | undefined): PdfObject => {
    let current = value ?? null;
    for (let hops = 0; current instanceof PdfRef && hops < 32; hops += 1) current = object(current);
    return current;
  };
  const added: Uint8Array[] = [];
  const gaps: MarkGap[] = [];
  let file: SignedFile = { ...opened, object, resolve };
  let base: Pick<Uint8Array, 'length' | 'at'> = pdf;
  for (const mark of marks) {
    const { revision, signature } = addMark(file, mark);
    const written = writeRevisionAfter(base, revision.changed, { file, asStream: file.endsInStream });
    gaps.push(fillByteRange(written, base.length, signature, mark.room));
    added.push(written.revision);
    for (const [num, value] of revision.changed) changed.set(num, value);
    const { startxref, trailer } = written;
    const size = Number(trailer.get('Size'));
    const id = trailer.get('ID') ?? null;
    file = { ...file, startxref, size, trailer: new PdfDict(file.trailer).set('ID', id) };
    base = { length: base.length + written.revision.length, at: () => lineFeed };
  }
  return { added: joinFile(added), gaps };
}

/** Every revision ends with a line feed. */
const lineFeed = 0x0a;

function addMark(file: SignedFile, mark: MarkWithRoom): { revision: Revision; signature: PdfRef } {
  const revision = startRevision(file);
  const pageRef = file.pageRef(mark.page);
  if (pageRef === undefined) throw new NotAppendable(`page ${mark.page + 1}`);
  const appearance = addAppearance(revision, mark);
  const signature = revision.add(signatureDictionary(mark, mark.room));
  const field = revision.add(
    dict({
      Type: name('Annot'),
      Subtype: name('Widget'),
      FT: name('Sig'),
      T: textString(freeName(revision)),
      TU: textString(describe(mark)),
      V: signature,
      F: 132,
      Rect: appearance.box,
      P: pageRef,
      AP: dict({ N: appearance.form }),
    }),
  );
  addToPage(revision, pageRef, field);
  addToForm(revision, field);
  return { revision, signature };
}

const describe = ({ stamps, name: by }: Mark): string =>
  stamps.flatMap(({ alt }) => (alt ? [alt] : [])).join('; ') || `Seal of ${by}`;

function signatureDictionary({ at, name: by, reason }: Mark, room: number): PdfDict {
  return dict({
    Type: name('Sig'),
    Filter: name('Adobe.PPKLite'),
    SubFilter: name('ETSI.CAdES.detached'),
    ByteRange: [0, unknownOffset, unknownOffset, unknownOffset],
    Contents: new PdfString(new Uint8Array(room), true),
    M: textString(pdfTime(at)),
    Name: textString(by),
    Reason: textString(reason),
  });
}

/** Formats `at` (ms UTC) as a PDF date (ISO 32000-2, 7.9.4). */
const pdfTime = (at: number): string => `D:${new Date(at).toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`;

/** Draws in the page's user space, so that the form needs no scaling. */
function addAppearance(revision: Revision, { stamps, record, at }: Mark): { form: PdfRef; box: number[] } {
  const fonts = startFontSet(revision);
  const images = startImageSet(revision.add);
  const canvas = startCanvas(fonts, 'St1');
  const han = hanFaceOfFile(stamps.flatMap((stamp) => (stamp.kind === 'text' ? [stamp.text] : [])));
  for (const stamp of stamps) drawStamp(canvas, stamp.kind === 'text' ? { han, ...stamp } : stamp, images);
  const content = canvas.contentStream();
  const resources = canvas.resources(new PdfDict(), revision.file.resolve);
  fonts.finish();
  const box = boundsOf(stamps);
  const time = textString(pdfTime(at));
  const piece =
    record &&
    dict({
      CountersignRecord: dict({
        LastModified: time,
        // The uploaded file is everything before this offset.
        Uploaded: record.uploadedBytes,
        Private: revision.add(
          stream({ Type: name('EmbeddedFile'), Filter: name('FlateDecode') }, deflateSync(record.bytes)),
        ),
      }),
    });
  const form = new PdfDict(content.dict)
    .set('Type', name('XObject'))
    .set('Subtype', name('Form'))
    .set('BBox', box)
    .set('Resources', resources);
  if (piece) form.set('PieceInfo', piece).set('LastModified', time);
  return { form: revision.add(new PdfStream(form, content.bytes)), box };
}

/** Margin around the boxes of stamps in user space units. */
const margin = 2;

function boundsOf(stamps: readonly Stamp[]): number[] {
  const corners = stamps.flatMap(({ matrix: [a, b, c, d, e, f], width, height }) =>
    [0, width].flatMap((x) => [0, height].map((y) => [a * x + c * y + e, b * x + d * y + f] as const)),
  );
  if (corners.length === 0) return [0, 0, 0, 0];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const round = (value: number): number => Math.round(value * 100) / 100;
  return [
    Math.min(...xs) - margin,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin,
    Math.max(...ys) + margin,
  ].map(round);
}

function addToPage(revision: Revision, pageRef: PdfRef, field: PdfRef): void {
  const page = revision.object(pageRef);
  if (!(page instanceof PdfDict)) throw new NotAppendable('page');
  const changed = addToList(revision, page, 'Annots', field);
  if (changed) revision.set(pageRef, changed);
}

function addToForm(revision: Revision, field: PdfRef): void {
  const { file } = revision;
  const catalog = revision.object(file.rootRef);
  if (!(catalog instanceof PdfDict)) throw new NotAppendable('catalog');
  const formEntry = catalog.get('AcroForm');
  const form = file.resolve(formEntry);
  if (!(form instanceof PdfDict)) throw new NotAppendable('form');
  const flags = file.resolve(form.get('SigFlags'));
  const listed = addToList(revision, form, 'Fields', field);
  const changed = flags === 3 ? listed : new PdfDict(listed ?? form).set('SigFlags', 3);
  if (changed === undefined) return;
  if (formEntry instanceof PdfRef) revision.set(formEntry, changed);
  else revision.set(file.rootRef, new PdfDict(catalog).set('AcroForm', changed));
}

/**
 * Adds an item to a list. Returns the changed holder, or undefined if the list is a separate object, which is
 * then changed instead.
 */
function addToList(revision: Revision, holder: PdfDict, key: string, item: PdfRef): PdfDict | undefined {
  const value = holder.get(key);
  const resolved = revision.file.resolve(value);
  if (resolved !== null && !Array.isArray(resolved)) throw new NotAppendable(key);
  const list = [...(resolved ?? []), item];
  if (!(value instanceof PdfRef) || resolved === null) return new PdfDict(holder).set(key, list);
  revision.set(value, list);
  return undefined;
}

/** Returns a field name that does not occur in the form. */
function freeName(revision: Revision): string {
  const { file } = revision;
  const catalog = file.object(file.rootRef);
  const form = catalog instanceof PdfDict ? file.resolve(catalog.get('AcroForm')) : null;
  const fields = form instanceof PdfDict ? file.resolve(form.get('Fields')) : null;
  const taken = new Set(
    (Array.isArray(fields) ? fields : []).map((item: PdfObject) => {
      const field = file.resolve(item);
      const title = field instanceof PdfDict ? file.resolve(field.get('T')) : null;
      return title instanceof PdfString ? readTextString(title) : '';
    }),
  );
  for (let at = 1; ; at += 1) if (!taken.has(`Countersign ${at}`)) return `Countersign ${at}`;
}

/** `before` is the length of the file before the revision. */
function fillByteRange(
  { revision, offsets }: WrittenRevision,
  before: number,
  signature: PdfRef,
  room: number,
): MarkGap {
  const text = Buffer.from(revision.buffer, revision.byteOffset, revision.byteLength);
  const signatureAt = (offsets.get(signature.num) ?? 0) - before;
  const reserved = `[0 ${unknownOffset} ${unknownOffset} ${unknownOffset}]`;
  const rangeAt = text.indexOf(reserved, signatureAt, 'latin1');
  const start = before + text.indexOf('/Contents <', signatureAt, 'latin1') + '/Contents '.length;
  const end = start + room * 2 + 2;
  const fileEnd = before + revision.length;
  text.write(`[0 ${start} ${end} ${fileEnd - end}`.padEnd(reserved.length - 1) + ']', rangeAt, 'latin1');
  return { start, end, fileEnd };
}
