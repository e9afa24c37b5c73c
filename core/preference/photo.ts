/** Specification §2, /settings: 'JPG or PNG up to 2MB'. Bytes. */
export const largestPhoto = 2 * 1024 * 1024;

/** What the browser cuts a photo to, and what is kept: a square of this many pixels. */
export const photoSide = 512;
