import { isArray, isDict, PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { readTextString } from '../objects/read-text-string.ts';
import {
  HIDDEN,
  NO_ROTATE,
  NO_VIEW,
  normalAppearance,
  placeAppearance,
} from '../normalise/annotations/annotation-appearance.ts';
import { arrayAt } from '../normalise/signatures/find-signatures.ts';
import { decodeStream } from '../normalise/source/decode-stream.ts';
import { readBox, readPageGeometry } from '../normalise/source/page-geometry.ts';
import type { SourcePage } from '../normalise/source/page-tree.ts';
import type { LiveContent } from '../normalise/source/refusals.ts';
import type { SourceFile } from '../normalise/source/source-file.ts';

/** Text that an annotation has to show. `name` is the annotation's name in pdf.js. `page` counts from 1. */
export type ShownText = { readonly page: number; readonly name: string; readonly text: string };

/**
 * Finds annotations that could look different in a program, in print or under the pointer from what the signers
 * see (ISO 32000-2, 12.5). They remain in a file that is only appended to. `page` counts from 1. `texts` must be
 * compared with the drawn content.
 */
export function findLive(
  file: SourceFile,
  pages: readonly SourcePage[],
): { live?: { kind: LiveContent; page: number }; texts: ShownText[] } {
  const texts: ShownText[] = [];
  for (const [index, { dict }] of pages.entries()) {
    const page = index + 1;
    const { rotate } = readPageGeometry(dict, file.resolve);
    for (const item of arrayAt(file, dict, 'Annots')) {
      const annotation = file.resolve(item);
      if (!isDict(annotation)) continue;
      const kind = liveIn(file, annotation, rotate);
      if (kind) return { live: { kind, page }, texts };
      const text = textToShow(file, annotation);
      if (text !== undefined) texts.push({ page, name: nameInPdfJs(item), text });
    }
  }
  return { texts };
}

/** Annotation flags (12.5.3). */
const PRINT = 1 << 2;
const NO_ZOOM = 1 << 3;
const TOGGLE_NO_VIEW = 1 << 8;
/** Field flags (12.7.5.2 and 12.7.5.4). */
const PUSH_BUTTON = 1 << 16;
const COMBO = 1 << 17;

/** Annotation types whose appearance stream is drawn by all programs. */
const drawn: ReadonlySet<string> = new Set([
  ...['Widget', 'FreeText', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Highlight', 'Underline'],
  ...['Squiggly', 'StrikeOut', 'Stamp', 'Caret', 'Ink', 'Redact'],
]);

function liveIn(file: SourceFile, annotation: PdfDict, rotate: number): LiveContent | undefined {
  const flags = numberOf(file, annotation.get('F'));
  if ((flags & HIDDEN) !== 0) return undefined;
  const subtype = nameOf(file, annotation.get('Subtype'));
  if (subtype === 'Link') return hasFrame(file, annotation) ? 'drawn-differently' : undefined;
  // A popup shows the text of its note, which is checked separately.
  if (subtype === 'Popup') return undefined;
  const [isShown, isPrinted] = [(flags & NO_VIEW) === 0, (flags & PRINT) !== 0];
  const isToggled = (flags & TOGGLE_NO_VIEW) !== 0;
  if (!isShown && !isPrinted && !isToggled) return undefined;
  if (readBox(annotation.get('Rect'), file.resolve) === undefined) return undefined;
  if (!drawn.has(subtype)) return 'drawn-differently';
  if (isInk(file, annotation, rotate)) {
    const isTurned = (flags & NO_ROTATE) !== 0 && rotate !== 0;
    if (isShown !== isPrinted || isToggled || isTurned || (flags & NO_ZOOM) !== 0)
      return 'prints-differently';
  }
  if (reacts(file, annotation)) return 'reacts';
  return subtype === 'Widget' ? liveField(file, annotation) : liveNote(file, annotation, subtype);
}

function isInk(file: SourceFile, annotation: PdfDict, rotate: number): boolean {
  const stream = file.resolve(normalAppearance(file, annotation));
  return (
    stream instanceof PdfStream &&
    stream.bytes.length > 0 &&
    placeAppearance(file, annotation, stream, rotate) !== undefined
  );
}

/** Programs draw a frame around a link, by default one point wide (12.5.4). */
function hasFrame(file: SourceFile, link: PdfDict): boolean {
  if (file.resolve(normalAppearance(file, link)) instanceof PdfStream) return true;
  const style = file.dictAt(link, 'BS');
  const border = file.resolve(link.get('Border'));
  const color = file.resolve(link.get('C'));
  if (isArray(color) && color.length === 0) return false;
  const width = style ? (file.resolve(style.get('W')) ?? 1) : isArray(border) ? file.resolve(border[2]) : 1;
  return width !== 0;
}

/** Returns true if the annotation changes its appearance or caption when someone points at it or clicks it. */
function reacts(file: SourceFile, annotation: PdfDict): boolean {
  const appearances = file.dictAt(annotation, 'AP');
  const normal = file.resolve(appearances?.get('N'));
  const hasOther = ['R', 'D'].some((key) => {
    const other = file.resolve(appearances?.get(key));
    return other !== null && other !== normal;
  });
  const captions = file.dictAt(annotation, 'MK');
  return hasOther || ['RC', 'AC', 'RI', 'IX'].some((key) => captions?.has(key) === true);
}

/** The text of a note appears only in a popup. A free text annotation must show its text on the page. */
function liveNote(file: SourceFile, note: PdfDict, subtype: string): LiveContent | undefined {
  if (!(file.resolve(normalAppearance(file, note)) instanceof PdfStream)) return 'drawn-differently';
  if (subtype === 'FreeText') return undefined;
  return textIn(file, note.get('Contents')) === '' && textIn(file, note.get('RC')) === ''
    ? undefined
    : 'reacts';
}

function liveField(file: SourceFile, widget: PdfDict): LiveContent | undefined {
  const appearance = file.dictAt(widget, 'AP')?.get('N');
  const normal = file.resolve(appearance);
  const captions = file.dictAt(widget, 'MK');
  const isPainted = ['BG', 'BC'].some((key) => {
    const color = file.resolve(captions?.get(key));
    return isArray(color) && color.length > 0;
  });
  const type = nameOf(file, inherited(file, widget, 'FT'));
  const flags = numberOf(file, inherited(file, widget, 'Ff'));
  const isToggle = type === 'Btn' && (flags & PUSH_BUTTON) === 0;
  if (isToggle) return isInState(file, widget, normal) ? undefined : 'value-differs';
  if (normal instanceof PdfStream)
    return type === 'Ch' && (flags & COMBO) === 0 ? 'drawn-differently' : undefined;
  if (normal !== null || isPainted) return 'drawn-differently';
  return type !== 'Sig' && valueOf(file, widget) !== '' ? 'value-differs' : undefined;
}

/**
 * Returns false if the value of a check box contradicts its appearance state, because programs use one or the
 * other.
 */
function isInState(file: SourceFile, widget: PdfDict, normal: PdfObject): boolean {
  const value = nameOf(file, inherited(file, widget, 'V')) || 'Off';
  const state = nameOf(file, widget.get('AS')) || 'Off';
  if (!(normal instanceof PdfDict)) return value === 'Off' && state === 'Off';
  return state === (normal.has(value) ? value : 'Off');
}

/** Returns the text that a field or free text annotation must show, or undefined for other annotations. */
function textToShow(file: SourceFile, annotation: PdfDict): string | undefined {
  const flags = numberOf(file, annotation.get('F'));
  const subtype = nameOf(file, annotation.get('Subtype'));
  const isVisible = (flags & HIDDEN) === 0 && ((flags & NO_VIEW) === 0 || (flags & PRINT) !== 0);
  if (!isVisible || readBox(annotation.get('Rect'), file.resolve) === undefined) return undefined;
  if (!(file.resolve(normalAppearance(file, annotation)) instanceof PdfStream)) return undefined;
  if (subtype === 'FreeText') return textIn(file, annotation.get('Contents'));
  const type = nameOf(file, inherited(file, annotation, 'FT'));
  return subtype === 'Widget' && (type === 'Tx' || type === 'Ch') ? valueOf(file, annotation) : undefined;
}

/** A choice field shows the text of its option (12.7.5.4). */
function valueOf(file: SourceFile, widget: PdfDict): string {
  const value = textIn(file, inherited(file, widget, 'V'));
  const options = file.resolve(inherited(file, widget, 'Opt'));
  const pairs = (isArray(options) ? options : []).map((option) => file.resolve(option)).filter(isArray);
  const chosen = pairs.find(([own]) => textIn(file, own) === value);
  return chosen ? textIn(file, chosen[1]) : value;
}

function inherited(file: SourceFile, field: PdfDict, key: string): PdfObject | undefined {
  let holder: PdfDict | undefined = field;
  for (let depth = 0; holder && depth < 32; depth += 1) {
    if (holder.has(key)) return holder.get(key);
    holder = file.dictAt(holder, 'Parent');
  }
  return undefined;
}

function textIn(file: SourceFile, value: PdfObject | undefined): string {
  const resolved = file.resolve(value);
  if (resolved instanceof PdfString) return readTextString(resolved);
  if (isArray(resolved)) return resolved.map((item) => textIn(file, item)).join(' ');
  if (!(resolved instanceof PdfStream)) return '';
  const decoded = decodeStream(resolved, file.resolve, file.budget);
  return decoded ? readTextString(new PdfString(decoded)) : '';
}

function numberOf(file: SourceFile, value: PdfObject | undefined): number {
  const resolved = file.resolve(value);
  return typeof resolved === 'number' ? resolved : 0;
}

function nameOf(file: SourceFile, value: PdfObject | undefined): string {
  const resolved = file.resolve(value);
  return resolved instanceof PdfName ? resolved.value : '';
}

/**
 * Returns the annotation's name in pdf.js. An annotation that is not a separate object has a different name,
 * which is not needed.
 */
const nameInPdfJs = (item: PdfObject): string =>
  item instanceof PdfRef ? `${item.num}R${item.gen === 0 ? '' : item.gen}` : '';
