export const aligns = ['left', 'center', 'right'] as const;
export const weights = ['regular', 'bold'] as const;
export const colors = ['black', 'blue'] as const;

/** Minimum and maximum font size in points that a sender can choose. */
export const SMALLEST_SIZE = 6;
export const LARGEST_SIZE = 48;

/**
 * How the value of a field is printed. A property that the field does not set comes from its document, or else
 * from the defaults.
 */
export type ValueLook = {
  /**
   * Font size in points, reduced if the value does not fit in its box. `fit` uses the largest size that fits.
   * Default: 11.
   */
  size?: number | 'fit';
  /** `left` is the start of a line, which is on the right for right-to-left values. Default. */
  align?: (typeof aligns)[number];
  weight?: (typeof weights)[number];
  /** Default: the blue-black of pen ink. */
  color?: (typeof colors)[number];
};

/** Parses a stored look. Returns undefined if it sets nothing. Unknown properties and values are ignored. */
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

/** Returns the look of a field's value, with missing properties taken from its document. */
export function lookOf(
  { properties }: { properties?: ValueLook | undefined },
  formats: { look?: ValueLook | undefined } | null | undefined,
): ValueLook {
  return { ...formats?.look, ...readLook(properties) };
}

/**
 * Returns the look of a note. Its default color is the document's black, so that it does not look like an entry.
 */
export function lookOfNote(...field: Parameters<typeof lookOf>): ValueLook {
  return { ...lookOf(...field), color: readLook(field[0].properties)?.color ?? 'black' };
}

/** Returns the initial font size (points) for fitting a value into a box of this height. */
export function startSize({ size = 11 }: ValueLook, height: number): number {
  return size === 'fit' ? Math.min(LARGEST_SIZE, Math.max(SMALLEST_SIZE, height / LINE_HEIGHT)) : size;
}

/** Line height as a multiple of the font size, as in pdf/text/fit-text.ts. */
const LINE_HEIGHT = 1.25;
