/** Returns the value that is larger than this share of the values. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * part)]!;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
