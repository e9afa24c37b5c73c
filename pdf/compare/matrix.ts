/** A transformation in the order of PDF operands (ISO 32000-2, 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export const matrixOf = (given: ArrayLike<number>): Matrix =>
  [given[0], given[1], given[2], given[3], given[4], given[5]] as unknown as Matrix;

/** Returns the product of two matrices. The second one is applied first. */
export function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): { x: number; y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}
