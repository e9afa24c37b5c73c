import { isArray, PdfDict, PdfName, PdfStream, type PdfObject } from '../../objects/objects.ts';
import { isName, name } from '../../objects/objects.ts';
import type { OutputFile } from '../source/output-file.ts';
import { componentsOf } from '../source/picture-data.ts';
import { settleColorSpace, tableOf } from './settle-colors.ts';
import { isSoundFunction, numbersOf } from './sound-function.ts';

/** Allowed numbers of bits for coordinates, components and flags in meshes (ISO 32000-2, 8.7.4.5.5). */
const BITS = {
  BitsPerCoordinate: [1, 2, 4, 8, 12, 16, 24, 32],
  BitsPerComponent: [1, 2, 4, 8, 12, 16],
  BitsPerFlag: [2, 4, 8],
};

/**
 * Returns a shading that draws nothing, as a replacement for an incomplete or contradictory one. Returns
 * undefined for a valid one. Programs invent missing values: some draw a single color, others nothing.
 */
export function settleShading(output: OutputFile, object: PdfObject): PdfDict | undefined {
  const entries = object instanceof PdfStream ? object.dict : object;
  if (!(entries instanceof PdfDict) || !entries.has('ShadingType')) return undefined;
  tabulate(output, entries);
  return isSound(output, entries, object instanceof PdfStream) ? undefined : drawsNothing();
}

/**
 * Removes the shading's box, because pdf.js does not clip patterns to it. The rendered page shows whether that
 * matters.
 */
export function unclippedShading(output: OutputFile, pattern: PdfDict): void {
  const shading = output.deref(pattern.get('Shading') ?? null);
  const entries = shading instanceof PdfStream ? shading.dict : shading;
  if (!(entries instanceof PdfDict) || !entries.has('BBox')) return;
  const copy = new PdfDict(entries);
  copy.delete('BBox');
  pattern.set(
    'Shading',
    output.add(shading instanceof PdfStream ? new PdfStream(copy, shading.bytes) : copy),
  );
}

/** Replaces a function that programs calculate differently by a table of PDFium's colors. */
function tabulate(output: OutputFile, entries: PdfDict): void {
  const [space, given] = ['ColorSpace', 'Function'].map((key) => output.deref(entries.get(key) ?? null));
  const colors = componentsOf(space ?? null, (value) => output.deref(value ?? null));
  const type = output.deref(entries.get('ShadingType') ?? null);
  if (isArray(given) || !entries.has('Function') || colors === undefined || type === 1) return;
  if (isSoundFunction(output, given ?? null, { inputs: 1, outputs: colors })) return;
  const domain = entries.has('Domain') ? numbersOf(output, entries, 'Domain') : [0, 1];
  if (domain?.length !== 2 || domain[0] !== 0 || domain[1] !== 1) return;
  const table = tableOf(output, [name('Separation'), name('Shade'), space!, entries.get('Function')!], 1);
  if (table !== undefined) entries.set('ColorSpace', name('DeviceRGB')).set('Function', table);
}

/** Returns a gradient that begins and ends far outside the page. */
const drawsNothing = (): PdfDict =>
  new PdfDict([
    ['ShadingType', 2],
    ['ColorSpace', name('DeviceGray')],
    ['Coords', [-30_000, 0, -29_999, 0]],
    ['Extend', [false, false]],
    [
      'Function',
      new PdfDict([
        ['FunctionType', 2],
        ['Domain', [0, 1]],
        ['C0', [1]],
        ['C1', [1]],
        ['N', 1],
      ]),
    ],
  ]);

function isSound(output: OutputFile, entries: PdfDict, isStream: boolean): boolean {
  const type = output.deref(entries.get('ShadingType') ?? null);
  const space = output.deref(entries.get('ColorSpace') ?? null);
  if (isArray(space)) settleColorSpace(output, space);
  const family = isArray(space) ? output.deref(space[0] ?? null) : space;
  const colors = componentsOf(space, (value) => output.deref(value ?? null));
  if (!(family instanceof PdfName) || colors === undefined) return false;
  const hasFunction = entries.has('Function');
  if (hasFunction && isName(family, 'Indexed')) return false;
  const inputs = type === 1 ? 2 : 1;
  if (hasFunction && !areSoundFunctions(output, entries.get('Function') ?? null, inputs, colors))
    return false;
  switch (type) {
    case 1:
      return hasFunction && isInOrder(output, entries, 4) && hasNumbers(output, entries, 'Matrix', 6);
    case 2:
    case 3:
      return hasFunction && isInOrder(output, entries, 2) && isGradient(output, entries, type);
    case 4:
    case 5:
    case 6:
    case 7:
      return isStream && isMesh(output, entries, { type, components: hasFunction ? 1 : colors });
    default:
      return false;
  }
}

function areSoundFunctions(output: OutputFile, value: PdfObject, inputs: number, colors: number): boolean {
  const functions = output.deref(value);
  if (!isArray(functions)) return isSoundFunction(output, functions, { inputs, outputs: colors });
  return (
    functions.length === colors &&
    functions.every((one) => isSoundFunction(output, one, { inputs, outputs: 1 }))
  );
}

function isInOrder(output: OutputFile, entries: PdfDict, count: number): boolean {
  if (!entries.has('Domain')) return true;
  const domain = numbersOf(output, entries, 'Domain');
  return domain?.length === count && domain.every((value, at) => at % 2 === 0 || value > domain[at - 1]!);
}

const hasNumbers = (output: OutputFile, entries: PdfDict, key: string, count: number): boolean =>
  !entries.has(key) || numbersOf(output, entries, key)?.length === count;

/** Returns true for a gradient between two points or two circles. */
function isGradient(output: OutputFile, entries: PdfDict, type: 2 | 3): boolean {
  const coordinates = numbersOf(output, entries, 'Coords') ?? [];
  const half = type === 2 ? 2 : 3;
  if (coordinates.length !== half * 2) return false;
  if (type === 3 && [coordinates[2]!, coordinates[5]!].some((radius) => radius < 0)) return false;
  const [first, last] = [coordinates.slice(0, half), coordinates.slice(half)];
  if (first.every((value, at) => value === last[at])) return false;
  const extend = output.deref(entries.get('Extend') ?? null);
  if (extend === null) return true;
  const ends = isArray(extend) ? extend.map((one) => output.deref(one)) : [];
  return ends.length === 2 && ends.every((end) => typeof end === 'boolean');
}

function isMesh(
  output: OutputFile,
  entries: PdfDict,
  { type, components }: { type: number; components: number },
): boolean {
  const number = (key: string): number => Number(output.deref(entries.get(key) ?? null));
  const known = Object.entries(BITS).every(
    ([key, bits]) => (key === 'BitsPerFlag' && type === 5) || bits.includes(number(key)),
  );
  const rows = type !== 5 || number('VerticesPerRow') >= 2;
  return known && rows && numbersOf(output, entries, 'Decode')?.length === 4 + 2 * components;
}
