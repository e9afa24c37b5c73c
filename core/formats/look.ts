export const aligns = ['left', 'center', 'right'] as const;
export const weights = ['regular', 'bold'] as const;
export const colors = ['black', 'blue'] as const;

/** The smallest and the largest font size that a sender can choose, in points. */
export const SMALLEST_SIZE = 6;
export const LARGEST_SIZE = 48;

/**
 * How the value of a field is printed. Each member is optional: a field without it has that of its document,
 * and a document without it the standard look.
 */
export type ValueLook = {
  /**
   * Font size in points, reduced for a value that does not fit in its box. `fit`: as large as the box allows.
   * Standard: 11.
   */
  size?: number | 'fit';
  /** `left` is where a line starts, so a right-to-left value is at the right. Standard. */
  align?: (typeof aligns)[number];
  weight?: (typeof weights)[number];
  /** Standard: the blue-black of pen ink. */
  color?: (typeof colors)[number];
};

/** Parses a stored look; undefined if it sets nothing. Unknown members and values are dropped. */
export function readLook(stored: unknown): ValueLook | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { size, align, weight, color } = stored as Record<keyof ValueLook, unknown>;
  const look = {
    size: size === 'fit' || isSize(size) ? size : undefined,
    align: aligns.find((one) => one === align),
    weight: weights.find((one) => one === weight),
    color: colors.find((one) => one === color),
  };
  const set = Object.entries(look).filter(([, value]) => value !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

const isSize = (size: unknown): size is number =>
  typeof size === 'number' && size >= SMALLEST_SIZE && size <= LARGEST_SIZE;

/** Returns the look of a field's value: its own, completed by that of its document. */
export function lookOf(
  { properties }: { properties?: ValueLook | undefined },
  formats: { look?: ValueLook | undefined } | null | undefined,
): ValueLook {
  return { ...formats?.look, ...readLook(properties) };
}

/** A note is black like the document unless the sender chose a color for it, so it looks like no entry. */
export function lookOfNote(...field: Parameters<typeof lookOf>): ValueLook {
  return { ...lookOf(...field), color: readLook(field[0].properties)?.color ?? 'black' };
}

/** Returns the font size (points) with which fitting a value into a box of this height starts. */
export function startSize({ size = 11 }: ValueLook, height: number): number {
  return size === 'fit' ? Math.min(LARGEST_SIZE, Math.max(SMALLEST_SIZE, height / LINE_HEIGHT)) : size;
}

/** Line height as a multiple of the font size, as in pdf/text/fit-text.ts. */
const LINE_HEIGHT = 1.25;
