type Matrix = readonly [number, number, number, number, number, number];

/** Number of points among the operands of each path operator. */
const POINTS: Record<string, number> = { m: 1, l: 1, c: 3, v: 2, y: 2 };

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

type State = { matrix: Matrix; pen: number; size: number };

/**
 * The bounding box of what a glyph draws, in glyph units. Text in it is assumed to be as wide as in any font.
 */
export class GlyphBounds {
  box: [left: number, bottom: number, right: number, top: number] | undefined;
  #state: State = { matrix: IDENTITY, pen: 1, size: 1 };
  #saved: State[] = [];
  #line: Matrix = IDENTITY;
  #leading = 0;

  /** Processes an operator with its operands as text. */
  see(name: string, operands: string): void {
    const numbers = operands.trim().split(' ').map(Number);
    const points = POINTS[name];
    const state = this.#state;
    if (points !== undefined)
      for (let at = 0; at < points; at += 1) this.#reach(numbers[at * 2]!, numbers[at * 2 + 1]!);
    else if (name === 're') this.#rectangle(numbers);
    else if (name === 'cm') this.#state = { ...state, matrix: multiplied(asMatrix(numbers), state.matrix) };
    else if (name === 'w') this.#state = { ...state, pen: numbers[0]! };
    else if (name === 'q') this.#saved.push(state);
    else if (name === 'Q') this.#state = this.#saved.pop() ?? state;
    else this.#seeText(name, numbers, operands);
  }

  /** Extends the bounds by an image or a form, which is assumed to fill the unit square. */
  image(): void {
    this.#rectangle([0, 0, 1, 1], 0);
  }

  #seeText(name: string, numbers: readonly number[], operands: string): void {
    const move = (x: number, y: number): void => {
      this.#line = multiplied([1, 0, 0, 1, x, y], this.#line);
    };
    if (name === 'BT') this.#line = IDENTITY;
    else if (name === 'Tm') this.#line = asMatrix(numbers);
    else if (name === 'Tf') this.#state = { ...this.#state, size: numbers[1]! };
    else if (name === 'TL') this.#leading = numbers[0]!;
    else if (name === 'TD') this.#leading = -numbers[1]!;
    if (name === 'Td' || name === 'TD') move(numbers[0]!, numbers[1]!);
    if (name === 'T*' || name === "'" || name === '"') move(0, -this.#leading);
    if (['Tj', 'TJ', "'", '"'].includes(name)) this.#text(operands);
  }

  /** Assumes a width of two font sizes per byte, plus the adjustments of a TJ. */
  #text(operands: string): void {
    const { matrix, size } = this.#state;
    const digits = operands.match(/<[0-9A-F]*>/g)?.join('').length ?? 0;
    const moves =
      operands.match(/-?[\d.]+(?= )/g)?.reduce((sum, move) => sum + Math.abs(Number(move)), 0) ?? 0;
    const width = Math.abs(size) * (digits + moves / 1000 + 2);
    const state = this.#state;
    this.#state = { ...state, matrix: multiplied(this.#line, matrix) };
    this.#rectangle([-width, -Math.abs(size), width * 2, Math.abs(size) * 3], 0);
    this.#state = state;
  }

  #rectangle([x = 0, y = 0, width = 0, height = 0]: readonly number[], pen = this.#state.pen): void {
    this.#reach(x, y, pen);
    this.#reach(x + width, y, pen);
    this.#reach(x, y + height, pen);
    this.#reach(x + width, y + height, pen);
  }

  /** Extends the bounds by a point and the width of the pen around it. */
  #reach(x: number, y: number, pen = this.#state.pen): void {
    const [a, b, c, d, e, f] = this.#state.matrix;
    const margin = pen * Math.max(Math.hypot(a, b), Math.hypot(c, d));
    const [left, bottom] = [a * x + c * y + e, b * x + d * y + f];
    const box = this.box ?? [left, bottom, left, bottom];
    this.box = [
      Math.min(box[0], left - margin),
      Math.min(box[1], bottom - margin),
      Math.max(box[2], left + margin),
      Math.max(box[3], bottom + margin),
    ];
  }
}

const asMatrix = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [
  a,
  b,
  c,
  d,
  e,
  f,
];

function multiplied([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}
