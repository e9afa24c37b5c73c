/** A page of the current file (from 1), and by how many degrees it is turned clockwise. */
export type PlacedPage = { page: number; turn: 0 | 90 | 180 | 270 };

/**
 * How the pages of a file differ from the pages to which it was converted: `order` names those that remain, of
 * `count`. `withoutAnchors`: the texts that place fields were removed.
 */
export type PageEdits = { count: number; order: PlacedPage[]; withoutAnchors?: true };
