import {
  isDict,
  isName,
  name,
  PdfDict,
  PdfRef,
  PdfString,
  textString,
  type PdfObject,
  type PdfStream,
} from '../../objects/objects.ts';
import { readTextString } from '../../objects/read-text-string.ts';
import { changeObjects, freeNumber } from '../source/change-objects.ts';
import { frameAppearance } from './frame-appearance.ts';
import type { SourcePage } from '../source/page-tree.ts';
import { settleColor } from '../one-reading/settle-color.ts';
import type { SourceFile } from '../source/source-file.ts';

type Place = { pageIndex: number; index: number; kind: string };

/** Bits of /Ff: a password field, which shows dots (table 231), and a drop-down list (table 233). */
const PASSWORD = 1 << 13;
const COMBO = 1 << 17;

/**
 * Returns the value that a text field or drop-down list shows. Returns '' for other fields and for passwords.
 */
export function shownValue(file: SourceFile, widget: PdfDict): string {
  const given = inherited(file, widget, 'Ff');
  const flags = typeof given === 'number' ? given : 0;
  const value = inherited(file, widget, 'V');
  const type = inherited(file, widget, 'FT');
  if (isName(type, 'Tx') && (flags & PASSWORD) === 0 && value instanceof PdfString)
    return readTextString(value);
  return isName(type, 'Ch') && (flags & COMBO) !== 0 ? readTextString(shownChoice(file, widget)) : '';
}

/**
 * Returns the file adapted so that PDFium generates correct appearances for these annotations and fields.
 * /MaxLen is removed if the value is longer, because PDFium would truncate it. A drop-down list becomes a text
 * field with the displayed value, because PDFium draws an arrow button over the value and omits border and
 * alignment. Returns undefined if a value would be truncated anyway.
 */
export function settleFields(
  file: SourceFile,
  pages: readonly SourcePage[],
  places: readonly Place[],
): Uint8Array | undefined {
  const changed = new Map<number, PdfDict | PdfStream>();
  let free: number | undefined;
  let unreachable = false;
  const names = new Map<string, number>();
  for (const [at, { pageIndex, index, kind }] of places.entries()) {
    const items = file.resolve(pages[pageIndex]?.dict.get('Annots'));
    const item = Array.isArray(items) ? items[index] : undefined;
    if (kind === 'annotation') {
      const annotation = file.resolve(item);
      const colored = isDict(annotation) ? settleColor(file, annotation) : undefined;
      if (colored && item instanceof PdfRef) changed.set(item.num, colored);
      continue;
    }
    const field = fieldOf(file, item);
    const longText = field && settledText(file, field.dict);
    const settled = renamed(file, field, longText ?? (field && settledChoice(file, field.dict)), names);
    if (settled && field?.num !== undefined) changed.set(field.num, settled);
    else unreachable ||= longText !== undefined;
    const drawn = kind === 'field' ? withoutPicture(file, item, changed) : undefined;
    if (drawn && item instanceof PdfRef) changed.set(item.num, drawn);
    const widget = kind === 'frame' ? file.resolve(item) : undefined;
    const frame = isDict(widget) ? frameAppearance(file, widget) : undefined;
    if (!isDict(widget) || !frame || !(item instanceof PdfRef)) continue;
    free ??= freeNumber(file);
    changed.set(free + at, frame);
    changed.set(item.num, withFrame(file, widget, new PdfRef(free + at)));
  }
  if (unreachable) return undefined;
  return changed.size > 0 ? changeObjects(file, changed) : file.bytes;
}

/**
 * Renames a field with the same name as an earlier one. PDFium treats fields with equal names as one field and
 * draws the value of the first one in each.
 */
function renamed(
  file: SourceFile,
  field: { num: number | undefined; dict: PdfDict } | undefined,
  settled: PdfDict | undefined,
  names: Map<string, number>,
): PdfDict | undefined {
  const given = field && file.resolve(field.dict.get('T'));
  if (field?.num === undefined || !(given instanceof PdfString)) return settled;
  const type = inherited(file, field.dict, 'FT');
  if (!isName(type, 'Tx') && !isName(type, 'Ch')) return settled;
  const key = readTextString(given);
  const first = names.get(key) ?? field.num;
  names.set(key, first);
  return first === field.num
    ? settled
    : new PdfDict(settled ?? field.dict).set('T', textString(`${key} ${field.num}`));
}

/**
 * Returns the widget of a text or choice field without its previous appearance, or undefined if it has none.
 * PDFium would search that appearance for the field's font and could find a different one with the same name.
 */
function withoutPicture(
  file: SourceFile,
  item: PdfObject | undefined,
  changed: ReadonlyMap<number, PdfDict | PdfStream>,
): PdfDict | undefined {
  const widget = (item instanceof PdfRef ? changed.get(item.num) : undefined) ?? file.resolve(item);
  const type = isDict(widget) ? inherited(file, widget, 'FT') : null;
  if (!isDict(widget) || !widget.has('AP') || !(isName(type, 'Tx') || isName(type, 'Ch'))) return undefined;
  const plain = new PdfDict(widget);
  plain.delete('AP');
  return plain;
}

/** Returns a button with this appearance for its current state, which had none. */
function withFrame(file: SourceFile, widget: PdfDict, frame: PdfRef): PdfDict {
  const states = file.resolve(file.dictAt(widget, 'AP')?.get('N'));
  const normal = new PdfDict(isDict(states) ? states : []).set('Off', frame);
  return new PdfDict(widget).set('AS', name('Off')).set('AP', new PdfDict([['N', normal]]));
}

/** Returns the field of a widget: the widget itself, or its parent if the widget has no name (§12.7.4.1). */
function fieldOf(
  file: SourceFile,
  item: PdfObject | undefined,
): { num: number | undefined; dict: PdfDict } | undefined {
  const widget = file.resolve(item);
  if (!isDict(widget)) return undefined;
  const isOwn = widget.has('T') || file.dictAt(widget, 'Parent') === undefined;
  const holder = isOwn ? item : widget.get('Parent');
  const resolved = file.resolve(holder);
  return isDict(resolved)
    ? { num: holder instanceof PdfRef ? holder.num : undefined, dict: resolved }
    : undefined;
}

function settledText(file: SourceFile, field: PdfDict): PdfDict | undefined {
  const value = inherited(file, field, 'V');
  const limit = inherited(file, field, 'MaxLen');
  if (!isName(inherited(file, field, 'FT'), 'Tx') || typeof limit !== 'number') return undefined;
  const length = value instanceof PdfString ? readTextString(value).length : 0;
  return length > limit ? new PdfDict(field).set('MaxLen', length) : undefined;
}

function settledChoice(file: SourceFile, field: PdfDict): PdfDict | undefined {
  const flags = inherited(file, field, 'Ff');
  const isCombo = typeof flags === 'number' && (flags & COMBO) !== 0;
  if (!isName(inherited(file, field, 'FT'), 'Ch') || !isCombo) return undefined;
  const text = new PdfDict(field).set('FT', name('Tx')).set('Ff', 0).set('V', shownChoice(file, field));
  for (const key of ['Opt', 'I', 'TI']) text.delete(key);
  return text;
}

/** Options may be pairs of an export value and a displayed text (table 234). */
function shownChoice(file: SourceFile, field: PdfDict): PdfString {
  const given = inherited(file, field, 'V');
  const value = Array.isArray(given) ? file.resolve(given[0]) : given;
  if (!(value instanceof PdfString)) return new PdfString(new Uint8Array(0));
  const options = inherited(file, field, 'Opt');
  for (const option of Array.isArray(options) ? options.map(file.resolve) : []) {
    const [exported, shown] = Array.isArray(option) ? option.map(file.resolve) : [];
    if (exported instanceof PdfString && shown instanceof PdfString && isSame(exported, value)) return shown;
  }
  return value;
}

const isSame = (a: PdfString, b: PdfString): boolean => readTextString(a) === readTextString(b);

function inherited(file: SourceFile, field: PdfDict, key: string): PdfObject {
  let holder: PdfDict | undefined = field;
  for (let up = 0; holder !== undefined && up < 32; up++) {
    const value = file.resolve(holder.get(key));
    if (value !== null) return value;
    holder = file.dictAt(holder, 'Parent');
  }
  return null;
}
