import {
  isArray,
  isName,
  latin1Bytes,
  name,
  PdfDict,
  PdfName,
  PdfStream,
  stream,
} from '../objects/objects.ts';
import type { PdfArray, PdfObject } from '../objects/objects.ts';
import { decodeStream } from './decode-stream.ts';
import { isProfileFor } from './icc-profile.ts';
import { InflateBudget } from './inflate-budget.ts';
import type { OutputFile } from './output-file.ts';
import { numbersAt } from './settle-boxes.ts';

const DEVICE_SPACES: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };

/** Exponents that monitors have had; others make white of grey or black of it where a program obeys them. */
const GAMMA = { least: 0.8, most: 3 };

/** Names of inks that some programs draw as such, whatever colour the file says that they have on the screen. */
const PROCESS_INKS = ['All', 'Black', 'Cyan', 'Magenta', 'Yellow', 'Gray', 'Red', 'Green', 'Blue'];

/** Gives a colour space, in place, one meaning for all programs. */
export function settleColourSpace(output: OutputFile, space: PdfArray): void {
  const [family, second] = space.slice(0, 2).map((item) => output.deref(item));
  if (!(family instanceof PdfName)) return;
  if (family.value === 'ICCBased') settleProfile(output, space, second ?? null);
  if (family.value === 'CalRGB' || family.value === 'CalGray') settleCalibrated(output, space, family.value);
  if (family.value !== 'Separation' && family.value !== 'DeviceN') return;
  settleTint(output, space, second ?? null);
  if (family.value === 'Separation') nameInk(space, second ?? null);
  if (family.value === 'DeviceN') nameInks(output, space, second ?? null);
}

/** A profile that is none is replaced by the device space of as many components (8.6.5.5). */
function settleProfile(output: OutputFile, space: PdfArray, profile: PdfObject): void {
  const dictionary = profile instanceof PdfStream ? profile.dict : undefined;
  const count = output.deref(dictionary?.get('N') ?? null);
  const device = typeof count === 'number' ? DEVICE_SPACES[count] : undefined;
  if (profile instanceof PdfStream && device !== undefined && isUsable(output, profile, Number(count))) {
    // Programs that cannot use the profile take the device space, not another one that the file names.
    profile.dict.delete('Alternate');
    return;
  }
  const alternate = output.deref(dictionary?.get('Alternate') ?? null);
  const known = alternate instanceof PdfName && Object.values(DEVICE_SPACES).includes(alternate.value);
  replace(space, device ?? (known ? alternate.value : 'DeviceGray'));
}

function isUsable(output: OutputFile, profile: PdfStream, components: number): boolean {
  const bytes = decodeStream(profile, (value) => output.deref(value ?? null), new InflateBudget());
  return bytes !== undefined && isProfileFor(bytes, components);
}

function settleCalibrated(output: OutputFile, space: PdfArray, family: string): void {
  const entries = output.deref(space[1] ?? null);
  const white = entries instanceof PdfDict ? numbersAt(output, entries, 'WhitePoint', 3, 3) : undefined;
  const gammas = entries instanceof PdfDict ? gammasOf(output, entries, family) : undefined;
  const isUsual =
    white !== undefined &&
    gammas !== undefined &&
    white.every((value) => Number(value) > 0.5 && Number(value) < 1.5) &&
    gammas.every((value) => value >= GAMMA.least && value <= GAMMA.most);
  if (!isUsual) replace(space, family === 'CalRGB' ? 'DeviceRGB' : 'DeviceGray');
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

/** No ink in each device space, as a program of a type 4 function pushes it. */
const WHITE: Record<string, string> = { DeviceGray: '1', DeviceRGB: '1 1 1', DeviceCMYK: '0 0 0 0' };

/**
 * A function that is none makes MuPDF give up the page, Poppler draw the ink and PDFium and pdf.js draw nothing: it is
 * replaced by one that makes every tint white.
 */
function settleTint(output: OutputFile, space: PdfArray, inks: PdfObject): void {
  if (isFunction(output, output.deref(space[3] ?? null))) return;
  const alternate = output.deref(space[2] ?? null);
  const known = alternate instanceof PdfName ? WHITE[alternate.value] : undefined;
  const device = known === undefined ? 'DeviceGray' : (alternate as PdfName).value;
  const white = WHITE[device] ?? '1';
  const count = isArray(inks) ? inks.length : 1;
  const pairs = (times: number): number[] => Array.from({ length: times * 2 }, (_, at) => at % 2);
  const program = stream(
    { FunctionType: 4, Domain: pairs(count), Range: pairs(white.split(' ').length) },
    latin1Bytes(`{ ${'pop '.repeat(count)}${white} }`),
  );
  space.splice(2, 2, name(device), output.add(program));
}

/** Types 0 and 4 have data, types 2 and 3 need none (7.10). */
function isFunction(output: OutputFile, value: PdfObject): boolean {
  const entries = value instanceof PdfStream ? value.dict : value;
  if (!(entries instanceof PdfDict)) return false;
  const type = output.deref(entries.get('FunctionType') ?? null);
  return type === 2 || type === 3 || (value instanceof PdfStream && (type === 0 || type === 4));
}

/**
 * The colour None marks nothing (8.6.6.4), but programs differ: some draw it in the colour that is given for it. Inks of
 * the printing process are drawn by some as such. Under another name all draw the given colour.
 */
function nameInk(space: PdfArray, ink: PdfObject): void {
  if (isName(ink) && (ink.value === 'None' || PROCESS_INKS.includes(ink.value))) space[1] = name('Unnamed');
}

function nameInks(output: OutputFile, space: PdfArray, inks: PdfObject): void {
  if (!isArray(inks) || inks.length === 0) return;
  if (inks.every((item) => isName(output.deref(item), 'None')))
    space[1] = inks.map((_, index) => name(`Unnamed${index}`));
}
