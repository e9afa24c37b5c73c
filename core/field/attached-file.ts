/**
 * A file that a recipient uploaded for a field. `size` in bytes; `width` and `height` in pixels, for a picture that is
 * printed.
 */
export type AttachedFile = {
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
  width?: number;
  height?: number;
};

/** Accepted file types for pictures that are printed. */
export const pictureKinds = ['image/png', 'image/jpeg'] as const;

/** Pixels of all pictures on the pages of one document, so that its seal always fits into memory. */
const allPixels = 20_000_000;
/** Pixels of the longer side: a box of 400 points then has 290 pixels per inch. */
const longestSide = 1600;

/**
 * Returns the maximum number of pixels of one picture in a document with this many picture fields. The pixels are
 * divided among all fields, so that no recipient is left without room for a picture.
 */
export const maxPictureSize = (pictureFields: number): { longest: number; pixels: number } => ({
  longest: longestSide,
  pixels: Math.floor(allPixels / Math.max(1, pictureFields)),
});

/** Accepted file types for attachments, and their maximum size in bytes. */
export const attachmentKinds = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export const maxAttachmentBytes = 10_485_760;

/**
 * Bytes of attachments that one document accepts beyond the storage of its sender's plan. A recipient who was
 * asked for a passport can still upload it and sign after a larger plan has ended, and the limit keeps the
 * disk from filling up.
 */
export const attachedPastPlan = 10 * maxAttachmentBytes;

/** Returns the value of the field. The audit trail covers all of it, and the hash covers the bytes. */
export function attachedFileText({ name, mediaType, size, sha256, width, height }: AttachedFile): string {
  return JSON.stringify({ height, mediaType, name, sha256, size, width });
}

/** Returns undefined if the value was not written by `attachedFileText`. */
export function readAttachedFile(value: string): AttachedFile | undefined {
  try {
    const { name, mediaType, size, sha256, width, height } = JSON.parse(value) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof mediaType !== 'string') return undefined;
    if (typeof size !== 'number' || typeof sha256 !== 'string') return undefined;
    const isSized = typeof width === 'number' && typeof height === 'number';
    return { name, mediaType, size, sha256, ...(isSized && { width, height }) };
  } catch {
    return undefined;
  }
}
