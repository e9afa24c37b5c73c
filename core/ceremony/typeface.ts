/** The hands a typed signature can be written in; the same faces are bundled in the browser and in the seal. */
export const typefaces = ['dancing-script', 'caveat', 'great-vibes', 'marck-script'] as const;
export type Typeface = (typeof typefaces)[number];
