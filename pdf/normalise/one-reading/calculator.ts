/**
 * A number on the stack of a calculator function. Its value is known only if it is a constant in the program.
 */
type Item = number | undefined;

/** How many numbers each operator pops and pushes. */
const ARITHMETIC: Record<string, readonly [number, number]> = {
  abs: [1, 1],
  neg: [1, 1],
  ceiling: [1, 1],
  floor: [1, 1],
  round: [1, 1],
  truncate: [1, 1],
  sin: [1, 1],
  cos: [1, 1],
  cvr: [1, 1],
  add: [2, 1],
  sub: [2, 1],
  mul: [2, 1],
};

const TOKEN = /[{}]|[^\s{}]+/g;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
/** Maximum stack size and program length supported by all programs. */
const MOST = { stack: 100, parts: 2000 };

/**
 * Returns true if a calculator function (ISO 32000-2, 7.10.5) has the same result in all programs. It must use
 * its inputs, produce its outputs, and contain no operator whose result varies between programs, such as a
 * division by a value that may be 0, or a comparison, which depends on the precision of numbers.
 */
export function isSoundProgram(text: string, inputs: number, outputs: number): boolean {
  const tokens = text.match(TOKEN) ?? [];
  if (tokens.length > MOST.parts || tokens[0] !== '{' || tokens.at(-1) !== '}') return false;
  const stack: Item[] = Array.from({ length: inputs }, () => undefined);
  try {
    for (const token of tokens.slice(1, -1)) {
      if (NUMBER.test(token)) stack.push(Number(token));
      else operate(token, stack);
      if (stack.length > MOST.stack) return false;
    }
  } catch (error) {
    if (error instanceof Unsound) return false;
    throw error;
  }
  return stack.length === outputs;
}

/**
 * Thrown for an operator whose result varies between programs. This includes procedures, because they belong to
 * conditions.
 */
class Unsound extends Error {}

function operate(operator: string, stack: Item[]): void {
  const arithmetic = ARITHMETIC[operator];
  if (arithmetic) {
    const [takes, leaves] = arithmetic;
    for (let at = 0; at < takes; at += 1) take(stack);
    for (let at = 0; at < leaves; at += 1) stack.push(undefined);
    return;
  }
  switch (operator) {
    case 'div':
      if (!take(stack)) throw new Unsound();
      take(stack);
      stack.push(undefined);
      return;
    case 'pop':
      take(stack);
      return;
    case 'dup':
      stack.push(at(stack, 0));
      return;
    case 'exch':
      roll(stack, 2, 1);
      return;
    case 'index':
      stack.push(at(stack, whole(stack)));
      return;
    case 'copy': {
      const count = whole(stack);
      if (count > stack.length) throw new Unsound();
      stack.push(...stack.slice(stack.length - count));
      return;
    }
    case 'roll': {
      const by = take(stack);
      const count = whole(stack);
      if (by === undefined || !Number.isInteger(by)) throw new Unsound();
      roll(stack, count, by);
      return;
    }
    default:
      throw new Unsound();
  }
}

function take(stack: Item[]): Item {
  if (stack.length === 0) throw new Unsound();
  return stack.pop();
}

function whole(stack: Item[]): number {
  const value = take(stack);
  if (value === undefined || !Number.isInteger(value) || value < 0) throw new Unsound();
  return value;
}

function at(stack: readonly Item[], below: number): Item {
  if (below >= stack.length) throw new Unsound();
  return stack.at(-1 - below);
}

function roll(stack: Item[], count: number, by: number): void {
  if (count > stack.length) throw new Unsound();
  if (count === 0) return;
  const moved = stack.splice(stack.length - count);
  const shift = ((by % count) + count) % count;
  stack.push(...moved.slice(count - shift), ...moved.slice(0, count - shift));
}
