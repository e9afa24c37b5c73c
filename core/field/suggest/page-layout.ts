/** Points of the page as displayed, origin top left, y down. */
export type Area = { x: number; y: number; width: number; height: number };

/** A word, or a run of underscores or dots. Its height is the font size; letters rest on `baseOf`. */
export type LayoutWord = Area & { text: string };

/**
 * The words and drawn lines of a page. `rules` are horizontal and vertical lines; `squares` are small frames,
 * which forms draw to be ticked.
 */
export type PageLayout = {
  width: number;
  height: number;
  words: readonly LayoutWord[];
  rules: readonly Area[];
  squares: readonly Area[];
};

/** The share of the font size above the baseline. */
export const ASCENT = 0.8;

export const baseOf = (word: Area): number => word.y + ASCENT * word.height;
export const rightOf = (area: Area): number => area.x + area.width;
export const bottomOf = (area: Area): number => area.y + area.height;

/** Returns how many points two areas share horizontally; negative if there is a gap. */
export const sharedWidth = (one: Area, other: Area): number =>
  Math.min(rightOf(one), rightOf(other)) - Math.max(one.x, other.x);

export const sharedHeight = (one: Area, other: Area): number =>
  Math.min(bottomOf(one), bottomOf(other)) - Math.max(one.y, other.y);

export const isOverlapping = (one: Area, other: Area): boolean =>
  sharedWidth(one, other) > 0.5 && sharedHeight(one, other) > 0.5;
