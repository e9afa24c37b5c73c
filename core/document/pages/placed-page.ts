/** A page of the current file, from 1, and its clockwise rotation in degrees. */
export type PlacedPage = { page: number; turn: 0 | 90 | 180 | 270 };

/**
 * Page edits since a file was converted. `order` lists the remaining pages of the original `count`.
 * `withoutAnchors` is true if anchor texts were removed.
 */
export type PageEdits = { count: number; order: PlacedPage[]; withoutAnchors?: true };
