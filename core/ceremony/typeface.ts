/** Typefaces for typed signatures. The same fonts are bundled for the browser and for sealing. */
export const typefaces = ['dancing-script', 'caveat', 'great-vibes', 'marck-script'] as const;
export type Typeface = (typeof typefaces)[number];
