import type { Operand, OperandReader } from './operand-reader.ts';

/**
 * Returns true if the operands before an operator match its signature. If there are too many, the last ones are
 * kept and the others removed, because MuPDF would use the first ones.
 */
export function matchOperands(input: OperandReader, name: string, signature: string): boolean {
  if (signature === '*') return matchColor(input, name);
  const { kinds } = input;
  const extra = kinds.length - signature.length;
  if (extra > 0) {
    input.report(`${kinds.length} operands of ${name}`);
    if (input.reader === 'mupdf') keepFirst(input, signature);
    else keepLast(input, signature.length);
  }
  const fits =
    input.kinds.length === signature.length &&
    input.kinds.every((kind, at) => isOfKind(kind, signature[at]!));
  if (!fits) input.report(`operands of ${name}`);
  return fits;
}

const isOfKind = (kind: Operand, wanted: string): boolean =>
  kind === wanted || (wanted === 't' && kind === 'a') || (wanted === 'p' && kind === 'N');

/** Matches as many numbers as the color space has components, optionally followed by a pattern name. */
function matchColor(input: OperandReader, name: string): boolean {
  const { kinds } = input;
  const numbers = kinds.at(-1) === 'N' && name.length === 3 ? kinds.slice(0, -1) : kinds;
  const fits = kinds.length > 0 && numbers.every((kind) => kind === 'n');
  if (!fits) input.report(`operands of ${name}`);
  return fits;
}

function keepLast(input: OperandReader, count: number): void {
  const extra = input.kinds.length - count;
  const from = input.starts[0]!;
  const to = input.starts[extra] ?? input.out.length;
  input.out.remove(from, to);
  input.kinds = input.kinds.slice(extra);
  input.starts = input.starts.slice(extra).map((start) => start - (to - from));
}

/** MuPDF counts numbers separately from names and strings. */
function keepFirst(input: OperandReader, signature: string): void {
  const texts = input.kinds.map((_, at) => input.out.latin1(input.starts[at]!, input.starts[at + 1]));
  const { kinds, starts, out } = input;
  const numbers = kinds.flatMap((kind, at) => (kind === 'n' ? [at] : []));
  const chosen = Array.from(signature, (wanted) =>
    wanted === 'n' ? numbers.shift() : kinds.findLastIndex((kind) => isOfKind(kind, wanted)),
  );
  out.truncate(starts[0]!);
  input.clear();
  for (const at of chosen) {
    if (at === undefined || at < 0) continue;
    input.starts.push(out.length);
    input.kinds.push(kinds[at]!);
    out.text(texts[at]!);
  }
}
