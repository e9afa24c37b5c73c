/** Size in bytes. Specification §2, /settings: 'JPG or PNG up to 2MB'. */
export const MAX_PHOTO = 2 * 1024 * 1024;

/** Side in pixels of the square to which the browser crops a photo, and which is stored. */
export const photoSide = 512;
