import { isArray, isName, latin1Bytes, name, PdfDict, PdfName, PdfStream } from '../../objects/objects.ts';
import { PdfString, ref, stream } from '../../objects/objects.ts';
import type { PdfArray, PdfObject, PdfRef } from '../../objects/objects.ts';
import { serialise } from '../../objects/serialise.ts';
import { measureColors, type SpaceToMeasure } from '../../render/measure-colors.ts';
import { readyPdfium } from '../../render/pdfium.ts';
import { closureOf } from './closure-of.ts';
import { decodeStream } from '../source/decode-stream.ts';
import { isProfileFor } from './icc-profile.ts';
import { InflateBudget } from '../source/inflate-budget.ts';
import { isLikeDevice } from './like-device.ts';
import type { OutputFile } from '../source/output-file.ts';
import { componentsOf } from '../source/picture-data.ts';
import { numbersAt } from './settle-boxes.ts';
import { isSoundFunction, numbersOf } from './sound-function.ts';

const DEVICE_SPACES: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };

/**
 * Range of exponents that real monitors have had. Other exponents turn gray into white or black in programs that
 * apply them.
 */
const GAMMA = { least: 0.8, most: 3 };

/**
 * Names that some programs draw as process inks, regardless of the color that the file defines for the screen.
 */
const PROCESS_INKS = ['All', 'Black', 'Cyan', 'Magenta', 'Yellow', 'Gray', 'Red', 'Green', 'Blue'];

/** Families that can be the base of an indexed space, or that inks can be converted to (8.6.6.3, 8.6.6.4). */
const CONVERTED = ['ICCBased', 'CalRGB', 'CalGray', 'Lab'];
const BASES = [...CONVERTED, 'Separation', 'DeviceN'];

/** Color spaces that have already been processed. Many pages share one, and a space may be its own base. */
const settled = new WeakSet<PdfArray>();

/** Changes a color space in place, so that all programs interpret it the same way. */
export function settleColorSpace(output: OutputFile, space: PdfArray): void {
  if (settled.has(space)) return;
  const [family, second] = space.slice(0, 2).map((item) => output.deref(item));
  if (!(family instanceof PdfName)) return;
  settled.add(space);
  if (family.value === 'ICCBased') settleProfile(output, space, second ?? null);
  if (family.value === 'CalRGB' || family.value === 'CalGray') settleCalibrated(output, space, family.value);
  if (family.value === 'Lab') settleLab(output, space);
  if (family.value === 'Indexed') settleIndexed(output, space);
  if (family.value === 'Separation') settleTint(output, space, 1);
  if (family.value === 'Separation') nameInk(space, second ?? null);
  if (family.value !== 'DeviceN') return;
  const inks = isArray(second) ? second.length : 0;
  if (inks === 0) return replace(space, 'DeviceGray');
  settleTint(output, space, inks);
  nameInks(output, space, second ?? null);
}

/** Replaces an invalid profile by the device space with the same number of components (8.6.5.5). */
function settleProfile(output: OutputFile, space: PdfArray, profile: PdfObject): void {
  const dictionary = profile instanceof PdfStream ? profile.dict : undefined;
  const count = output.deref(dictionary?.get('N') ?? null);
  const device = typeof count === 'number' ? DEVICE_SPACES[count] : undefined;
  if (profile instanceof PdfStream && device !== undefined && isUsable(output, profile, Number(count))) {
    // Programs that cannot use the profile must fall back to the device space, not to another one in the file.
    profile.dict.delete('Alternate');
    profile.dict.delete('Range');
    return;
  }
  const alternate = output.deref(dictionary?.get('Alternate') ?? null);
  const known = alternate instanceof PdfName && Object.values(DEVICE_SPACES).includes(alternate.value);
  replace(space, device ?? (known ? alternate.value : 'DeviceGray'));
}

const usable = new WeakMap<PdfStream, boolean>();

/**
 * Returns true if the profile's colors are similar to device colors. Programs without color management, such as
 * some builds of MuPDF, draw the profile's values as device colors.
 */
function isUsable(output: OutputFile, profile: PdfStream, components: number): boolean {
  const known = usable.get(profile);
  if (known !== undefined) return known;
  const bytes = decodeStream(profile, (value) => output.deref(value ?? null), new InflateBudget());
  const result =
    bytes !== undefined &&
    isProfileFor(bytes, components) &&
    isLikeDevice(profileSpace(bytes, components), components, bytes);
  usable.set(profile, result);
  return result;
}

const profileSpace = (bytes: Uint8Array, components: number): SpaceToMeasure => ({
  space: [name('ICCBased'), ref(10)],
  objects: new Map([[10, stream({ N: components }, bytes)]]),
});

function settleCalibrated(output: OutputFile, space: PdfArray, family: string): void {
  const entries = output.deref(space[1] ?? null);
  const white = entries instanceof PdfDict ? numbersAt(output, entries, 'WhitePoint', 3, 3) : undefined;
  const gammas = entries instanceof PdfDict ? gammasOf(output, entries, family) : undefined;
  const device = family === 'CalRGB' ? 'DeviceRGB' : 'DeviceGray';
  const isUsual =
    white !== undefined &&
    gammas !== undefined &&
    white.every((value) => Number(value) > 0.5 && Number(value) < 1.5) &&
    gammas.every((value) => value >= GAMMA.least && value <= GAMMA.most);
  if (!isUsual) return replace(space, device);
  const measured = closureOf((one) => output.deref(one), space);
  const key = Buffer.from(serialise(measured.space));
  if (measured.objects.size > 0 || !isLikeDevice(measured, family === 'CalRGB' ? 3 : 1, key))
    replace(space, device);
}

function gammasOf(output: OutputFile, entries: PdfDict, family: string): number[] | undefined {
  const given = output.deref(entries.get('Gamma') ?? null);
  if (given === null) return [];
  if (family === 'CalGray') return typeof given === 'number' ? [given] : undefined;
  return numbersAt(output, entries, 'Gamma', 3, 3)?.map(Number);
}

function replace(space: PdfArray, device: string): void {
  space.splice(0, space.length, name(device));
}

/** Replaces a missing white point and invalid ranges, for which programs invent values. */
function settleLab(output: OutputFile, space: PdfArray): void {
  const entries = output.deref(space[1] ?? null);
  const white =
    entries instanceof PdfDict ? numbersAt(output, entries, 'WhitePoint', 3, 3)?.map(Number) : undefined;
  const range =
    entries instanceof PdfDict && entries.has('Range') ? numbersOf(output, entries, 'Range') : LAB_RANGE;
  const isUsual = white?.every((value) => value > 0.5 && value < 1.5) === true;
  const isInOrder = range?.length === 4 && range[0]! < range[1]! && range[2]! < range[3]!;
  if (!isUsual || !isInOrder) replace(space, 'DeviceRGB');
}

const LAB_RANGE = [-100, 100, -100, 100];

/** Pads a table that is too short with zeros, as PDFium does. */
function settleIndexed(output: OutputFile, space: PdfArray): void {
  const [base, highest, table] = space.slice(1, 4).map((item) => output.deref(item));
  if (isArray(base)) settleColorSpace(output, base);
  const count = componentsOf(base ?? null, (value) => output.deref(value ?? null));
  const isBase =
    count !== undefined &&
    count > 0 &&
    (isArray(base) ? isOneOf(output, base, BASES) || isDevice(base) : isDevice([base ?? null]));
  const isHighest = typeof highest === 'number' && Number.isInteger(highest) && highest >= 0 && highest < 256;
  const bytes = table instanceof PdfString ? table.bytes : streamBytes(output, table ?? null);
  if (!isBase || !isHighest || bytes === undefined) return replace(space, 'DeviceGray');
  const wanted = (highest + 1) * count;
  if (bytes.length >= wanted) return;
  const whole = new Uint8Array(wanted);
  whole.set(bytes);
  space[3] = new PdfString(whole);
}

/**
 * Adds colors to the table of an indexed space, so that each value of `bits` bits has one. PDFium draws values
 * beyond the table in black, and other programs use the last color.
 */
export function completeTable(output: OutputFile, space: PdfArray, bits: number): void {
  settleColorSpace(output, space);
  const [family, base, highest, given] = space.map((item) => output.deref(item));
  const size = 2 ** bits;
  if (!isName(family, 'Indexed') || typeof highest !== 'number' || !(size > highest + 1 && size <= 256))
    return;
  const count = componentsOf(base ?? null, (value) => output.deref(value ?? null)) ?? 0;
  const bytes = given instanceof PdfString ? given.bytes : streamBytes(output, given ?? null);
  if (bytes === undefined) return;
  const table = new Uint8Array(size * count);
  table.set(bytes.subarray(0, (highest + 1) * count));
  // Zeros are white in this color space.
  if (isName(base, 'DeviceCMYK'))
    for (let at = (highest + 1) * count + 3; at < table.length; at += count) table[at] = 255;
  space[2] = size - 1;
  space[3] = new PdfString(table);
}

const streamBytes = (output: OutputFile, value: PdfObject): Uint8Array | undefined =>
  value instanceof PdfStream
    ? decodeStream(value, (item) => output.deref(item ?? null), new InflateBudget())
    : undefined;

const isOneOf = (output: OutputFile, space: PdfArray, families: readonly string[]): boolean => {
  const family = output.deref(space[0] ?? null);
  return family instanceof PdfName && families.includes(family.value);
};

const isDevice = ([family]: PdfArray): boolean =>
  family instanceof PdfName && Object.values(DEVICE_SPACES).includes(family.value);

/** The value for no ink in each device space, as written in a type 4 function. */
const WHITE: Record<string, string> = { DeviceGray: '1', DeviceRGB: '1 1 1', DeviceCMYK: '0 0 0 0' };

/** Number of values measured for each ink, by the number of inks. */
const STEPS = [0, 256, 16, 9];

/**
 * Replaces an ink conversion that programs calculate differently by a table of PDFium's colors. If there are too
 * many inks for a table, every tint becomes white, and the rendered page shows whether that matters.
 */
function settleTint(output: OutputFile, space: PdfArray, inks: number): void {
  const alternate = output.deref(space[2] ?? null);
  if (isArray(alternate)) settleColorSpace(output, alternate);
  const colors = componentsOf(alternate, (value) => output.deref(value ?? null));
  const isAlternate = isArray(alternate)
    ? isOneOf(output, alternate, CONVERTED) || isDevice(alternate)
    : isDevice([alternate]);
  const counts = { inputs: inks, outputs: colors ?? 0 };
  if (isAlternate && colors !== undefined && isSoundFunction(output, space[3] ?? null, counts)) return;
  const table = tableOf(output, space, inks);
  if (table === undefined) whiten(output, space, { inks, alternate });
  else space.splice(2, 2, name('DeviceRGB'), table);
}

/**
 * Returns the colors that PDFium computes for inks as a function into DeviceRGB, or undefined if there are too
 * many inks.
 */
export function tableOf(output: OutputFile, space: PdfArray, inks: number): PdfRef | undefined {
  const [steps, pdfium] = [STEPS[inks], readyPdfium()];
  if (steps === undefined || pdfium === undefined) return undefined;
  const closure = closureOf((one) => output.deref(one), space);
  const measured = measureColors(pdfium, closure, gridOf(inks, steps));
  if (measured === undefined) return undefined;
  const entries = { FunctionType: 0, Domain: pairs(inks), Range: pairs(3), BitsPerSample: 8 };
  const size = Array<number>(inks).fill(steps);
  return output.add(stream({ ...entries, Size: size }, Uint8Array.from(measured.flat())));
}

const pairs = (times: number): number[] => Array.from({ length: times * 2 }, (_, at) => at % 2);

/** Returns values from 0 to 1 for each ink. The first ink changes fastest. */
function gridOf(inks: number, steps: number): number[][] {
  return Array.from({ length: steps ** inks }, (_, at) =>
    Array.from({ length: inks }, (__, ink) => (Math.floor(at / steps ** ink) % steps) / (steps - 1)),
  );
}

function whiten(
  output: OutputFile,
  space: PdfArray,
  { inks, alternate }: { inks: number; alternate: PdfObject },
): void {
  const known = alternate instanceof PdfName ? WHITE[alternate.value] : undefined;
  const device = known === undefined ? 'DeviceGray' : (alternate as PdfName).value;
  const white = WHITE[device] ?? '1';
  const program = stream(
    { FunctionType: 4, Domain: pairs(inks), Range: pairs(white.split(' ').length) },
    latin1Bytes(`{ ${'pop '.repeat(inks)}${white} }`),
  );
  space.splice(2, 2, name(device), output.add(program));
}

/**
 * Renames an ink. The ink None draws nothing (8.6.6.4), but some programs draw it in its alternate color, and
 * some draw process inks as such. With another name, all programs use the alternate color.
 */
function nameInk(space: PdfArray, ink: PdfObject): void {
  if (!isName(ink) || ink.value === 'None' || PROCESS_INKS.includes(ink.value)) space[1] = name('Unnamed');
}

/** Renames inks. MuPDF draws no ink at all if one of them is None or occurs twice. */
function nameInks(output: OutputFile, space: PdfArray, inks: PdfObject): void {
  if (!isArray(inks)) return;
  const names = inks.map((item) => output.deref(item));
  const isOdd = (ink: PdfObject, at: number): boolean =>
    !isName(ink) ||
    ink.value === 'None' ||
    PROCESS_INKS.includes(ink.value) ||
    names.findIndex((one) => isName(one, ink.value)) < at;
  if (names.some(isOdd)) space[1] = names.map((ink, at) => (isOdd(ink, at) ? name(`Unnamed${at}`) : ink));
}
