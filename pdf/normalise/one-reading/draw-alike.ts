import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { isArray, isName, latin1Text, name } from '../../objects/objects.ts';
import { PdfDict, PdfName, PdfRef, PdfStream } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { serialise } from '../../objects/serialise.ts';
import { decodeStream } from '../source/decode-stream.ts';
import { InflateBudget } from '../source/inflate-budget.ts';
import type { OutputFile } from '../source/output-file.ts';
import { componentsOf } from '../source/picture-data.ts';
import { settleBoxes } from './settle-boxes.ts';
import { settleCmaps } from './settle-cmaps.ts';
import { completeTable, settleColorSpace } from './settle-colors.ts';
import { FONT_FILES, settleFont } from './settle-fonts.ts';
import { settleShading, unclippedShading } from './settle-shadings.ts';
import { settleMask } from './settle-masks.ts';
import { hasNoSize, settlePicture, settlePictureEntries } from './settle-pictures.ts';
import { emptyPattern, isEndlessPattern } from './tiling.ts';

/**
 * Keys in a graphics state that are meant for printing devices (§8.4.5), although some programs apply them on
 * the screen too.
 */
const FOR_MACHINES = ['TR', 'TR2', 'HT', 'BG', 'BG2', 'UCR', 'UCR2', 'OP', 'op', 'OPM'];

const BLEND_MODES = new Set([
  ...['Normal', 'Multiply', 'Screen', 'Overlay', 'Darken', 'Lighten', 'ColorDodge', 'ColorBurn'],
  ...['HardLight', 'SoftLight', 'Difference', 'Exclusion', 'Hue', 'Saturation', 'Color', 'Luminosity'],
]);

/**
 * Removes what programs draw differently. With `compares`, returns true if anything was changed that a program
 * could draw differently.
 */
export function settleDrawing(output: OutputFile, compares: boolean): boolean {
  if (compares) return drawAlikeAndCompare(output);
  drawAlike(output);
  return false;
}

/**
 * Like `drawAlike`, but returns true if it changed anything that a program could draw differently. Fonts do not
 * count, because two engines compare the drawn letters. Completed glyph maps do not count either
 * (settle-composites.ts).
 */
function drawAlikeAndCompare(output: OutputFile): boolean {
  for (const object of output.objects.values()) dropUnapplied(output, object);
  const fontFiles = new Set([...output.objects.values()].flatMap(fontFilesOf));
  const describe = ([num, object]: [number, PdfObject]): [number, string] => [
    num,
    fontFiles.has(num) ? '' : written(output, object),
  ];
  const before = new Map([...output.objects].map(describe));
  drawAlike(output);
  return [...output.objects]
    .map(describe)
    .some(([num, text]) => before.get(num) !== text && !output.completedMaps.has(num));
}

function fontFilesOf(object: PdfObject): number[] {
  const entries = entriesOf(object);
  return FONT_FILES.flatMap((key) => {
    const file = entries?.get(key);
    return file instanceof PdfRef ? [file.num] : [];
  });
}

/** Returns, as text, those parts of an object that programs could draw differently. */
function written(output: OutputFile, object: PdfObject): string {
  const data = object instanceof PdfStream ? createHash('sha256').update(object.bytes).digest('hex') : '';
  const entries = entriesOf(object);
  if (entries && isPartOfFont(output, entries)) return '';
  return latin1Text(serialise(inOneForm(output, entries ?? object))) + data;
}

/** Returns the value without fonts, in a form that all programs interpret the same way. */
function inOneForm(output: OutputFile, value: PdfObject): PdfObject {
  if (isArray(value)) return value.map((item) => inOneForm(output, item));
  if (!(value instanceof PdfDict)) return value;
  if (isPartOfFont(output, value)) return null;
  const entries = new PdfDict([...value].map(([key, item]) => [key, inOneForm(output, item)]));
  // The corners of a box can be in any order.
  const box = entries.get('BBox');
  const sides = (isArray(box) ? box : []).filter((side) => typeof side === 'number');
  const [left = 0, bottom = 0, right = 0, top = 0] = sides;
  if (sides.length === 4)
    entries.set('BBox', [
      Math.min(left, right),
      Math.min(bottom, top),
      Math.max(left, right),
      Math.max(bottom, top),
    ]);
  if (entries.has('BC')) entries.set('BC', output.deref(entries.get('BC') ?? null));
  // The default alternate of a profile (8.6.5.5).
  const alternate = usualAlternates.get(Number(entries.get('N')));
  if (alternate !== undefined && isName(entries.get('Alternate') ?? null, alternate))
    entries.delete('Alternate');
  return entries;
}

const usualAlternates: ReadonlyMap<number, string> = new Map([
  [1, 'DeviceGray'],
  [3, 'DeviceRGB'],
  [4, 'DeviceCMYK'],
]);

const isPartOfFont = (output: OutputFile, entries: PdfDict): boolean =>
  isName(output.deref(entries.get('Type') ?? null), 'Font') ||
  ['Length1', 'Differences', 'CIDSystemInfo', 'FontName'].some((key) => entries.has(key));

/** Removes settings for printing devices that have no effect (table 57). */
function dropUnapplied(output: OutputFile, object: PdfObject): void {
  const dictionary = entriesOf(object);
  if (dictionary === undefined) return;
  const states = entriesOf(output.deref(dictionary.get('ExtGState') ?? null));
  const own = [dictionary, ...[...(states ?? new PdfDict()).values()].map((one) => output.deref(one))];
  for (const one of own) {
    if (!(one instanceof PdfDict)) continue;
    const overprints = one.get('OP') === true || one.get('op') === true;
    if (!overprints) for (const key of ['OP', 'op', 'OPM']) one.delete(key);
    for (const key of FOR_MACHINES)
      if (['Default', 'Identity'].some((known) => isName(one.get(key) ?? null, known))) one.delete(key);
  }
}

/**
 * Removes from a new file what programs draw differently (P-05). The comparison with the original shows whether
 * the pages still look the same. Processes the finished objects, because an object may be reachable in several
 * ways.
 */
function drawAlike(output: OutputFile): void {
  for (const [num, object] of output.objects) {
    settle(output, object);
    const shading = settleShading(output, object);
    if (shading !== undefined) output.objects.set(num, shading);
    if (object instanceof PdfStream) settlePictureEntries(output, object);
    const picture = object instanceof PdfStream ? settlePicture(output, object) : undefined;
    if (picture !== undefined) output.objects.set(num, picture);
    if (object instanceof PdfStream && isEndlessPattern(output, object))
      output.objects.set(num, emptyPattern(object));
    if (object instanceof PdfStream && hasNoSize(output, object)) output.objects.set(num, emptyForm());
  }
}

function settle(output: OutputFile, object: PdfObject): void {
  if (isArray(object)) {
    settleColorSpace(output, object);
    for (const item of object) settle(output, item);
    return;
  }
  const dictionary = entriesOf(object);
  if (dictionary === undefined) return;
  settleBoxes(output, object);
  settleStates(output, dictionary);
  if (dictionary.has('FontFile2')) settleFontFile(output, dictionary.get('FontFile2') ?? null);
  if (isName(dictionary.get('Type') ?? null, 'Font')) settleFont(output, dictionary);
  const spaces = entriesOf(output.deref(dictionary.get('ColorSpace') ?? null));
  if (spaces !== undefined) {
    dropOddDefaults(output, spaces);
    // Inline images may use these spaces.
    for (const value of spaces.values()) {
      const space = output.deref(value);
      if (isArray(space)) completeTable(output, space, 8);
    }
  }
  if (dictionary.has('Shading')) unclippedShading(output, dictionary);
  for (const [key, value] of dictionary) {
    settle(output, value);
    const shading = settleShading(output, value);
    if (shading !== undefined) dictionary.set(key, shading);
  }
}

/** Returns the dictionary of an object. Some programs accept a stream where a dictionary is required. */
function entriesOf(object: PdfObject): PdfDict | undefined {
  if (object instanceof PdfStream) return object.dict;
  return object instanceof PdfDict ? object : undefined;
}

function settleFontFile(output: OutputFile, target: PdfObject): void {
  const file = output.deref(target);
  if (!(target instanceof PdfRef) || !(file instanceof PdfStream)) return;
  const font = decodeStream(file, (value) => output.deref(value ?? null), new InflateBudget());
  const settled = font && settleCmaps(font);
  if (settled === undefined) return;
  const entries = new PdfDict(file.dict).set('Filter', name('FlateDecode')).set('Length1', settled.length);
  entries.delete('DecodeParms');
  output.objects.set(target.num, new PdfStream(entries, deflateSync(settled)));
}

/** Normalizes graphics states. Resources contain many of them, and a pattern contains one. */
function settleStates(output: OutputFile, holder: PdfDict): void {
  const states = entriesOf(output.deref(holder.get('ExtGState') ?? null));
  if (states === undefined) return;
  if (holder.has('PatternType')) settleState(output, states);
  for (const value of states.values()) {
    const state = entriesOf(output.deref(value));
    if (state !== undefined) settleState(output, state);
  }
}

function settleState(output: OutputFile, state: PdfDict): void {
  for (const key of FOR_MACHINES) state.delete(key);
  const given = output.deref(state.get('BM') ?? null);
  if (given !== null && !isBlendMode(given)) state.set('BM', firstKnown(output, given));
  settleMask(output, state);
}

const isBlendMode = (value: PdfObject): boolean => isName(value) && BLEND_MODES.has(value.value);

/**
 * Returns the first known blend mode of a list. Unknown modes count as Normal (ISO 32000-2, 11.3.5 and 11.6.3).
 */
function firstKnown(output: OutputFile, given: PdfObject): PdfObject {
  const known = isArray(given) ? given.map((item) => output.deref(item)).find(isBlendMode) : undefined;
  return known ?? name('Normal');
}

const DEFAULTS = [['DefaultGray', 1] as const, ['DefaultRGB', 3] as const, ['DefaultCMYK', 4] as const];
/** Families that all programs support as replacements for device gray or RGB. */
const DEFAULT_FAMILIES = ['ICCBased', 'CalGray', 'CalRGB'];

/**
 * Removes unusual replacements of device spaces. Resources may replace a device space by one of another family
 * (8.6.5.6), but few programs support all families.
 */
function dropOddDefaults(output: OutputFile, spaces: PdfDict): void {
  for (const [key, count] of DEFAULTS) {
    const space = output.deref(spaces.get(key) ?? null);
    if (isArray(space)) settleColorSpace(output, space);
    const family = isArray(space) ? output.deref(space[0] ?? null) : space;
    const isUsual = family instanceof PdfName && DEFAULT_FAMILIES.includes(family.value);
    const components = componentsOf(space, (value) => output.deref(value ?? null));
    if (!isUsual || components !== count) spaces.delete(key);
  }
}

const emptyForm = (): PdfStream =>
  new PdfStream(
    new PdfDict([
      ['Type', name('XObject')],
      ['Subtype', name('Form')],
      ['BBox', [0, 0, 0, 0]],
    ]),
    new Uint8Array(0),
  );
