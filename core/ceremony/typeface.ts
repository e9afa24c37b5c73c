/** Typefaces for typed signatures. Browsers and the sealing code use the same font files. */
export const typefaces = ['dancing-script', 'caveat', 'great-vibes', 'marck-script'] as const;
export type Typeface = (typeof typefaces)[number];
