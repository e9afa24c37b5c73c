/** Specification §2, /settings: 'JPG or PNG up to 2MB'. Bytes. */
export const largestPhoto = 2 * 1024 * 1024;

/** The side, in pixels, of the square to which the browser cuts a photo, and which is kept. */
export const photoSide = 512;
