/** Maximum size in bytes. Specification §2, /settings: 'JPG or PNG up to 2MB'. */
export const MAX_PHOTO = 2 * 1024 * 1024;

/** Side length in pixels of the square to which browsers crop a photo. The cropped photo is stored. */
export const photoSide = 512;
