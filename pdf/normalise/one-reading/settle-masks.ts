import { isArray, isName, name, PdfDict, PdfName, PdfStream } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import type { OutputFile } from '../source/output-file.ts';
import { componentsOf } from '../source/picture-data.ts';
import { numbersOf } from './sound-function.ts';

/** Spaces in which a group can be blended (ISO 32000-2, 11.6.6). */
const DEVICES = ['DeviceGray', 'DeviceRGB', 'DeviceCMYK'];
const FAMILIES = ['ICCBased', 'CalGray', 'CalRGB'];

/**
 * Makes the soft mask of a graphics state (11.6.5.1) unambiguous, in place, as PDFium interprets it. Anything
 * but a mask with a group counts as no mask, an unknown type counts as opacity, and an invalid backdrop is
 * removed. Transfer functions are removed because MuPDF does not support them.
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
  mask.delete('TR');
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
