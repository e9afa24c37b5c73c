/** An area in points of the displayed page, with the origin at the top left and y pointing down. */
export type Area = { x: number; y: number; width: number; height: number };

/** A word, or a run of underscores or dots. Its height is the font size. `baseOf` returns its baseline. */
export type LayoutWord = Area & { text: string };

/**
 * The words and lines on a page. `rules` are horizontal and vertical lines. `squares` are small boxes that can
 * be ticked.
 */
export type PageLayout = {
  width: number;
  height: number;
  words: readonly LayoutWord[];
  rules: readonly Area[];
  squares: readonly Area[];
};

/** Share of the font size that is above the baseline. */
export const ASCENT = 0.8;

export const baseOf = (word: Area): number => word.y + ASCENT * word.height;
export const rightOf = (area: Area): number => area.x + area.width;
export const bottomOf = (area: Area): number => area.y + area.height;

/** Returns the horizontal overlap of two areas in points; negative if there is a gap. */
export const sharedWidth = (one: Area, other: Area): number =>
  Math.min(rightOf(one), rightOf(other)) - Math.max(one.x, other.x);

export const sharedHeight = (one: Area, other: Area): number =>
  Math.min(bottomOf(one), bottomOf(other)) - Math.max(one.y, other.y);

export const isOverlapping = (one: Area, other: Area): boolean =>
  sharedWidth(one, other) > 0.5 && sharedHeight(one, other) > 0.5;
