import { deflateSync } from 'node:zlib';
import { dict, name, PdfDict, PdfRef, PdfStream, PdfString, stream, textString } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { readTextString } from '../objects/read-text-string.ts';
import { joinFile, startRevision, writeRevision, type Revision } from '../stamp/append-revision.ts';
import { startCanvas } from '../stamp/canvas.ts';
import { drawStamp, type Stamp } from '../stamp/draw-stamp.ts';
import { startImageSet } from '../stamp/embed-image.ts';
import { hanFaceOfFile } from '../text/choose-han.ts';
import { startFontSet } from '../text/embed-fonts.ts';
import { NotAppendable, openSigned } from './open-signed.ts';

export type Mark = {
  /** Counted from 0. */
  page: number;
  /** Shown by the signature field; all on this page. */
  stamps: readonly Stamp[];
  /** ms UTC. */
  at: number;
  /** Name of the signer as shown by readers. */
  name: string;
  reason: string;
  /** The record of signing, which the last mark contains. */
  record?: { bytes: Uint8Array; uploadedBytes: number };
};

export type PreparedMark = {
  readonly bytes: Uint8Array;
  /** Offsets of the `<` of /Contents and after its `>`. */
  readonly gap: { readonly start: number; readonly end: number };
};

const unknownOffset = 9_999_999_999;

/**
 * Appends a revision with one signature field, whose appearance shows the stamps, and `room` bytes for its
 * signature. Nothing else of the file changes, since this is what validators accept after an approval
 * signature (docs/decisions/0049): page contents, other fields and the catalog stay as they are.
 *
 * @throws NotAppendable
 */
export function appendMark(pdf: Uint8Array, mark: Mark, room: number): PreparedMark {
  const file = openSigned(pdf);
  const revision = startRevision(file);
  const pageRef = file.pageRef(mark.page);
  if (pageRef === undefined) throw new NotAppendable(`page ${mark.page + 1}`);
  const appearance = addAppearance(revision, mark);
  const signature = revision.add(signatureDictionary(mark, room));
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
  const { revision: added, offsets } = writeRevision(pdf, revision.changed, {
    file,
    asStream: file.endsInStream,
  });
  return fillByteRange(joinFile([pdf, added]), offsets.get(signature.num) ?? 0, room);
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

/** Draws in the user space of the page, so that the form is placed without scaling. */
function addAppearance(revision: Revision, { stamps, record, at }: Mark): { form: PdfRef; box: number[] } {
  const fonts = startFontSet(revision);
  const images = startImageSet(revision.add);
  const canvas = startCanvas(fonts, 'St1');
  const han = hanFaceOfFile(
    stamps.flatMap((stamp) => (stamp.kind === 'text' ? [stamp.text] : [])),
    '',
  );
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
        // Everything before this byte is the uploaded file.
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

/** In units of user space, beyond the boxes of stamps. */
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
  const held = catalog.get('AcroForm');
  const form = file.resolve(held);
  if (!(form instanceof PdfDict)) throw new NotAppendable('form');
  const flags = file.resolve(form.get('SigFlags'));
  const listed = addToList(revision, form, 'Fields', field);
  const changed = flags === 3 ? listed : new PdfDict(listed ?? form).set('SigFlags', 3);
  if (changed === undefined) return;
  if (held instanceof PdfRef) revision.set(held, changed);
  else revision.set(file.rootRef, new PdfDict(catalog).set('AcroForm', changed));
}

/** Returns the changed holder; undefined if the list is an object on its own, which then changes instead. */
function addToList(revision: Revision, holder: PdfDict, key: string, item: PdfRef): PdfDict | undefined {
  const held = holder.get(key);
  const found = revision.file.resolve(held);
  if (found !== null && !Array.isArray(found)) throw new NotAppendable(key);
  const list = [...(found ?? []), item];
  if (!(held instanceof PdfRef) || found === null) return new PdfDict(holder).set(key, list);
  revision.set(held, list);
  return undefined;
}

/** Returns a name that no field of the form has. */
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

function fillByteRange(bytes: Uint8Array, signatureAt: number, room: number): PreparedMark {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reserved = `[0 ${unknownOffset} ${unknownOffset} ${unknownOffset}]`;
  const rangeAt = text.indexOf(reserved, signatureAt, 'latin1');
  const start = text.indexOf('/Contents <', signatureAt, 'latin1') + '/Contents '.length;
  const end = start + room * 2 + 2;
  text.write(`[0 ${start} ${end} ${bytes.length - end}`.padEnd(reserved.length - 1) + ']', rangeAt, 'latin1');
  return { bytes, gap: { start, end } };
}
