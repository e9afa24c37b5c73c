import { isArray, PdfDict, PdfStream, type PdfArray, type PdfObject } from '../../objects/objects.ts';
import { isSoundProgram } from './calculator.ts';
import { decodeStream } from '../source/decode-stream.ts';
import { InflateBudget } from '../source/inflate-budget.ts';
import type { OutputFile } from '../source/output-file.ts';

/** Maximum nesting depth of functions. */
const DEEPEST = 3;
/** Maximum number of stitched functions. */
const MOST_PARTS = 300;
const SAMPLE_BITS = [1, 2, 4, 8, 12, 16, 24, 32];

/**
 * Returns true if a function (ISO 32000-2, 7.10) has the same results in all programs. Its entries must be
 * complete and in order, so that no program has to invent a value. Adds defaults that are missing in some
 * programs.
 */
export function isSoundFunction(
  output: OutputFile,
  value: PdfObject,
  { inputs, outputs }: { inputs: number; outputs: number },
  depth = DEEPEST,
): boolean {
  const object = output.deref(value);
  const entries = object instanceof PdfStream ? object.dict : object;
  if (!(entries instanceof PdfDict) || depth === 0) return false;
  const type = output.deref(entries.get('FunctionType') ?? null);
  if (!isInOrder(numbersOf(output, entries, 'Domain'), inputs)) return false;
  const range = numbersOf(output, entries, 'Range');
  if (entries.has('Range') ? !isInOrder(range, outputs) : type === 0 || type === 4) return false;
  switch (type) {
    case 0:
      return object instanceof PdfStream && areSoundSamples(output, object, inputs, outputs);
    case 2:
      return inputs === 1 && isSoundExponential(output, entries, outputs);
    case 3:
      return inputs === 1 && isSoundStitching(output, entries, outputs, depth);
    case 4: {
      const text = object instanceof PdfStream ? bytesOf(output, object) : undefined;
      return text !== undefined && isSoundProgram(Buffer.from(text).toString('latin1'), inputs, outputs);
    }
    default:
      return false;
  }
}

const isInOrder = (numbers: readonly number[] | undefined, count: number): boolean =>
  numbers?.length === count * 2 && numbers.every((value, at) => at % 2 === 0 || value > numbers[at - 1]!);

function areSoundSamples(output: OutputFile, stream: PdfStream, inputs: number, outputs: number): boolean {
  const { dict } = stream;
  // Only one program supports cubic interpolation between samples.
  dict.delete('Order');
  const size = numbersOf(output, dict, 'Size');
  const bits = output.deref(dict.get('BitsPerSample') ?? null);
  if (size?.length !== inputs || !size.every((one) => Number.isInteger(one) && one > 0)) return false;
  if (typeof bits !== 'number' || !SAMPLE_BITS.includes(bits)) return false;
  if (dict.has('Encode') && numbersOf(output, dict, 'Encode')?.length !== inputs * 2) return false;
  if (dict.has('Decode') && numbersOf(output, dict, 'Decode')?.length !== outputs * 2) return false;
  const wanted = size.reduce((product, one) => product * one, bits * outputs) / 8;
  return (bytesOf(output, stream)?.length ?? 0) >= Math.ceil(wanted);
}

function isSoundExponential(output: OutputFile, entries: PdfDict, outputs: number): boolean {
  const exponent = output.deref(entries.get('N') ?? null);
  if (typeof exponent !== 'number' || exponent <= 0) return false;
  for (const [key, value] of [['C0', 0] as const, ['C1', 1] as const]) {
    if (!entries.has(key) && outputs === 1) entries.set(key, [value]);
    if (numbersOf(output, entries, key)?.length !== outputs) return false;
  }
  return true;
}

function isSoundStitching(output: OutputFile, entries: PdfDict, outputs: number, depth: number): boolean {
  const parts = output.deref(entries.get('Functions') ?? null);
  const bounds = numbersOf(output, entries, 'Bounds');
  const [first = 0, last = 1] = numbersOf(output, entries, 'Domain') ?? [];
  if (
    !isArray(parts) ||
    parts.length === 0 ||
    parts.length > MOST_PARTS ||
    bounds?.length !== parts.length - 1
  )
    return false;
  if (!bounds.every((value, at) => value >= (bounds[at - 1] ?? first) && value <= last)) return false;
  if (numbersOf(output, entries, 'Encode')?.length !== parts.length * 2) return false;
  return parts.every((part) => isSoundFunction(output, part, { inputs: 1, outputs }, depth - 1));
}

/** Returns the numbers of an array, or undefined if an item is not a number. */
export function numbersOf(output: OutputFile, holder: PdfDict, key: string): number[] | undefined {
  const array: PdfArray | PdfObject = output.deref(holder.get(key) ?? null);
  const items = isArray(array) ? array.map((item) => output.deref(item)) : undefined;
  return items?.every((item) => typeof item === 'number') ? items : undefined;
}

const bytesOf = (output: OutputFile, stream: PdfStream): Uint8Array | undefined =>
  decodeStream(stream, (value) => output.deref(value ?? null), new InflateBudget());
