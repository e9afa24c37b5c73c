import { isArray, isName, latin1Bytes, name, PdfDict, PdfName, PdfStream } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { decodeStream } from '../source/decode-stream.ts';
import { InflateBudget } from '../source/inflate-budget.ts';
import type { OutputFile } from '../source/output-file.ts';
import { componentsOf } from '../source/picture-data.ts';
import { numbersOf } from './sound-function.ts';

/** Spaces in which a group can be blended (ISO 32000-2, 11.6.6). */
const DEVICES = ['DeviceGray', 'DeviceRGB', 'DeviceCMYK'];
const FAMILIES = ['ICCBased', 'CalGray', 'CalRGB'];

/**
 * Makes the soft mask of a graphics state (11.6.5.1) unambiguous, in place, as PDFium interprets it. Anything
 * but a mask with a group counts as no mask, an unknown type counts as opacity, and an invalid backdrop is
 * removed. MuPDF does not support transfer functions. An inversion, which browsers write to exclude an area, is
 * replaced by an equal mask without one. All other transfer functions are removed.
 */
export function settleMask(output: OutputFile, state: PdfDict): void {
  if (!state.has('SMask')) return;
  const mask = output.deref(state.get('SMask') ?? null);
  const group = mask instanceof PdfDict ? output.deref(mask.get('G') ?? null) : null;
  if (!(mask instanceof PdfDict) || !(group instanceof PdfStream)) {
    state.set('SMask', name('None'));
    return;
  }
  const isBrightness = isName(output.deref(mask.get('S') ?? null), 'Luminosity');
  mask.set('Type', name('Mask')).set('S', name(isBrightness ? 'Luminosity' : 'Alpha'));
  const space = settleGroup(output, group);
  const components = componentsOf(space, (value) => output.deref(value ?? null));
  const backdrop = numbersOf(output, mask, 'BC');
  const isInRange = backdrop?.every((value) => value >= 0 && value <= 1) === true;
  if (!isBrightness || !isInRange || backdrop?.length !== components) mask.delete('BC');
  else mask.set('BC', backdrop ?? null);
  const transfer = mask.get('TR');
  mask.delete('TR');
  if (transfer !== undefined && isInversion(output, transfer)) invert(output, mask);
}

/**
 * Returns the color space of a group. Without /Group, some programs draw as if there were no mask. Without a
 * valid color space, programs calculate the brightness in different ones.
 */
function settleGroup(output: OutputFile, group: PdfStream): PdfObject {
  const given = output.deref(group.dict.get('Group') ?? null);
  const entries = given instanceof PdfDict ? given : new PdfDict();
  const space = output.deref(entries.get('CS') ?? null);
  const family = isArray(space) ? output.deref(space[0] ?? null) : space;
  const isValid =
    family instanceof PdfName &&
    (DEVICES.includes(family.value) || (isArray(space) && FAMILIES.includes(family.value)));
  const settled = isValid ? space : name('DeviceGray');
  entries.set('S', name('Transparency'));
  if (!isValid) entries.set('CS', settled);
  if (entries !== given) group.dict.set('Group', entries);
  return settled;
}

/** Programs that return 1 − x, or 0 for everything that is visible at all. */
const INVERSIONS = ['{ 1 exch sub }', '{ neg 1 add }', '{ 1 sub neg }', '{ 0 gt { 0 } { 1 } ifelse }'];

function isInversion(output: OutputFile, value: PdfObject): boolean {
  const resolved = output.deref(value);
  const entries = resolved instanceof PdfStream ? resolved.dict : resolved;
  if (!(entries instanceof PdfDict)) return false;
  const is = (key: string, ...wanted: number[]): boolean =>
    String(numbersOf(output, entries, key)) === String(wanted);
  if (output.deref(entries.get('FunctionType') ?? null) === 2)
    return is('C0', 1) && is('C1', 0) && output.deref(entries.get('N') ?? null) === 1;
  if (output.deref(entries.get('FunctionType') ?? null) !== 4 || !(resolved instanceof PdfStream))
    return false;
  const bytes = decodeStream(resolved, (one) => output.deref(one ?? null), new InflateBudget());
  const program = Buffer.from(bytes ?? []).toString('latin1');
  return INVERSIONS.includes((program.match(/[{}]|[^\s{}]+/g) ?? []).join(' '));
}

/** A distance larger than any page in any unit. */
const FAR = 1_000_000;
const EVERYWHERE = `${-FAR} ${-FAR} ${2 * FAR} ${2 * FAR} re f`;

/** Inverts a mask, by drawing it in black on a white background. */
function invert(output: OutputFile, mask: PdfDict): void {
  const state = new PdfDict([
    ['Type', name('ExtGState')],
    ['SMask', new PdfDict(mask)],
  ]);
  const states = new PdfDict([['Mask', output.add(state)]]);
  const group = new PdfDict([
    ['Type', name('XObject')],
    ['Subtype', name('Form')],
    ['BBox', [-FAR, -FAR, FAR, FAR]],
    ['Resources', new PdfDict([['ExtGState', states]])],
    [
      'Group',
      new PdfDict([
        ['S', name('Transparency')],
        ['CS', name('DeviceGray')],
      ]),
    ],
  ]);
  const drawn = new PdfStream(group, latin1Bytes(`1 g ${EVERYWHERE} /Mask gs 0 g ${EVERYWHERE}`));
  mask.set('S', name('Luminosity')).set('G', output.add(drawn));
  mask.delete('BC');
}
